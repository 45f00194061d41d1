#include "front/line_directives.h"

#include <array>

namespace simtcc {
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

}  // namespace simtcc
