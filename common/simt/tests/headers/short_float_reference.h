// 16-bit floating-point formats, from their definition alone: what the kernels' conversions and arithmetic
// are held against.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace simt_test {

// The host sees such a number as its bits, and two in a word, as __half2 is, as the bits of both.
using Bits = std::uint16_t;
inline unsigned pair(Bits low, Bits high) { return unsigned{low} | unsigned{high} << 16U; }

struct ShortFormat {
  int exponent_bits;
  int mantissa_bits;

  unsigned infinity() const { return ((1U << exponent_bits) - 1) << mantissa_bits; }
  bool is_nan(unsigned bits) const { return (bits & 0x7FFFU) > infinity(); }

  // The number that a bit pattern stands for (IEEE 754-2019, 3.4).
  double value_of(unsigned bits) const {
    const int exponent = static_cast<int>((bits & 0x7FFFU) >> mantissa_bits);
    const double mantissa = bits & ((1U << mantissa_bits) - 1);
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
    if (is_nan(bits)) return std::numeric_limits<double>::quiet_NaN();
    if ((bits & 0x7FFFU) == infinity()) return sign * std::numeric_limits<double>::infinity();
    const double fraction = std::ldexp(mantissa, -mantissa_bits);
    return sign *
           (exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias));
  }

  // The largest pattern whose number is at most |x|; infinity's for what is beyond all numbers.
  unsigned below(long double magnitude) const {
    unsigned low = 0;
    unsigned high = infinity();
    while (low < high) {
      const unsigned middle = (low + high + 1) / 2;
      if (static_cast<long double>(value_of(middle)) <= magnitude) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  // Round to nearest, ties to the even pattern, as if the exponent range went on above.
  unsigned nearest(long double x) const {
    if (std::isnan(x)) return 0x7FFF;
    const unsigned sign = std::signbit(x) ? 0x8000U : 0;
    const long double magnitude = std::fabs(x);
    const unsigned low = below(magnitude);
    if (low == infinity()) return sign | infinity();
    const long double from_low = magnitude - static_cast<long double>(value_of(low));
    const long double next = low + 1 == infinity() ? std::ldexp(1.0L, 1 << (exponent_bits - 1))
                                                   : static_cast<long double>(value_of(low + 1));
    const long double to_next = next - magnitude;
    const bool up = to_next < from_low || (to_next == from_low && (low & 1U) != 0);
    return sign | (up ? low + 1 : low);
  }

  unsigned toward_zero(double x) const {
    if (std::isnan(x)) return 0x7FFF;
    const unsigned sign = std::signbit(x) ? 0x8000U : 0;
    const unsigned low = below(std::fabs(static_cast<long double>(x)));
    return sign | (low == infinity() && std::isfinite(x) ? low - 1 : low);
  }
  unsigned away_from_zero(double x) const {
    const unsigned low = toward_zero(x);
    return std::isnan(x) || value_of(low) == x ? low : low + 1;
  }
  unsigned up(double x) const { return std::signbit(x) ? toward_zero(x) : away_from_zero(x); }
  unsigned down(double x) const { return std::signbit(x) ? away_from_zero(x) : toward_zero(x); }
};

// Every number of the format, the points halfway to the next, and the floats next to these; both signs.
inline std::vector<float> floats_around(const ShortFormat& format) {
  std::vector<float> floats;
  for (unsigned bits = 0; bits < format.infinity(); ++bits) {
    const auto here = static_cast<float>(format.value_of(bits));
    const bool last = bits + 1 == format.infinity();
    const double next = last ? std::ldexp(1.0, 1 << (format.exponent_bits - 1)) : format.value_of(bits + 1);
    const auto middle = static_cast<float>((format.value_of(bits) + next) / 2);
    for (const float x :
         {here, std::nextafter(here, std::numeric_limits<float>::infinity()), std::nextafter(middle, 0.0F),
          middle, std::nextafter(middle, std::numeric_limits<float>::infinity())}) {
      floats.push_back(x);
      floats.push_back(-x);
    }
  }
  for (const float x : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::max(),
                        std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::min()}) {
    floats.push_back(x);
    floats.push_back(-x);
  }
  floats.push_back(std::numeric_limits<float>::quiet_NaN());
  return floats;
}

}  // namespace simt_test
