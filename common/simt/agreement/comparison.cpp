#include "comparison.h"

#include <fstream>
#include <sstream>

#include "case_file.h"

namespace agreement {
namespace {

// "12" is one of "16|12".
bool is_one_of(const std::string& value, const std::string& values) {
  return ('|' + values + '|').find('|' + value + '|') != std::string::npos;
}

// "16 or 12"
std::string readable(std::string values) {
  const std::size_t bar = values.find('|');
  return bar == std::string::npos ? values : values.replace(bar, 1, " or ");
}

}  // namespace

Exceptions::Exceptions(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw FileError(path + ": cannot be read");
  std::string text;
  for (int number = 1; std::getline(file, text); ++number) {
    std::istringstream words(text);
    Line line;
    line.place = path + ":" + std::to_string(number);
    if (!(words >> line.known.name) || line.known.name.front() == '#') continue;
    if (!(words >> line.known.metric >> line.known.hardware >> line.known.machine >> std::ws) ||
        !std::getline(words, line.known.why)) {
      throw FileError(line.place +
                      ": needs five things: case, metric, hardware's value, machine's value, why");
    }
    lines_.push_back(line);
  }
}

void Exceptions::explain(std::vector<Compared>& compared) {
  for (Compared& one : compared) {
    for (Line& line : lines_) {
      const bool same = line.known.name == one.name && line.known.metric == one.metric &&
                        line.known.hardware == one.hardware && is_one_of(one.machine, line.known.machine);
      if (!same || one.verdict != Verdict::differs) continue;
      one.verdict = Verdict::explained;
      one.machine = readable(line.known.machine);
      one.why = line.known.why;
      line.used = true;
    }
  }
}

std::vector<std::string> Exceptions::stale() const {
  std::vector<std::string> sentences;
  for (const Line& line : lines_) {
    if (line.used) continue;
    sentences.push_back(line.place + ": " + line.known.name + ", " + line.known.metric + " is not " +
                        line.known.hardware + " against " + line.known.machine +
                        " any more: fix or remove the line");
  }
  return sentences;
}

}  // namespace agreement
