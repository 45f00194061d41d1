// The inverses of the error functions, and erfc scaled, which no C library has: for kernels and for host
// code. CUDA Math API, "Double Precision Mathematical Functions".
#pragma once

#ifdef __CUDA__
#include "simt_math.h"
#else
#include <cmath>
#endif

namespace simt_error {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kSqrtPi = 1.77245385090551602730;
inline constexpr double kSqrt2 = 1.41421356237309504880;

#ifdef __CUDA__
#define SIMT_ERROR_FUNCTION __device__ inline
#else
#define SIMT_ERROR_FUNCTION inline
using std::copysign;
using std::erf;
using std::erfc;
using std::exp;
using std::fabs;
using std::log;
using std::sqrt;
#endif

// exp(x²) erfc(x): for large x as a continued fraction, since erfc is 0 there.
SIMT_ERROR_FUNCTION double scaled_erfc(double x) {
  constexpr double kLarge = 10;
  if (x < kLarge) return exp(x * x) * erfc(x);
  double fraction = 0;
  for (int k = 60; k > 0; --k) fraction = k * 0.5 / (x + fraction);
  return 1 / (kSqrtPi * (x + fraction));
}

// The argument is in 0 < y <= 1. Winitzki's approximation is improved by Newton's method on erfc, which keeps
// its digits near 0.
SIMT_ERROR_FUNCTION double inverse_of_small_erfc(double y) {
  constexpr double kA = 0.147;
  const double logarithm = log(y * (2 - y));
  const double half = 2 / (kPi * kA) + logarithm / 2;
  double x = sqrt(sqrt(half * half - logarithm / kA) - half);
  for (int i = 0; i < 4; ++i) {
    const double error = erfc(x) - y;
    const double slope = -2 / kSqrtPi * exp(-x * x);
    if (slope == 0) break;
    const double step = error / slope;
    x -= step / (1 + x * step);  // Halley's
  }
  return x;
}

SIMT_ERROR_FUNCTION double inverse_erfc(double y) {
  if (!(y >= 0 && y <= 2)) return __builtin_nan("");
  if (y == 0) return __builtin_inf();
  if (y == 2) return -__builtin_inf();
  return y > 1 ? -inverse_of_small_erfc(2 - y) : inverse_of_small_erfc(y);
}

SIMT_ERROR_FUNCTION double inverse_erf(double y) {
  constexpr double kSmall = 0.5;
  if (fabs(y) > kSmall) return copysign(inverse_erfc(1 - fabs(y)), y);
  double x = y * kSqrtPi / 2;
  for (int i = 0; i < 6; ++i) x -= (erf(x) - y) / (2 / kSqrtPi * exp(-x * x));
  return y == 0 ? y : x;
}

#undef SIMT_ERROR_FUNCTION

}  // namespace simt_error
