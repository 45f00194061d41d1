#include "argument_spec.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "argument_fill.h"

namespace simt_tools {
namespace {

// The largest buffer: what the machine's memory can hold.
constexpr std::size_t kMostBytes = std::size_t{16} << 30U;
constexpr const char* kForms = "write a scalar as i32:42, a buffer as f32:1024:iota";

// Splits at the first `mark`; the second part is empty, and `found` false, where there is none.
struct Parts {
  std::string head;
  std::string tail;
  bool found = false;
};

Parts split(const std::string& text, char mark) {
  const auto at = text.find(mark);
  if (at == std::string::npos) return {text, "", false};
  return {text.substr(0, at), text.substr(at + 1), true};
}

bool is_identifier(const std::string& text) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), is_word);
}

// Takes "NAME=" off the front of `text`, when it is there: the = of a fill comes behind a colon.
std::string take_name(std::string& text) {
  const Parts parts = split(text, '=');
  if (!parts.found || parts.head.find(':') != std::string::npos) return "";
  if (!is_identifier(parts.head)) {
    throw std::invalid_argument("`" + parts.head + "` is no name: use letters, digits and _, such as in=…");
  }
  text = parts.tail;
  return parts.head;
}

ElementType parse_type(const std::string& name) {
  if (const auto type = type_named(name)) return *type;
  throw std::invalid_argument("there is no type `" + name + "`; it can be " + all_type_names() + "; " +
                              kForms);
}

std::size_t parse_count(const std::string& text, ElementType type) {
  const std::string advice = "`" + text + "` is no count: write 1048576, 1024x1024, 4Ki or 1Mi";
  Number count = 1;
  std::string rest = text;
  do {
    const Parts parts = split(rest, 'x');
    if (parts.found && parts.tail.empty()) throw std::invalid_argument(advice);
    const auto factor = parse_number(parts.head);
    if (!factor || !(*factor >= 1) || *factor != std::floor(*factor)) throw std::invalid_argument(advice);
    count *= *factor;
    rest = parts.tail;
  } while (!rest.empty());
  if (count * static_cast<Number>(size_of(type)) > static_cast<Number>(kMostBytes)) {
    throw std::invalid_argument("`" + text + "` elements of " + name_of(type) + " are more than 16 GiB");
  }
  return static_cast<std::size_t>(count);
}

Argument parse_bare(const std::string& text) {
  const auto number = parse_number(text);
  if (!number) throw std::invalid_argument("`" + text + "` is no number; " + kForms);
  const bool whole = std::isfinite(*number) && text.find_first_of(".eE") == std::string::npos;
  Argument argument;
  argument.type =
      whole || text.find_first_of("xX") != std::string::npos ? ElementType::i32 : ElementType::f32;
  // A number that only a wider parameter holds: the launch reads the literal again, by the parameter's type.
  if (argument.type == ElementType::i32 &&
      (*number > greatest(ElementType::i32) || *number < least(ElementType::i32)))
    argument.type = ElementType::i64;
  argument.bytes = parse_scalar(text, argument.type);
  argument.literal = text;
  return argument;
}

void parse_buffer(Argument& argument, const std::string& text, std::uint64_t seed) {
  if (text.rfind("file:", 0) == 0) {
    argument.bytes = read_elements(text.substr(5), argument.type);
    argument.elements = argument.bytes.size() / size_of(argument.type);
    if (argument.elements == 0)
      throw std::invalid_argument("the file `" + text.substr(5) + "` holds no element");
    return;
  }
  const Parts parts = split(text, ':');
  argument.elements = parse_count(parts.head, argument.type);
  if (!parts.found) throw std::invalid_argument("no fill is given; add one, such as :iota or :zeros");
  Contents contents = fill_elements(parts.tail, argument.type, argument.elements, seed);
  argument.bytes = std::move(contents.bytes);
  argument.written = contents.written;
}

Argument parse_unnamed(const std::string& text, std::uint64_t seed) {
  const Parts typed = split(text, ':');
  if (!typed.found) return parse_bare(text);
  Argument argument;
  if (typed.head == "tex") {
    const Parts inner = split(typed.tail, ':');
    argument.kind = Argument::Kind::texture;
    argument.type = parse_type(inner.head);
    parse_buffer(argument, inner.tail, seed);
    return argument;
  }
  argument.type = parse_type(typed.head);
  if (typed.tail.find(':') == std::string::npos) {
    argument.bytes = parse_scalar(typed.tail, argument.type);
    return argument;
  }
  argument.kind = Argument::Kind::buffer;
  parse_buffer(argument, typed.tail, seed);
  return argument;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

bool is_struct(const std::string& text) { return !text.empty() && text.front() == '{'; }

std::vector<std::string> members_of(const std::string& text) {
  const auto fail = [&](const std::string& what) {
    throw std::invalid_argument("argument `" + text + "`: " + what +
                                "; write a struct as {f32:1024:iota, 16}");
  };
  std::vector<std::string> members(1);
  int depth = 0;  // depth of brackets of any kind: random(0,255) has a comma of its own
  for (const char c : text) {
    const bool opens = c == '{' || c == '(';
    const bool closes = c == '}' || c == ')';
    if (depth == 0 && c != '{') fail("something follows the struct's }");
    if (closes) --depth;
    if (depth == 1 && c == ',') {
      members.emplace_back();
    } else if (depth > 0) {
      members.back() += c;
    }
    if (opens) ++depth;
  }
  if (depth != 0) fail("a bracket is not closed");
  for (std::string& member : members) member = trimmed(member);
  if (members.size() == 1 && members.front().empty()) return {};
  return members;
}

std::vector<std::uint8_t> parse_scalar(const std::string& text, ElementType type) {
  const auto number = parse_number(text);
  if (!number) {
    throw std::invalid_argument("`" + text + "` is no number for " + name_of(type) +
                                "; for a buffer add a fill: " + name_of(type) + ":1024:iota");
  }
  std::vector<std::uint8_t> bytes(size_of(type));
  store_element(type, *number, bytes.data());
  return bytes;
}

Argument parse_argument(const std::string& text, std::uint64_t seed) {
  try {
    if (is_struct(text))
      throw std::invalid_argument("only a kernel's parameter says what the members of a struct are");
    std::string rest = text;
    const std::string name = take_name(rest);
    Argument argument = parse_unnamed(rest, seed);
    argument.name = name;
    return argument;
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("argument `" + text + "`: " + error.what());
  }
}

}  // namespace simt_tools
