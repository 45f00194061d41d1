#include "element_type.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace simt_tools {
namespace {

struct TypeInfo {
  const char* name;
  std::size_t bytes;
  bool floating;
  Number least;
  Number greatest;
};

constexpr Number kGreatestHalf = 65504;          // IEEE 754 binary16: (2 - 2^-10) * 2^15
constexpr Number kGreatestBfloat = 0x1.FEp127L;  // 8 bits of exponent, 7 of fraction
constexpr std::array<TypeInfo, 12> kTypes{{
    {"i8", 1, false, INT8_MIN, INT8_MAX},
    {"u8", 1, false, 0, UINT8_MAX},
    {"i16", 2, false, INT16_MIN, INT16_MAX},
    {"u16", 2, false, 0, UINT16_MAX},
    {"i32", 4, false, INT32_MIN, INT32_MAX},
    {"u32", 4, false, 0, UINT32_MAX},
    {"i64", 8, false, static_cast<Number>(INT64_MIN), static_cast<Number>(INT64_MAX)},
    {"u64", 8, false, 0, static_cast<Number>(UINT64_MAX)},
    {"f16", 2, true, -kGreatestHalf, kGreatestHalf},
    {"bf16", 2, true, -kGreatestBfloat, kGreatestBfloat},
    {"f32", 4, true, -FLT_MAX, FLT_MAX},
    {"f64", 8, true, -DBL_MAX, DBL_MAX},
}};

const TypeInfo& info(ElementType type) { return kTypes.at(static_cast<std::size_t>(type)); }

// A binary floating format of 16 bits: sign, exponent, fraction.
struct SmallFloat {
  int exponent_bits;
  int fraction_bits;

  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  std::uint16_t infinity() const {
    return static_cast<std::uint16_t>(((1 << exponent_bits) - 1) << fraction_bits);
  }
};

constexpr SmallFloat kHalf{5, 10};
constexpr SmallFloat kBfloat{8, 7};

std::uint16_t encode(const SmallFloat& format, Number value) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000U : 0U);
  if (std::isnan(value))
    return static_cast<std::uint16_t>(sign | format.infinity() | 1U << (format.fraction_bits - 1));
  if (std::isinf(value)) return static_cast<std::uint16_t>(sign | format.infinity());
  if (value == 0) return sign;
  const int exponent = std::max(std::ilogb(value), 1 - format.bias());
  // The leading one of a normal number adds 1 to the exponent field by itself, and so does a carry.
  const auto significand =
      static_cast<unsigned>(std::nearbyint(std::ldexp(std::fabs(value), format.fraction_bits - exponent)));
  const unsigned bits =
      significand + (static_cast<unsigned>(exponent + format.bias() - 1) << format.fraction_bits);
  return static_cast<std::uint16_t>(sign | std::min(bits, unsigned{format.infinity()}));
}

Number decode(const SmallFloat& format, std::uint16_t bits) {
  const int fraction = bits & ((1 << format.fraction_bits) - 1);
  const int exponent = (bits & 0x7FFF) >> format.fraction_bits;
  Number value = 0;
  if (exponent == (1 << format.exponent_bits) - 1) {
    value =
        fraction == 0 ? std::numeric_limits<Number>::infinity() : std::numeric_limits<Number>::quiet_NaN();
  } else {
    const int leading = exponent == 0 ? 0 : 1 << format.fraction_bits;
    value = std::ldexp(static_cast<Number>(fraction + leading),
                       std::max(exponent, 1) - format.bias() - format.fraction_bits);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

template <class T>
void put(T value, std::uint8_t* to) {
  std::memcpy(to, &value, sizeof value);
}

template <class T>
Number get(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<Number>(value);
}

void refuse_what_does_not_fit(ElementType type, Number value) {
  const bool finite = std::isfinite(value);
  if (is_floating(type) && !finite) return;
  if (!finite || value < least(type) || value > greatest(type)) {
    throw std::invalid_argument(std::string(name_of(type)) + " cannot hold " +
                                text_of(ElementType::f64, value) + ": it goes from " +
                                text_of(type, least(type)) + " to " + text_of(type, greatest(type)));
  }
  if (!is_floating(type) && value != std::floor(value)) {
    throw std::invalid_argument(std::string(name_of(type)) + " holds whole numbers, not " +
                                text_of(ElementType::f64, value));
  }
}

}  // namespace

std::size_t size_of(ElementType type) { return info(type).bytes; }
const char* name_of(ElementType type) { return info(type).name; }
bool is_floating(ElementType type) { return info(type).floating; }
Number greatest(ElementType type) { return info(type).greatest; }
Number least(ElementType type) { return info(type).least; }

std::optional<ElementType> type_named(const std::string& name) {
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if (name == kTypes.at(i).name) return static_cast<ElementType>(i);
  }
  return std::nullopt;
}

std::string all_type_names() {
  std::string names;
  for (const TypeInfo& type : kTypes) names += (names.empty() ? "" : ", ") + std::string(type.name);
  return names;
}

void store_element(ElementType type, Number value, std::uint8_t* to) {
  refuse_what_does_not_fit(type, value);
  switch (type) {
    case ElementType::i8:
      return put(static_cast<std::int8_t>(value), to);
    case ElementType::u8:
      return put(static_cast<std::uint8_t>(value), to);
    case ElementType::i16:
      return put(static_cast<std::int16_t>(value), to);
    case ElementType::u16:
      return put(static_cast<std::uint16_t>(value), to);
    case ElementType::i32:
      return put(static_cast<std::int32_t>(value), to);
    case ElementType::u32:
      return put(static_cast<std::uint32_t>(value), to);
    case ElementType::i64:
      return put(static_cast<std::int64_t>(value), to);
    case ElementType::u64:
      return put(static_cast<std::uint64_t>(value), to);
    case ElementType::f16:
      return put(encode(kHalf, value), to);
    case ElementType::bf16:
      return put(encode(kBfloat, value), to);
    case ElementType::f32:
      return put(static_cast<float>(value), to);
    case ElementType::f64:
      return put(static_cast<double>(value), to);
  }
}

Number load_element(ElementType type, const std::uint8_t* from) {
  switch (type) {
    case ElementType::i8:
      return get<std::int8_t>(from);
    case ElementType::u8:
      return get<std::uint8_t>(from);
    case ElementType::i16:
      return get<std::int16_t>(from);
    case ElementType::u16:
      return get<std::uint16_t>(from);
    case ElementType::i32:
      return get<std::int32_t>(from);
    case ElementType::u32:
      return get<std::uint32_t>(from);
    case ElementType::i64:
      return get<std::int64_t>(from);
    case ElementType::u64:
      return get<std::uint64_t>(from);
    case ElementType::f16:
      return decode(kHalf, static_cast<std::uint16_t>(get<std::uint16_t>(from)));
    case ElementType::bf16:
      return decode(kBfloat, static_cast<std::uint16_t>(get<std::uint16_t>(from)));
    case ElementType::f32:
      return get<float>(from);
    case ElementType::f64:
      return get<double>(from);
  }
  return 0;
}

std::optional<Number> parse_number(const std::string& text) {
  if (text.empty() || std::isspace(static_cast<unsigned char>(text.front())) != 0) return std::nullopt;
  char* end = nullptr;
  const Number value = std::strtold(text.c_str(), &end);
  if (end == text.c_str()) return std::nullopt;
  const std::string suffix = end;
  if (suffix.empty()) return value;
  if (suffix == "Ki") return value * 1024;
  if (suffix == "Mi") return value * 1024 * 1024;
  if (suffix == "Gi") return value * 1024 * 1024 * 1024;
  return std::nullopt;
}

std::string text_of(ElementType type, Number value) {
  // Digits that tell neighbouring elements apart, for types of 1 to 8 bytes; 20 hold any whole number.
  const int most = !is_floating(type) ? 20 : type == ElementType::f64 ? 17 : type == ElementType::f32 ? 9 : 5;
  std::array<char, 64> text{};
  constexpr Number kReadable = 1e16L;  // whole numbers below are written out: 1000000 rather than 1e+06
  if (std::fabs(value) < kReadable && value == std::floor(value)) {
    std::snprintf(text.data(), text.size(), "%.0Lf", value);
    return text.data();
  }
  for (int digits = 1; digits <= most; ++digits) {
    std::snprintf(text.data(), text.size(), "%.*Lg", digits, value);
    const Number read = std::strtold(text.data(), nullptr);
    const bool same = !is_floating(type)         ? read == value
                      : type == ElementType::f64 ? static_cast<double>(read) == static_cast<double>(value)
                      : type == ElementType::f32 ? static_cast<float>(read) == static_cast<float>(value)
                      : type == ElementType::f16 ? encode(kHalf, read) == encode(kHalf, value)
                                                 : encode(kBfloat, read) == encode(kBfloat, value);
    if (same) break;
  }
  return text.data();
}

}  // namespace simt_tools
