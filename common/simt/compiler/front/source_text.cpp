#include "front/source_text.h"

#include <sys/stat.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

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

// Functions that clang has and nvcc does not, by how they begin. clang would compile them without a word.
constexpr std::array kOnlyClangs{
    "__builtin_align_",       "__builtin_is_aligned",    "__builtin_bitreverse",
    "__builtin_canonicalize", "__builtin_choose_expr",   "__builtin_elementwise_",
    "__builtin_reduce_",      "__builtin_nontemporal_",  "__builtin_rotateleft",
    "__builtin_rotateright",  "__builtin_unpredictable", "__builtin_readcyclecounter",
    "__builtin_addc",         "__builtin_subc"};

bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void check_names(const std::string& code, const std::string& path, unsigned line) {
  for (const char* begin : kOnlyClangs) {
    const std::size_t at = code.find(begin);
    if (at == std::string::npos || (at > 0 && is_name_part(code[at - 1]))) continue;
    std::size_t end = at;
    while (end < code.size() && is_name_part(code[end])) ++end;
    throw Refused(
        {path, line, static_cast<unsigned>(at + 1)},
        "identifier \"" + code.substr(at, end - at) + "\" is undefined: clang has it, and nvcc does not");
  }
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
    check_names(code, path, number);
    for (const LookAlike& wrong : kLookAlikes) {
      const std::size_t at = code.find(wrong.bytes);
      if (at == std::string::npos) continue;
      throw Refused(
          {path, number, static_cast<unsigned>(at + 1)},
          std::string(wrong.name) + ", which a compiler does not take for what it looks like: type it anew");
    }
  }
}

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80U;
}

// Walks a source once, as the first phases of translation do: a backslash before a line's end joins two
// lines, comments are blanks, and in texts nothing is a directive.
class Scanner {
 public:
  explicit Scanner(const std::string& source) : source_(source) { found_.text = source; }

  OwnLines run() {
    bool line_begins = true;
    skip_splices();
    while (!at_end()) {
      const char c = here();
      if (c == '\n') {
        line_begins = true;
        next();
      } else if (is_blank(c) || c == '\r') {
        next();
      } else if (skip_comment()) {
        continue;
      } else if (line_begins && (c == '#' || (c == '%' && peek() == ':'))) {
        line_begins = false;
        directive();
      } else {
        line_begins = false;
        token();
      }
    }
    return std::move(found_);
  }

 private:
  bool at_end() const { return at_ >= source_.size(); }
  char here() const { return at_end() ? '\0' : source_[at_]; }

  // The length of a splice that begins there; clang lets blanks stand before the line's end.
  std::size_t splice_at(std::size_t from) const {
    if (from >= source_.size() || source_[from] != '\\') return 0;
    std::size_t to = from + 1;
    while (to < source_.size() && (is_blank(source_[to]) || source_[to] == '\r')) ++to;
    return to < source_.size() && source_[to] == '\n' ? to + 1 - from : 0;
  }

  std::size_t past_splices(std::size_t from) const {
    while (const std::size_t length = splice_at(from)) from += length;
    return from;
  }

  void skip_splices() { at_ = past_splices(at_); }
  void next() {
    if (!at_end()) at_ = past_splices(at_ + 1);
  }
  char peek() const {
    const std::size_t following = past_splices(at_ + 1);
    return following < source_.size() ? source_[following] : '\0';
  }

  bool skip_comment() {
    if (here() != '/') return false;
    const char kind = peek();
    if (kind == '/') {
      while (!at_end() && here() != '\n') next();
      return true;
    }
    if (kind != '*') return false;
    next();
    next();
    while (!at_end() && !(here() == '*' && peek() == '/')) next();
    next();
    next();
    return true;
  }

  void skip_blanks() {
    while (is_blank(here()) || here() == '\r' || (here() == '/' && peek() == '*')) {
      if (!skip_comment()) next();
    }
  }

  // Reads a directive from its # on.
  void directive() {
    const std::size_t begin = at_;
    if (here() == '%') next();
    next();
    skip_blanks();
    std::string word;
    while (is_word(here()) && word.size() < 8) {
      word += here();
      next();
    }
    if (word != "line" && (word.empty() || !is_digit(word.front())))
      return;  // the rest of the line is read as tokens
    while (!at_end() && here() != '\n') {
      if (!skip_comment()) next();
    }
    blank_out(begin, at_);
  }

  void blank_out(std::size_t begin, std::size_t end) {
    found_.directives.push_back(line_of(begin));
    for (std::size_t i = begin; i < end; ++i) {
      if (source_[i] != '\n' && source_[i] != '\r') found_.text[i] = ' ';
    }
  }

  // Returns the line of a place. Places must be asked for in rising order.
  unsigned line_of(std::size_t place) {
    for (; counted_ < place; ++counted_) line_ += source_[counted_] == '\n' ? 1U : 0U;
    return line_;
  }

  void token() {
    const char c = here();
    if (c == '"' || c == '\'') {
      quoted(c);
    } else if (is_digit(c) || (c == '.' && is_digit(peek()))) {
      number();
    } else if (is_word(c)) {
      word();
    } else {
      next();
    }
  }

  // 1'000: the quote begins no character.
  void number() {
    while (is_word(here()) || here() == '.' || (here() == '\'' && is_word(peek()))) next();
  }

  void word() {
    std::string name;
    while (is_word(here())) {
      if (name.size() < 4) name += here();
      next();
    }
    if (here() != '"') return;
    for (const char* const raw : {"R", "LR", "uR", "UR", "u8R"}) {
      if (name == raw) return raw_text();
    }
  }

  void quoted(char quote) {
    next();
    while (!at_end() && here() != quote && here() != '\n') {
      if (here() == '\\') next();
      if (here() != '\n') next();
    }
    if (here() == quote) next();
  }

  // R"delimiter( … )delimiter": splices mean nothing inside.
  void raw_text() {
    const std::size_t open = source_.find('(', at_);
    constexpr std::size_t kLongestDelimiter = 16;
    if (open == std::string::npos || open - at_ - 1 > kLongestDelimiter) return quoted('"');
    const std::string closing = ")" + source_.substr(at_ + 1, open - at_ - 1) + "\"";
    const std::size_t end = source_.find(closing, open);
    at_ = end == std::string::npos ? source_.size() : past_splices(end + closing.size());
  }

  const std::string& source_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;
  unsigned line_ = 1;
  OwnLines found_;
};

}  // namespace

OwnLines without_line_directives(const std::string& source) { return Scanner(source).run(); }

namespace {

constexpr std::size_t kNone = std::string::npos;

// The text with blanks for all that is in comments and in quotes.
std::string without_words(const std::string& text) {
  std::string code = text;
  const auto blank_until = [&](std::size_t at, const char* end, std::size_t kept) {
    std::size_t found = text.find(end, at + 1);
    while (found != kNone && kept == 1 && text[found - 1] == '\\' && text[found - 2] != '\\')
      found = text.find(end, found + 1);
    const std::size_t behind = found == kNone ? text.size() : found + kept;
    std::fill(code.begin() + static_cast<std::ptrdiff_t>(at),
              code.begin() + static_cast<std::ptrdiff_t>(behind), ' ');
    return behind;
  };
  for (std::size_t at = 0; at < text.size();) {
    const bool is_digit_separator = text[at] == '\'' && at > 0 && std::isalnum(text[at - 1]) != 0;
    if (text.compare(at, 2, "//") == 0) {
      at = blank_until(at, "\n", 0);
    } else if (text.compare(at, 2, "/*") == 0) {
      at = blank_until(at + 1, "*/", 2);
    } else if (text[at] == '"' || (text[at] == '\'' && !is_digit_separator)) {
      at = blank_until(at, text[at] == '"' ? "\"" : "'", 1);
    } else {
      ++at;
    }
  }
  return code;
}

// Returns where three characters of a kind end that begin at `at`, blanks between them allowed, or kNone if
// there are not three.
std::size_t end_of_three(const std::string& text, std::size_t at, char kind) {
  unsigned found = 0;
  for (; at < text.size() && found < 3; ++at) {
    if (text[at] == kind) {
      ++found;
    } else if (text[at] != ' ' && text[at] != '\t') {
      return kNone;
    }
  }
  return found == 3 ? at : kNone;
}

void close_up(std::string& text, std::size_t begin, std::size_t end) {
  std::stable_partition(text.begin() + static_cast<std::ptrdiff_t>(begin),
                        text.begin() + static_cast<std::ptrdiff_t>(end),
                        [](char one) { return one == '<' || one == '>'; });
}

// The three that close what was opened before `at`: in the same statement, and followed by the arguments.
std::size_t closing_brackets(const std::string& text, std::size_t at) {
  for (; at < text.size() && text[at] != ';' && text[at] != '{' && text[at] != '}'; ++at) {
    if (text[at] != '>') continue;
    const std::size_t end = end_of_three(text, at, '>');
    if (end == kNone) continue;
    const std::size_t next = text.find_first_not_of(" \t\r\n\\", end);
    if (next != kNone && text[next] == '(') return at;
  }
  return kNone;
}

// Returns where the grid and the block begin with a brace, in the launch whose brackets end at `at`.
std::vector<std::size_t> braces_in_launch(const std::string& code, std::size_t at) {
  std::vector<std::size_t> found;
  unsigned depth = 0;
  unsigned argument = 0;
  bool begins = true;  // an argument
  for (; at < code.size() && code[at] != ';'; ++at) {
    const char one = code[at];
    if (depth == 0 && one == '>' && code.compare(at, 3, ">>>") == 0) return found;
    if (depth == 0 && begins && argument < 2 && one == '{') found.push_back(at);
    if (one == '(' || one == '[' || one == '{') ++depth;
    if ((one == ')' || one == ']' || one == '}') && depth-- == 0) break;
    if (std::isspace(static_cast<unsigned char>(one)) != 0) continue;
    begins = depth == 0 && one == ',';
    if (begins) ++argument;
  }
  return {};
}

// nvcc takes `<<<{4, 4}, {32, 8}>>>`; clang takes an expression: dim3{4, 4}.
std::string with_named_shapes(std::string text) {
  const std::string code = without_words(text);
  std::vector<std::size_t> braces;
  for (std::size_t at = code.find("<<<"); at != kNone; at = code.find("<<<", at + 3)) {
    for (const std::size_t brace : braces_in_launch(code, at + 3)) braces.push_back(brace);
  }
  std::sort(braces.rbegin(), braces.rend());
  for (const std::size_t brace : braces) text.insert(brace, "dim3");
  return text;
}

// The brackets of each launch in one piece.
std::string with_closed_brackets(std::string text) {
  if (text.find("<< <") == kNone && text.find("< <<") == kNone && text.find("<<\t<") == kNone) return text;
  const std::string code = without_words(text);
  for (std::size_t at = code.find("<<"); at != kNone; at = code.find("<<", at)) {
    const std::size_t opened = end_of_three(code, at, '<');
    const std::size_t closing = opened == kNone ? kNone : closing_brackets(code, opened);
    if (closing == kNone) {
      at += 2;
      continue;
    }
    close_up(text, at, opened);
    close_up(text, closing, end_of_three(code, closing, '>'));
    at = opened;
  }
  return text;
}

bool is_letter(const std::string& text, std::size_t at) {
  return at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0;
}

// The places of `%` before a register's name in the literals that begin at `at`: in `%laneid`, but neither in `%%laneid` nor in
// `%0` and `%k0`, which stand for operands. None where no operands follow: `%` means nothing to clang there.
std::vector<std::size_t> percents_of_names(const std::string& text, std::size_t at) {
  constexpr const char* kBlanks = " \t\r\n";
  std::vector<std::size_t> found;
  for (at = text.find_first_not_of(kBlanks, at); at != kNone && text[at] == '"';
       at = text.find_first_not_of(kBlanks, at + 1)) {
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
      if (text[at] == '%' && is_letter(text, at + 1) && is_letter(text, at + 2)) found.push_back(at);
      if (text[at] == '\\' || text.compare(at, 2, "%%") == 0) ++at;
    }
  }
  return at != kNone && text[at] == ':' ? found : std::vector<std::size_t>{};
}

// nvcc leaves a `%` as it is where no operand follows; clang wants two.
std::string with_register_names(std::string text) {
  if (text.find("asm") == kNone) return text;
  const std::string code = without_words(text);
  std::vector<std::size_t> percents;
  for (std::size_t at = code.find("asm"); at != kNone; at = code.find("asm", at + 1)) {
    const std::size_t open = code.find('(', at);
    if (open == kNone || code.find_first_of(";{}", at) < open) continue;
    const std::vector<std::size_t> found = percents_of_names(text, open + 1);
    percents.insert(percents.end(), found.begin(), found.end());
  }
  for (auto at = percents.rbegin(); at != percents.rend(); ++at) text.insert(*at, "%");
  return text;
}

}  // namespace

std::string readable_to_clang(std::string text) {
  return with_named_shapes(with_closed_brackets(with_register_names(std::move(text))));
}

}  // namespace simtcc
