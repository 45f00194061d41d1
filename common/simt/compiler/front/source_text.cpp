#include "front/source_text.h"

#include <sys/stat.h>

#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "front/source_lines.h"

namespace simtcc {
namespace {

constexpr std::size_t kMostSourceBytes = std::size_t{8} << 20U;

bool begins_with(const std::string& text, const char* begin) { return text.rfind(begin, 0) == 0; }

bool is_conflict_marker(const std::string& line) {
  for (const char* marker : {"<<<<<<< ", ">>>>>>> ", "||||||| "}) {
    if (begins_with(line, marker)) return true;
  }
  return line == "=======" || line == "=======\r";
}

struct LookAlike {
  const char* bytes;
  const char* name;
};
constexpr std::array<LookAlike, 7> kLookAlikes{{{"\xC2\xA0", "a no-break space (U+00A0)"},
                                                {"\xE2\x80\x8B", "a zero-width space (U+200B)"},
                                                {"\xE2\x80\xAF", "a narrow no-break space (U+202F)"},
                                                {"\xE2\x80\x9C", "a typographic quotation mark (U+201C)"},
                                                {"\xE2\x80\x9D", "a typographic quotation mark (U+201D)"},
                                                {"\xE3\x80\x80", "an ideographic space (U+3000)"},
                                                {"\xEF\xBC\x9B", "a full-width semicolon (U+FF1B)"}}};

// Returns the code of a line, without comments and literals, which may contain anything.
std::string code_of(const std::string& line, bool& in_comment) {
  std::string code;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (in_comment) {
      if (line.compare(i, 2, "*/") == 0) {
        in_comment = false;
        ++i;
      }
    } else if (quote != 0) {
      if (line[i] == '\\') {
        ++i;
      } else if (line[i] == quote) {
        quote = 0;
      }
    } else if (line.compare(i, 2, "//") == 0) {
      break;
    } else if (line.compare(i, 2, "/*") == 0) {
      in_comment = true;
      ++i;
    } else {
      if (line[i] == '"' || line[i] == '\'') quote = line[i];
      code += line[i];
      continue;
    }
    code += ' ';
  }
  return code;
}

}  // namespace

std::string source_text(const std::string& path) {
  struct stat about {};
  if (stat(path.c_str(), &about) != 0) throw std::invalid_argument(path + ": no such file");
  if (!S_ISREG(about.st_mode)) throw std::invalid_argument(path + ": not a file");
  if (static_cast<std::size_t>(about.st_size) > kMostSourceBytes)
    throw Refused({path, 1, 0}, "the file has more than 8 MiB: nobody wrote that by hand");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::invalid_argument(path + ": cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void check_source_text(const std::string& path) {
  const std::string text = source_text(path);
  if (begins_with(text, "\xFF\xFE") || begins_with(text, "\xFE\xFF") ||
      (text.size() > 1 && (text[0] == 0 || text[1] == 0))) {
    throw Refused({path, 1, 1},
                  "the file is in UTF-16: save it as UTF-8 (in Visual Studio: File, Save As, Save with "
                  "Encoding)");
  }
  std::istringstream lines(text);
  bool in_comment = false;
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find('\0') != std::string::npos)
      throw Refused({path, number, 1}, "the file holds a NUL byte: it is no source");
    if (is_conflict_marker(line)) {
      throw Refused({path, number, 1},
                    "a conflict marker of git: finish the merge, and remove the lines that begin with "
                    "<<<<<<<, ======= and >>>>>>>");
    }
    const std::string code = code_of(line, in_comment);
    for (const LookAlike& wrong : kLookAlikes) {
      const std::size_t at = code.find(wrong.bytes);
      if (at == std::string::npos) continue;
      throw Refused(
          {path, number, static_cast<unsigned>(at + 1)},
          std::string(wrong.name) + ", which a compiler does not take for what it looks like: type it anew");
    }
  }
}

}  // namespace simtcc
