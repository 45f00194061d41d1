// Arithmetic with a rounding in its name. CUDA Math API, "Single Precision Intrinsics" and "Double Precision
// Intrinsics". Directed, __fma_ of doubles is not there: it needs more than double's own arithmetic.
#pragma once

#include "simt_qualifiers.h"
#include "simt_rounding.h"

namespace simt_rounding {

// A sum of zero is negative if it is rounded down, unless both terms are +0 (IEEE 754, 6.3).
__host__ __device__ __forceinline__ double with_sign_of_zero(double sum, double a, double b, Rounding r) {
  return sum == 0 && r == Rounding::down && (signbit(a) || signbit(b)) ? -0.0 : sum;
}

// These take floats. A double holds the sum, product, quotient or root rounded to odd, which rounds on as the
// exact one does.
__host__ __device__ __forceinline__ float add(float a, float b, Rounding r) {
  return narrowed(with_sign_of_zero(odd_sum(a, b), a, b, r), r);
}
__host__ __device__ __forceinline__ float multiply(float a, float b, Rounding r) {
  return narrowed(static_cast<double>(a) * static_cast<double>(b), r);
}
__host__ __device__ __forceinline__ float multiply_add(float a, float b, float c, Rounding r) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  return narrowed(with_sign_of_zero(odd_sum(product, c), product, c, r), r);
}
// The residual is in units of the divisor, so that it has the sign of the remainder.
__host__ __device__ __forceinline__ double quotient_residual(double quotient, double a, double b) {
  const double remainder = fma(-quotient, b, a);
  return b < 0 ? -remainder : remainder;
}
__host__ __device__ __forceinline__ float divide(float a, float b, Rounding r) {
  const double quotient = static_cast<double>(a) / static_cast<double>(b);
  return narrowed(to_odd(quotient, quotient_residual(quotient, a, b)), r);
}
__host__ __device__ __forceinline__ float root(float a, Rounding r) {
  const double nearest = sqrt(static_cast<double>(a));
  return narrowed(to_odd(nearest, fma(-nearest, nearest, static_cast<double>(a))), r);
}

// Residuals of small numbers would vanish: they are computed of numbers that are scaled up. In decimals, since C++14 has no others with an
// exponent.
inline constexpr double kScale = 4.149515568880993e180;       // 2 ^ 600
inline constexpr double kRootOfScale = 2.037035976334486e90;  // 2 ^ 300
inline constexpr double kSmall = 1.499696813895631e-241;      // 2 ^ -800

__host__ __device__ __forceinline__ double add(double a, double b, Rounding r) {
  const Sum exact = exact_sum(a, b);
  if (isinf(exact.sum)) return in_direction(exact.sum, isinf(a) || isinf(b) ? 0.0 : -exact.sum, r);
  return with_sign_of_zero(in_direction(exact.sum, exact.residual, r), a, b, r);
}
__host__ __device__ __forceinline__ double multiply(double a, double b, Rounding r) {
  const double nearest = a * b;
  const bool is_zero = !(nearest < 0 || nearest > 0);
  if (isinf(nearest)) return in_direction(nearest, isinf(a) || isinf(b) ? 0.0 : -nearest, r);
  if (is_zero) {
    const bool is_exact = !(a < 0 || a > 0) || !(b < 0 || b > 0);
    return in_direction(nearest, is_exact ? 0.0 : signbit(nearest) ? -1.0 : 1.0, r);
  }
  if (fabs(nearest) >= kSmall) return in_direction(nearest, fma(a, b, -nearest), r);
  const bool a_is_small = fabs(a) < fabs(b);
  return in_direction(nearest, fma((a_is_small ? a : b) * kScale, a_is_small ? b : a, -nearest * kScale), r);
}
__host__ __device__ __forceinline__ double divide(double a, double b, Rounding r) {
  const double nearest = a / b;
  if (isinf(nearest)) {
    const bool is_exact = isinf(a) || !(b < 0 || b > 0);
    return in_direction(nearest, is_exact ? 0.0 : -nearest, r);
  }
  if (isinf(b)) return nearest;
  if (fabs(a) >= kSmall) return in_direction(nearest, quotient_residual(nearest, a, b), r);
  const bool b_is_large = fabs(b) > 1;
  const double quotient = b_is_large ? nearest * kScale : nearest;
  const double remainder = fma(-quotient, b_is_large ? b : b * kScale, a * kScale);
  return in_direction(nearest, b < 0 ? -remainder : remainder, r);
}
__host__ __device__ __forceinline__ double root(double a, Rounding r) {
  if (a > 0 && a < kSmall) return root(a * kScale, r) / kRootOfScale;
  const double nearest = sqrt(a);
  return isinf(a) ? nearest : in_direction(nearest, fma(-nearest, nearest, a), r);
}

}  // namespace simt_rounding

__device__ __forceinline__ float __fadd_rn(float a, float b) { return a + b; }
__device__ __forceinline__ float __fsub_rn(float a, float b) { return a - b; }
__device__ __forceinline__ float __fmul_rn(float a, float b) { return a * b; }
__device__ __forceinline__ float __fdiv_rn(float a, float b) { return a / b; }
__device__ __forceinline__ float __frcp_rn(float a) { return 1.0F / a; }
__device__ __forceinline__ float __fsqrt_rn(float a) { return sqrtf(a); }
__device__ __forceinline__ float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
__device__ __forceinline__ float __frsqrt_rn(float a) {
  return static_cast<float>(1.0 / sqrt(static_cast<double>(a)));
}
__device__ __forceinline__ double __dadd_rn(double a, double b) { return a + b; }
__device__ __forceinline__ double __dsub_rn(double a, double b) { return a - b; }
__device__ __forceinline__ double __dmul_rn(double a, double b) { return a * b; }
__device__ __forceinline__ double __ddiv_rn(double a, double b) { return a / b; }
__device__ __forceinline__ double __drcp_rn(double a) { return 1.0 / a; }
__device__ __forceinline__ double __dsqrt_rn(double a) { return sqrt(a); }
__device__ __forceinline__ double __fma_rn(double a, double b, double c) { return fma(a, b, c); }

// These are the same functions with the suffixes _rz, _ru and _rd.
#define SIMT_DIRECTED_ARITHMETIC(suffix, direction)                                                        \
  __device__ __forceinline__ float __fadd_##suffix(float a, float b) {                                     \
    return simt_rounding::add(a, b, simt_rounding::Rounding::direction);                                   \
  }                                                                                                        \
  __device__ __forceinline__ float __fsub_##suffix(float a, float b) { return __fadd_##suffix(a, -b); }    \
  __device__ __forceinline__ float __fmul_##suffix(float a, float b) {                                     \
    return simt_rounding::multiply(a, b, simt_rounding::Rounding::direction);                              \
  }                                                                                                        \
  __device__ __forceinline__ float __fdiv_##suffix(float a, float b) {                                     \
    return simt_rounding::divide(a, b, simt_rounding::Rounding::direction);                                \
  }                                                                                                        \
  __device__ __forceinline__ float __frcp_##suffix(float a) { return __fdiv_##suffix(1.0F, a); }           \
  __device__ __forceinline__ float __fsqrt_##suffix(float a) {                                             \
    return simt_rounding::root(a, simt_rounding::Rounding::direction);                                     \
  }                                                                                                        \
  __device__ __forceinline__ float __fmaf_##suffix(float a, float b, float c) {                            \
    return simt_rounding::multiply_add(a, b, c, simt_rounding::Rounding::direction);                       \
  }                                                                                                        \
  __device__ __forceinline__ double __dadd_##suffix(double a, double b) {                                  \
    return simt_rounding::add(a, b, simt_rounding::Rounding::direction);                                   \
  }                                                                                                        \
  __device__ __forceinline__ double __dsub_##suffix(double a, double b) { return __dadd_##suffix(a, -b); } \
  __device__ __forceinline__ double __dmul_##suffix(double a, double b) {                                  \
    return simt_rounding::multiply(a, b, simt_rounding::Rounding::direction);                              \
  }                                                                                                        \
  __device__ __forceinline__ double __ddiv_##suffix(double a, double b) {                                  \
    return simt_rounding::divide(a, b, simt_rounding::Rounding::direction);                                \
  }                                                                                                        \
  __device__ __forceinline__ double __drcp_##suffix(double a) { return __ddiv_##suffix(1.0, a); }          \
  __device__ __forceinline__ double __dsqrt_##suffix(double a) {                                           \
    return simt_rounding::root(a, simt_rounding::Rounding::direction);                                     \
  }

SIMT_DIRECTED_ARITHMETIC(rz, toward_zero)
SIMT_DIRECTED_ARITHMETIC(ru, up)
SIMT_DIRECTED_ARITHMETIC(rd, down)
#undef SIMT_DIRECTED_ARITHMETIC

#ifdef __CUDA__
#define SIMT_NO_DIRECTED_FMA(name)                                          \
  SIMT_UNSUPPORTED(#name " is not supported: of doubles there is __fma_rn") \
  __device__ double name(double, double, double);
SIMT_NO_DIRECTED_FMA(__fma_rz)
SIMT_NO_DIRECTED_FMA(__fma_ru)
SIMT_NO_DIRECTED_FMA(__fma_rd)
#undef SIMT_NO_DIRECTED_FMA
#endif
