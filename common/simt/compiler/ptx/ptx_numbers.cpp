#include "ptx/ptx_numbers.h"

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <string>

namespace simtcc::ptx {
namespace {

constexpr std::uint64_t kFloatSign = std::uint64_t{1} << 31U;
constexpr std::uint64_t kDoubleSign = std::uint64_t{1} << 63U;

std::optional<std::uint64_t> digits(std::string_view text, unsigned base) {
  if (text.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    const int digit = std::isdigit(static_cast<unsigned char>(c)) != 0    ? c - '0'
                      : std::isxdigit(static_cast<unsigned char>(c)) != 0 ? std::tolower(c) - 'a' + 10
                                                                          : 99;
    if (digit >= static_cast<int>(base)) return std::nullopt;
    value = value * base + static_cast<unsigned>(digit);
  }
  return value;
}

Operand number(Operand::Kind kind, std::uint64_t bits) { return {kind, "", bits, false, {}}; }

// 0f and eight digits, 0d and sixteen.
std::optional<Operand> bits_of(std::string_view word) {
  constexpr std::size_t kFloat = 2 + 8;
  constexpr std::size_t kDouble = 2 + 16;
  const int letter = std::tolower(word[1]);
  if (!(letter == 'f' && word.size() == kFloat) && !(letter == 'd' && word.size() == kDouble))
    return std::nullopt;
  const auto bits = digits(word.substr(2), 16);
  if (!bits) return std::nullopt;
  return number(letter == 'f' ? Operand::Kind::float_bits : Operand::Kind::double_value, *bits);
}

std::optional<Operand> decimal_fraction(std::string_view word) {
  if (word.find_first_not_of("0123456789.eE+-") != std::string_view::npos ||
      word.find_first_of(".eE") == std::string_view::npos)
    return std::nullopt;
  const std::string text(word);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) return std::nullopt;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return number(Operand::Kind::double_value, bits);
}

}  // namespace

std::optional<Operand> number_of(std::string_view word) {
  if (word.empty() || std::isdigit(static_cast<unsigned char>(word.front())) == 0) return std::nullopt;
  if (word.size() > 2 && word[0] == '0') {
    if (auto read = bits_of(word)) return read;
  }
  if (auto read = decimal_fraction(word)) return read;
  if (word.back() == 'U') word.remove_suffix(1);
  std::optional<std::uint64_t> value;
  if (word.size() > 2 && word[0] == '0' && std::tolower(word[1]) == 'x') {
    value = digits(word.substr(2), 16);
  } else if (word.size() > 2 && word[0] == '0' && std::tolower(word[1]) == 'b') {
    value = digits(word.substr(2), 2);
  } else {
    value = digits(word, word.size() > 1 && word[0] == '0' ? 8 : 10);
  }
  if (!value) return std::nullopt;
  return number(Operand::Kind::integer, *value);
}

Operand negative_of(Operand number) {
  switch (number.kind) {
    case Operand::Kind::float_bits:
      number.bits ^= kFloatSign;
      break;
    case Operand::Kind::double_value:
      number.bits ^= kDoubleSign;
      break;
    default:
      number.bits = 0 - number.bits;
  }
  return number;
}

}  // namespace simtcc::ptx
