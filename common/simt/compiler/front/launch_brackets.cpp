#include "front/launch_brackets.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace simtcc {
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

}  // namespace

std::string with_launch_brackets(std::string text) {
  return with_named_shapes(with_closed_brackets(std::move(text)));
}

}  // namespace simtcc
