#include "argument_spec.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "element_type.h"

namespace simt_tools {
namespace {

// What a buffer holds before the first launch.
struct Contents {
  std::vector<std::uint8_t> bytes;
  bool written = true;
};

constexpr const char* kFills =
    "zeros, ones, iota, =VALUE, random, random(LO,HI), permutation, uninit or file:PATH";

// SplitMix64 (Steele, Lea, Flood 2014): the standard library's distributions differ between implementations.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  // 0 to bound - 1, each as likely as the others; bound 0 stands for 2^64.
  std::uint64_t below(std::uint64_t bound) {
    if (bound == 0) return next();
    const std::uint64_t uneven = (0 - bound) % bound;  // this many values would come once too often
    std::uint64_t drawn = next();
    while (drawn < uneven) drawn = next();
    return drawn % bound;
  }

  double unit() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

using NumberOf = std::function<Number(std::size_t)>;

std::vector<std::uint8_t> generate(ElementType type, std::size_t elements, const NumberOf& number) {
  const std::size_t width = size_of(type);
  std::vector<std::uint8_t> bytes(elements * width);
  for (std::size_t i = 0; i < elements; ++i) store_element(type, number(i), bytes.data() + i * width);
  return bytes;
}

std::vector<std::uint8_t> iota(ElementType type, std::size_t elements) {
  if (is_floating(type))
    return generate(type, elements, [](std::size_t i) { return static_cast<Number>(i); });
  const auto period = static_cast<Number>(greatest(type) - least(type)) + 1;
  return generate(type, elements, [&](std::size_t i) {
    const Number wrapped = std::fmod(static_cast<Number>(i), period);
    return wrapped > greatest(type) ? wrapped - period : wrapped;
  });
}

std::vector<std::uint8_t> uniform(ElementType type, std::size_t elements, Number low, Number high,
                                  std::uint64_t seed) {
  if (!(low <= high)) throw std::invalid_argument("random(LO,HI) needs LO to be at most HI");
  std::uint8_t probe[8];
  store_element(type, low, probe);  // both ends must fit, or no draw says so reliably
  store_element(type, high, probe);
  Random random(seed);
  if (is_floating(type))
    return generate(type, elements, [&](std::size_t) { return low + random.unit() * (high - low); });
  const auto values = static_cast<std::uint64_t>(high - low) + 1;  // all of 64 bits: 0
  return generate(type, elements,
                  [&](std::size_t) { return low + static_cast<Number>(random.below(values)); });
}

std::vector<std::uint8_t> uniform(ElementType type, std::size_t elements, std::uint64_t seed) {
  const Number last = static_cast<Number>(elements) - 1;
  return uniform(type, elements, 0, is_floating(type) ? 1 : std::min(last, greatest(type)), seed);
}

std::vector<std::uint8_t> uniform_between(const std::string& fill, ElementType type, std::size_t elements,
                                          std::uint64_t seed) {
  const std::string inside = fill.substr(7, fill.size() - 8);  // random(…)
  const auto comma = inside.find(',');
  const auto low = parse_number(inside.substr(0, comma));
  const auto high = comma == std::string::npos ? std::nullopt : parse_number(inside.substr(comma + 1));
  if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high)) {
    throw std::invalid_argument("`" + fill + "` needs two numbers, such as random(0,255)");
  }
  return uniform(type, elements, *low, *high, seed);
}

std::vector<std::uint8_t> permutation(ElementType type, std::size_t elements, std::uint64_t seed) {
  std::vector<std::uint64_t> order(elements);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  Random random(seed);
  for (std::size_t i = elements; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return generate(type, elements, [&](std::size_t i) { return static_cast<Number>(order[i]); });
}

bool has_ending(const std::string& path, const std::string& ending) {
  return path.size() >= ending.size() &&
         path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

void append_number(const std::string& word, ElementType type, std::vector<std::uint8_t>& bytes) {
  const auto number = parse_number(word);
  if (!number) throw std::invalid_argument("`" + word + "` is no number");
  bytes.resize(bytes.size() + size_of(type));
  store_element(type, *number, bytes.data() + bytes.size() - size_of(type));
}

std::vector<std::uint8_t> read_numbers(const std::string& path, const std::string& text, ElementType type) {
  const std::string separators = ", ;\t\r\n";
  std::vector<std::uint8_t> bytes;
  unsigned line = 1;
  std::size_t at = 0;
  try {
    while (at < text.size()) {
      if (separators.find(text[at]) != std::string::npos) {
        line += text[at++] == '\n' ? 1U : 0U;
        continue;
      }
      const std::string word = text.substr(at, text.find_first_of(separators, at) - at);
      append_number(word, type, bytes);
      at += word.size();
    }
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(path + ":" + std::to_string(line) + ": " + error.what());
  }
  return bytes;
}

// All elements of a file. Throws std::invalid_argument when it cannot be read or holds something else.
std::vector<std::uint8_t> read_elements(const std::string& path, ElementType type) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::invalid_argument("the file `" + path + "` cannot be read; check its name and its rights");
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad() || file.fail()) {
    throw std::invalid_argument("the file `" + path + "` cannot be read; is it a folder?");
  }
  if (has_ending(path, ".csv") || has_ending(path, ".txt")) return read_numbers(path, text, type);
  if (text.size() % size_of(type) != 0) {
    throw std::invalid_argument(path + " has " + std::to_string(text.size()) +
                                " bytes, which is no multiple of the " + std::to_string(size_of(type)) +
                                " of " + name_of(type) +
                                "; a file of numbers in words must be called .csv or .txt");
  }
  return {text.begin(), text.end()};
}

Contents file_contents(const std::string& path, ElementType type, std::size_t elements) {
  Contents contents{read_elements(path, type)};
  const std::size_t found = contents.bytes.size() / size_of(type);
  if (found != elements) {
    throw std::invalid_argument(path + " holds " + std::to_string(found) + " elements of type " +
                                name_of(type) + ", the argument asks for " + std::to_string(elements) +
                                "; write " + name_of(type) + ":file:" + path + " to take them all");
  }
  return contents;
}

Contents constant(ElementType type, std::size_t elements, Number value) {
  return {generate(type, elements, [value](std::size_t) { return value; })};
}

// `fill` as the header describes it. Throws std::invalid_argument.
Contents fill_elements(const std::string& fill, ElementType type, std::size_t elements, std::uint64_t seed) {
  if (fill == "zeros") return constant(type, elements, 0);
  if (fill == "ones") return constant(type, elements, 1);
  if (fill == "iota") return {iota(type, elements)};
  if (fill == "uninit") return {std::vector<std::uint8_t>(elements * size_of(type)), false};
  if (fill == "random") return {uniform(type, elements, seed)};
  if (fill == "permutation") return {permutation(type, elements, seed)};
  if (fill.rfind("file:", 0) == 0) return file_contents(fill.substr(5), type, elements);
  if (fill.rfind("random(", 0) == 0 && fill.back() == ')')
    return {uniform_between(fill, type, elements, seed)};
  if (!fill.empty() && fill.front() == '=') {
    const auto value = parse_number(fill.substr(1));
    if (!value) throw std::invalid_argument("`" + fill + "` needs a number after the =, such as =3.5");
    return constant(type, elements, *value);
  }
  throw std::invalid_argument("there is no fill `" + fill + "`; it can be " + kFills);
}

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
