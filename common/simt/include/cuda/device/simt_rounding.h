// IEEE 754 roundings that the host's instructions do not give directly: to 16-bit formats, and in the
// directions that CUDA's intrinsics name (_rn, _rz, _ru, _rd).
#pragma once

#ifdef __CUDA__
#include "simt_cuda_math.h"
#else
#include <math.h>  // NOLINT(modernize-deprecated-headers): as <cuda_runtime.h> does, names outside std
#endif

#include "simt_bits.h"

namespace simt_rounding {

enum class Rounding { nearest_even, toward_zero, up, down };

// a + b = sum + residual, exactly (Knuth's two-sum), unless the sum overflows.
struct Sum {
  double sum;
  double residual;
};
__host__ __device__ __forceinline__ Sum exact_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

// The sum rounded to odd: rounded again, to at most 51 bits, it gives what the exact sum gives (Boldo and
// Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd").
__host__ __device__ __forceinline__ double to_odd(double nearest, double residual) {
  auto bits = simt_bits::as<unsigned long long>(nearest);
  if (!(residual < 0 || residual > 0) || (bits & 1) != 0) return nearest;
  bits += (residual > 0) == (nearest > 0) ? 1ULL : ~0ULL;
  return simt_bits::as<double>(bits);
}
__host__ __device__ __forceinline__ double odd_sum(double a, double b) {
  const Sum exact = exact_sum(a, b);
  return to_odd(exact.sum, exact.residual);
}

// The neighbour of `nearest` that the exact result, nearest + residual, rounds to. Only the residual's sign
// counts.
template <class T>
__host__ __device__ __forceinline__ T in_direction(T nearest, double residual, Rounding rounding) {
  const bool is_zero = !(nearest < 0 || nearest > 0);  // a NaN has no residual
  if (is_zero && rounding == Rounding::toward_zero) return nearest;
  const bool below = residual < 0;
  const bool above = residual > 0;
  const bool negative = nearest < 0;
  if (above && (rounding == Rounding::up || (rounding == Rounding::toward_zero && negative)))
    return nextafter(nearest, static_cast<T>(INFINITY));
  if (below && (rounding == Rounding::down || (rounding == Rounding::toward_zero && !negative)))
    return nextafter(nearest, static_cast<T>(-INFINITY));
  return nearest;
}
__host__ __device__ __forceinline__ float narrowed(double value, Rounding rounding) {
  const auto nearest = static_cast<float>(value);
  return in_direction(nearest, value - static_cast<double>(nearest), rounding);
}

// A 16-bit floating-point format: a sign, then exponent and mantissa.
template <int ExponentBits, int MantissaBits>
struct Format {
  static constexpr int kMantissaBits = MantissaBits;
  // The lowest exponent of a normal number
  static constexpr int kLowestExponent = 2 - (1 << (ExponentBits - 1));
  static constexpr unsigned kInfinity = ((1U << ExponentBits) - 1) << MantissaBits;
  static constexpr unsigned kNaN = 0x7FFF;  // the one that conversions give on the GPU
};
using Binary16 = Format<5, 10>;
using BFloat16 = Format<8, 7>;

template <class Format>
__host__ __device__ __forceinline__ unsigned short encode(double value,
                                                          Rounding rounding = Rounding::nearest_even) {
  const auto bits = simt_bits::as<unsigned long long>(value);
  const auto sign = static_cast<unsigned>(bits >> 63) << 15;
  const unsigned long long magnitude = bits & ~(1ULL << 63);
  constexpr unsigned long long kDoubleInfinity = 0x7FFULL << 52;
  if (magnitude > kDoubleInfinity) return static_cast<unsigned short>(Format::kNaN);
  if (magnitude == kDoubleInfinity) return static_cast<unsigned short>(sign | Format::kInfinity);
  if (magnitude == 0) return static_cast<unsigned short>(sign);

  // The significand in units of the last place that the format has for it.
  const int exponent = static_cast<int>(magnitude >> 52) - 1023;
  const int kept_exponent = exponent < Format::kLowestExponent ? Format::kLowestExponent : exponent;
  const int dropped = 52 - Format::kMantissaBits + kept_exponent - exponent;
  const int shift = dropped < 63 ? dropped : 63;
  const unsigned long long significand = (1ULL << 52) | (magnitude & ((1ULL << 52) - 1));
  const unsigned long long rest = significand & ((1ULL << shift) - 1);
  unsigned long long kept = significand >> shift;
  const unsigned long long half = 1ULL << (shift - 1);
  const bool away = rounding == Rounding::nearest_even ? rest > half || (rest == half && (kept & 1) != 0)
                    : rounding == Rounding::up         ? rest != 0 && sign == 0
                    : rounding == Rounding::down       ? rest != 0 && sign != 0
                                                       : false;
  kept += away ? 1 : 0;

  // A significand that became too long carries into the exponent, as it should.
  const unsigned long long encoded =
      (static_cast<unsigned long long>(kept_exponent - Format::kLowestExponent) << Format::kMantissaBits) +
      kept;
  if (encoded < Format::kInfinity) return static_cast<unsigned short>(sign | encoded);
  const bool to_infinity = rounding == Rounding::nearest_even || (rounding == Rounding::up && sign == 0) ||
                           (rounding == Rounding::down && sign != 0);
  return static_cast<unsigned short>(sign | (to_infinity ? Format::kInfinity : Format::kInfinity - 1));
}

// Every 16-bit number is a float.
template <class Format>
__host__ __device__ __forceinline__ float decode(unsigned short encoded) {
  const unsigned sign = (encoded & 0x8000U) << 16;
  const unsigned shifted = (encoded & 0x7FFFU) << (23 - Format::kMantissaBits);
  // As a float this number has the right mantissa, but its exponent is off by the difference of the biases.
  constexpr unsigned kRescale = static_cast<unsigned>(127 + 126 + Format::kLowestExponent) << 23;
  auto magnitude = simt_bits::as<unsigned>(simt_bits::as<float>(shifted) * simt_bits::as<float>(kRescale));
  if ((encoded & Format::kInfinity) == Format::kInfinity) magnitude = shifted | 0x7F800000U;
  return simt_bits::as<float>(sign | magnitude);
}

}  // namespace simt_rounding
