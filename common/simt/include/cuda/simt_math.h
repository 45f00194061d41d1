// Functions of floating-point numbers, and what CUDA adds to the C library's. CUDA Math API, "Single
// Precision Mathematical Functions", "Double Precision Mathematical Functions", "Single Precision
// Intrinsics".
//
// The GPU's own are within a few units in the last place of these; those with __ in front within more.
#pragma once

// These two, not <cmath> and <cstdlib>, give sqrt(float), abs(float) and so on their C++ overloads outside of
// std.
#include <math.h>
#include <stdlib.h>

#include <type_traits>

#include "simt_qualifiers.h"

// Some of these the C library has too, and it stores through pointers without the machine's knowledge; some
// come with later versions of it. So they have its linkage.
extern "C" {
__forceinline__ void sincosf(float x, float* sine, float* cosine) noexcept {
  *sine = sinf(x);
  *cosine = cosf(x);
}
__forceinline__ void sincos(double x, double* sine, double* cosine) noexcept {
  *sine = sin(x);
  *cosine = cos(x);
}
__forceinline__ float modff(float x, float* integral) noexcept {
  const float whole = truncf(x);
  *integral = whole;
  return copysignf(isinf(x) ? 0.0F : x - whole, x);
}
__forceinline__ double modf(double x, double* integral) noexcept {
  const double whole = trunc(x);
  *integral = whole;
  return copysign(isinf(x) ? 0.0 : x - whole, x);
}
__forceinline__ float frexpf(float x, int* exponent) noexcept {
  const int scale = x == 0 || !isfinite(x) ? 0 : ilogbf(x) + 1;
  *exponent = scale;
  return ldexpf(x, -scale);
}
__forceinline__ double frexp(double x, int* exponent) noexcept {
  const int scale = x == 0 || !isfinite(x) ? 0 : ilogb(x) + 1;
  *exponent = scale;
  return ldexp(x, -scale);
}
// The quotient's sign and its three lowest bits.
__forceinline__ double remquo(double x, double y, int* quotient) noexcept {
  const double rest = remainder(fabs(x), fabs(y));
  const double eighths = fmod(fabs(x), 8 * fabs(y));
  const int bits = static_cast<int>(rint((eighths - rest) / fabs(y))) & 7;
  *quotient = signbit(x) != signbit(y) ? -bits : bits;
  return signbit(x) ? -rest : rest;
}
__forceinline__ float remquof(float x, float y, int* quotient) noexcept {
  return static_cast<float>(remquo(static_cast<double>(x), static_cast<double>(y), quotient));
}

__forceinline__ float rsqrtf(float x) noexcept {
  return static_cast<float>(1.0 / sqrt(static_cast<double>(x)));
}
__forceinline__ double rsqrt(double x) noexcept { return 1.0 / sqrt(x); }
__forceinline__ float rcbrtf(float x) noexcept {
  return static_cast<float>(1.0 / cbrt(static_cast<double>(x)));
}
__forceinline__ double rcbrt(double x) noexcept { return 1.0 / cbrt(x); }

// Of the angle that is left of x after whole turns: exact at multiples of a half.
__forceinline__ double sinpi(double x) noexcept {
  const double turns = remainder(x, 2.0);
  if (fabs(turns) > 0.5) return sin(M_PI * (copysign(1.0, turns) - turns));
  return sin(M_PI * turns);
}
__forceinline__ double cospi(double x) noexcept {
  const double turns = fabs(remainder(x, 2.0));
  if (turns > 0.75) return -cos(M_PI * (1.0 - turns));
  return turns < 0.25 ? cos(M_PI * turns) : sin(M_PI * (0.5 - turns));
}
__forceinline__ float sinpif(float x) noexcept { return static_cast<float>(sinpi(x)); }
__forceinline__ float cospif(float x) noexcept { return static_cast<float>(cospi(x)); }
__forceinline__ void sincospif(float x, float* sine, float* cosine) noexcept {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
__forceinline__ void sincospi(double x, double* sine, double* cosine) noexcept {
  *sine = sinpi(x);
  *cosine = cospi(x);
}

__forceinline__ double rhypot(double x, double y) noexcept { return 1.0 / hypot(x, y); }
__forceinline__ float rhypotf(float x, float y) noexcept { return static_cast<float>(rhypot(x, y)); }
__forceinline__ double norm3d(double x, double y, double z) noexcept { return hypot(hypot(x, y), z); }
__forceinline__ float norm3df(float x, float y, float z) noexcept {
  return static_cast<float>(norm3d(x, y, z));
}
__forceinline__ double rnorm3d(double x, double y, double z) noexcept { return 1.0 / norm3d(x, y, z); }
__forceinline__ float rnorm3df(float x, float y, float z) noexcept {
  return static_cast<float>(rnorm3d(x, y, z));
}
__forceinline__ double norm4d(double x, double y, double z, double w) noexcept {
  return hypot(hypot(x, y), hypot(z, w));
}
__forceinline__ float norm4df(float x, float y, float z, float w) noexcept {
  return static_cast<float>(norm4d(x, y, z, w));
}
__forceinline__ double rnorm4d(double x, double y, double z, double w) noexcept {
  return 1.0 / norm4d(x, y, z, w);
}
__forceinline__ float rnorm4df(float x, float y, float z, float w) noexcept {
  return static_cast<float>(rnorm4d(x, y, z, w));
}
__forceinline__ double norm(int dimension, const double* p) noexcept {
  double length = 0;
  for (int i = 0; i < dimension; ++i) length = hypot(length, p[i]);
  return length;
}
__forceinline__ float normf(int dimension, const float* p) noexcept {
  double length = 0;
  for (int i = 0; i < dimension; ++i) length = hypot(length, static_cast<double>(p[i]));
  return static_cast<float>(length);
}
__forceinline__ double rnorm(int dimension, const double* p) noexcept { return 1.0 / norm(dimension, p); }
__forceinline__ float rnormf(int dimension, const float* p) noexcept { return 1.0F / normf(dimension, p); }

__forceinline__ double normcdf(double x) noexcept { return 0.5 * erfc(-x * M_SQRT1_2); }
__forceinline__ float normcdff(float x) noexcept { return static_cast<float>(normcdf(x)); }
__forceinline__ float fdividef(float x, float y) noexcept { return x / y; }
}

// The overloads that CUDA has for float.
__forceinline__ float rsqrt(float x) { return rsqrtf(x); }
__forceinline__ float rcbrt(float x) { return rcbrtf(x); }
__forceinline__ float sinpi(float x) { return sinpif(x); }
__forceinline__ float cospi(float x) { return cospif(x); }
__forceinline__ float normcdf(float x) { return normcdff(x); }
__forceinline__ float exp10(float x) { return exp10f(x); }
__forceinline__ void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
__forceinline__ void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }

__forceinline__ float __expf(float x) { return expf(x); }
__forceinline__ float __exp10f(float x) { return exp10f(x); }
__forceinline__ float __logf(float x) { return logf(x); }
__forceinline__ float __log2f(float x) { return log2f(x); }
__forceinline__ float __log10f(float x) { return log10f(x); }
__forceinline__ float __sinf(float x) { return sinf(x); }
__forceinline__ float __cosf(float x) { return cosf(x); }
__forceinline__ float __tanf(float x) { return tanf(x); }
__forceinline__ float __tanhf(float x) { return tanhf(x); }
__forceinline__ void __sincosf(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
__forceinline__ float __powf(float x, float y) { return powf(x, y); }
__forceinline__ float __fdividef(float x, float y) { return x / y; }
__forceinline__ float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }  // a NaN gives 0

// CUDA's min and max take mixed arithmetic types; the result is their common type (CUDA Math API, "Integer
// Mathematical Functions"). Of a number and a NaN they give the number, as fmin and fmax do.
template <class A, class B>
constexpr auto min(A a, B b) -> decltype(a + b) {
  using Common = decltype(a + b);
  const auto x = static_cast<Common>(a);
  const auto y = static_cast<Common>(b);
  return y < x || x != x ? y : x;
}
template <class A, class B>
constexpr auto max(A a, B b) -> decltype(a + b) {
  using Common = decltype(a + b);
  const auto x = static_cast<Common>(a);
  const auto y = static_cast<Common>(b);
  return x < y || x != x ? y : x;
}
constexpr unsigned umin(unsigned a, unsigned b) { return min(a, b); }
constexpr unsigned umax(unsigned a, unsigned b) { return max(a, b); }
constexpr long long llmin(long long a, long long b) { return min(a, b); }
constexpr long long llmax(long long a, long long b) { return max(a, b); }
constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }
