#include "case_file.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace agreement {
namespace {

class Line {
 public:
  Line(std::string place, const std::string& text) : place_(std::move(place)), words_(text) {}

  std::string word(const char* what) {
    std::string found;
    if (!(words_ >> found)) fail(std::string("has no ") + what);
    return found;
  }

  std::vector<std::string> rest() {
    std::vector<std::string> found;
    for (std::string next; words_ >> next;) found.push_back(next);
    return found;
  }

  unsigned number(const std::string& text, const char* what, unsigned least) const {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least) {
      fail("`" + text + "` is no " + what + ": a whole number of " + std::to_string(least) + " or more");
    }
    return value;
  }

  Shape shape(const char* what) {
    const std::string text = word(what);
    Shape shape{1, 1, 1};
    std::istringstream parts(text);
    std::size_t index = 0;
    for (std::string part; std::getline(parts, part, 'x'); ++index) {
      if (index == shape.size()) fail(std::string(what) + " `" + text + "` has more than three dimensions");
      shape[index] = number(part, what, 1);
    }
    return shape;
  }

  [[noreturn]] void fail(const std::string& what) const { throw FileError(place_ + ": " + what); }

 private:
  std::string place_;
  std::istringstream words_;
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

Case parse_case(const std::string& path, const std::string& place, const std::string& text) {
  const auto hash = text.find(" #");
  Line line(place, text.substr(0, hash));
  Case c;
  c.place = place;
  if (hash != std::string::npos) c.note = trimmed(text.substr(hash + 2));
  c.name = line.word("name");
  const std::string source = line.word("source file and kernel");
  const auto colon = source.rfind(':');
  if (colon == std::string::npos) line.fail("`" + source + "` names no kernel: write FILE.cu:KERNEL");
  c.source =
      (std::filesystem::path(path).parent_path() / source.substr(0, colon)).lexically_normal().string();
  c.kernel = source.substr(colon + 1);
  c.grid = line.shape("grid");
  c.block = line.shape("block");
  c.dynamic_shared_bytes = line.number(line.word("bytes of shared memory"), "number of bytes", 0);
  c.arguments = line.rest();
  return c;
}

void read_file(const std::string& path, std::map<std::string, std::string>& places,
               std::vector<Case>& cases) {
  std::ifstream file(path);
  if (!file) throw FileError(path + ": cannot be read");
  std::string group;
  std::string text;
  for (int number = 1; std::getline(file, text); ++number) {
    text = trimmed(text);
    const std::string place = path + ":" + std::to_string(number);
    if (text.empty() || text.front() == '#') continue;
    if (text.front() == '[') {
      if (text.back() != ']') throw FileError(place + ": a group's heading ends with ]");
      group = text.substr(1, text.size() - 2);
      continue;
    }
    Case c = parse_case(path, place, text);
    if (group.empty()) throw FileError(place + ": a case stands before the first [group]");
    c.group = group;
    const auto [known, is_new] = places.emplace(c.name, place);
    if (!is_new) throw FileError(place + ": the name " + c.name + " stands at " + known->second + " too");
    cases.push_back(std::move(c));
  }
}

}  // namespace

std::vector<Case> read_cases(const std::vector<std::string>& paths) {
  std::map<std::string, std::string> places;
  std::vector<Case> cases;
  for (const std::string& path : paths) {
    const std::size_t before = cases.size();
    read_file(path, places, cases);
    if (cases.size() == before) throw FileError(path + ": holds no case");
  }
  return cases;
}

std::vector<simt_tools::Argument> arguments_of(const Case& c) {
  constexpr std::uint64_t kSeedStep = 0x9E3779B97F4A7C15U;  // the same step as in tools/traced_launch.cpp
  std::vector<simt_tools::Argument> arguments;
  std::uint64_t seed = kDataSeed;
  for (const std::string& text : c.arguments) {
    if (text == "null") {
      arguments.push_back(simt_tools::parse_argument("u64:0", 0));
      continue;
    }
    try {
      arguments.push_back(simt_tools::parse_argument(text, seed));
      seed += kSeedStep;
    } catch (const std::invalid_argument& error) {
      throw FileError(c.place + ": " + error.what());
    }
  }
  return arguments;
}

std::string module_name(const Case& c) {
  const std::filesystem::path source = std::filesystem::absolute(c.source).lexically_normal();
  return source.parent_path().filename().string() + "." + source.stem().string();
}

}  // namespace agreement
