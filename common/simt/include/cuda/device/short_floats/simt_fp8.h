// Floating-point numbers of 8 bits: E4M3 (no infinities, one NaN of each sign) and E5M2 (as IEEE 754 has
// them). CUDA Math API, "FP8 Intrinsics"; Micikevicius et al., "FP8 Formats for Deep Learning".
#pragma once

#include "../simt_rounding.h"

namespace simt_fp8 {

struct E4M3 {
  static constexpr int kMantissaBits = 3;
  static constexpr int kLowestExponent = -6;  // the lowest exponent of a normal number
  static constexpr unsigned kLargest = 0x7E;  // 448
  static constexpr unsigned kOverflow = 0x7F;
};
struct E5M2 {
  static constexpr int kMantissaBits = 2;
  static constexpr int kLowestExponent = -14;
  static constexpr unsigned kLargest = 0x7B;   // 57344
  static constexpr unsigned kOverflow = 0x7C;  // infinity
};
inline constexpr unsigned kNaN = 0x7F;

// Rounds to the nearest, ties to even. A value that is too large becomes the largest number if it is to stay
// finite.
template <class Kind>
__host__ __device__ __forceinline__ unsigned char encode(double value, bool stays_finite) {
  const auto bits = simt_bits::as<unsigned long long>(value);
  const unsigned sign = static_cast<unsigned>(bits >> 63) << 7;
  const unsigned long long magnitude = bits & ~(1ULL << 63);
  constexpr unsigned long long kInfinity = 0x7FFULL << 52;
  if (magnitude > kInfinity) return static_cast<unsigned char>(kNaN);
  const unsigned too_large = stays_finite ? Kind::kLargest : Kind::kOverflow;
  if (magnitude == kInfinity) return static_cast<unsigned char>(sign | too_large);
  if (magnitude == 0) return static_cast<unsigned char>(sign);

  // The significand in units of the last place that the format has for it.
  const int exponent = static_cast<int>(magnitude >> 52) - 1023;
  const int kept_exponent = exponent < Kind::kLowestExponent ? Kind::kLowestExponent : exponent;
  const int dropped = 52 - Kind::kMantissaBits + kept_exponent - exponent;
  const int shift = dropped < 63 ? dropped : 63;
  const unsigned long long significand = (1ULL << 52) | (magnitude & ((1ULL << 52) - 1));
  const unsigned long long rest = significand & ((1ULL << shift) - 1);
  const unsigned long long half = 1ULL << (shift - 1);
  unsigned long long kept = significand >> shift;
  kept += rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0;
  // A significand that became too long carries into the exponent, as it should.
  const unsigned long long encoded =
      (static_cast<unsigned long long>(kept_exponent - Kind::kLowestExponent) << Kind::kMantissaBits) + kept;
  return static_cast<unsigned char>(sign |
                                    (encoded <= Kind::kLargest ? static_cast<unsigned>(encoded) : too_large));
}

// Every one of the 256 is a float, and a half.
template <class Kind>
__host__ __device__ __forceinline__ float decode(unsigned char encoded) {
  const unsigned sign = (encoded & 0x80U) << 24;
  const unsigned magnitude = encoded & 0x7FU;
  if (magnitude > Kind::kLargest) {
    const bool is_infinite = Kind::kOverflow != kNaN && magnitude == Kind::kOverflow;
    return simt_bits::as<float>(is_infinite ? sign | 0x7F800000U : 0x7FFFFFFFU);
  }
  // As a float this number has the right mantissa, but its exponent is off by the difference of the biases.
  const unsigned shifted = magnitude << (23 - Kind::kMantissaBits);
  constexpr unsigned kRescale = static_cast<unsigned>(127 + 126 + Kind::kLowestExponent) << 23;
  const float value = simt_bits::as<float>(shifted) * simt_bits::as<float>(kRescale);
  return simt_bits::as<float>(sign | simt_bits::as<unsigned>(value));
}

}  // namespace simt_fp8
