// The C library's functions of floating-point numbers, as kernels have them. CUDA Math API, "Single Precision
// Mathematical Functions", "Double Precision Mathematical Functions".
//
// Each is a device function beside the C library's for host code: for double, and for float with and without
// an f behind the name, in std too. As with nvcc, there is none for integers or for a float and a double, but
// pow. Compiler built-ins do the work: an instruction where the processor has one, the C mathematics library
// where not. The GPU's own results are within a few units in the last place of these. What stores through a
// pointer is written out here, so that the store is seen.
#pragma once

#include "simt_qualifiers.h"
#include "simt_standard_library.h"

// The C++ library has std::sinf and its like since version 14 of GCC.
#if _GLIBCXX_RELEASE >= 14
#define SIMT_IN_STD(name) \
  namespace std {         \
  using ::name;           \
  using ::name##f;        \
  }
#else
#define SIMT_IN_STD(name) \
  namespace std {         \
  using ::name;           \
  }
#endif

// Functions of one number.
#define SIMT_MATH_1(Result, FloatResult, name)                                               \
  __device__ __forceinline__ Result name(double x) { return __builtin_##name(x); }           \
  __device__ __forceinline__ FloatResult name(float x) { return __builtin_##name##f(x); }    \
  __device__ __forceinline__ FloatResult name##f(float x) { return __builtin_##name##f(x); } \
  SIMT_IN_STD(name)

SIMT_MATH_1(double, float, acos)
SIMT_MATH_1(double, float, acosh)
SIMT_MATH_1(double, float, asin)
SIMT_MATH_1(double, float, asinh)
SIMT_MATH_1(double, float, atan)
SIMT_MATH_1(double, float, atanh)
SIMT_MATH_1(double, float, cbrt)
SIMT_MATH_1(double, float, ceil)
SIMT_MATH_1(double, float, cos)
SIMT_MATH_1(double, float, cosh)
SIMT_MATH_1(double, float, erf)
SIMT_MATH_1(double, float, erfc)
SIMT_MATH_1(double, float, exp)
SIMT_MATH_1(double, float, exp2)
SIMT_MATH_1(double, float, expm1)
SIMT_MATH_1(double, float, fabs)
SIMT_MATH_1(double, float, floor)
SIMT_MATH_1(double, float, lgamma)
SIMT_MATH_1(double, float, log)
SIMT_MATH_1(double, float, log10)
SIMT_MATH_1(double, float, log1p)
SIMT_MATH_1(double, float, log2)
SIMT_MATH_1(double, float, logb)
SIMT_MATH_1(double, float, nearbyint)
SIMT_MATH_1(double, float, rint)
SIMT_MATH_1(double, float, round)
SIMT_MATH_1(double, float, sin)
SIMT_MATH_1(double, float, sinh)
SIMT_MATH_1(double, float, sqrt)
SIMT_MATH_1(double, float, tan)
SIMT_MATH_1(double, float, tanh)
SIMT_MATH_1(double, float, tgamma)
SIMT_MATH_1(double, float, trunc)
SIMT_MATH_1(int, int, ilogb)
SIMT_MATH_1(long, long, lrint)
SIMT_MATH_1(long, long, lround)
SIMT_MATH_1(long long, long long, llrint)
SIMT_MATH_1(long long, long long, llround)
#undef SIMT_MATH_1

// Functions of two numbers.
#define SIMT_MATH_2(name)                                                                          \
  __device__ __forceinline__ double name(double x, double y) { return __builtin_##name(x, y); }    \
  __device__ __forceinline__ float name(float x, float y) { return __builtin_##name##f(x, y); }    \
  __device__ __forceinline__ float name##f(float x, float y) { return __builtin_##name##f(x, y); } \
  SIMT_IN_STD(name)

SIMT_MATH_2(atan2)
SIMT_MATH_2(copysign)
SIMT_MATH_2(fdim)
SIMT_MATH_2(fmax)
SIMT_MATH_2(fmin)
SIMT_MATH_2(fmod)
SIMT_MATH_2(hypot)
SIMT_MATH_2(nextafter)
SIMT_MATH_2(pow)
SIMT_MATH_2(remainder)
#undef SIMT_MATH_2

// Takes any two numbers that are not both float.
template <class A, class B,
          class = typename std::enable_if<std::is_arithmetic<A>::value && std::is_arithmetic<B>::value>::type>
__device__ __forceinline__ double pow(A x, B y) {
  return __builtin_pow(static_cast<double>(x), static_cast<double>(y));
}
namespace std {
using ::pow;
}

// Functions of a number and an exponent.
#define SIMT_MATH_EXPONENT(name, Exponent)                                                            \
  __device__ __forceinline__ double name(double x, Exponent n) { return __builtin_##name(x, n); }     \
  __device__ __forceinline__ float name(float x, Exponent n) { return __builtin_##name##f(x, n); }    \
  __device__ __forceinline__ float name##f(float x, Exponent n) { return __builtin_##name##f(x, n); } \
  SIMT_IN_STD(name)

SIMT_MATH_EXPONENT(ldexp, int)
SIMT_MATH_EXPONENT(scalbn, int)
SIMT_MATH_EXPONENT(scalbln, long)
#undef SIMT_MATH_EXPONENT

__device__ __forceinline__ double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
__device__ __forceinline__ float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__device__ __forceinline__ float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__device__ __forceinline__ int abs(int x) { return __builtin_abs(x); }
__device__ __forceinline__ long abs(long x) { return __builtin_labs(x); }
__device__ __forceinline__ long long abs(long long x) { return __builtin_llabs(x); }
__device__ __forceinline__ float abs(float x) { return __builtin_fabsf(x); }
__device__ __forceinline__ double abs(double x) { return __builtin_fabs(x); }
__device__ __forceinline__ long labs(long x) { return __builtin_labs(x); }
__device__ __forceinline__ long long llabs(long long x) { return __builtin_llabs(x); }

// These functions classify a number.
__device__ __forceinline__ bool isnan(float x) { return __builtin_isnan(x); }
__device__ __forceinline__ bool isnan(double x) { return __builtin_isnan(x); }
__device__ __forceinline__ bool isinf(float x) { return __builtin_isinf(x); }
__device__ __forceinline__ bool isinf(double x) { return __builtin_isinf(x); }
__device__ __forceinline__ bool isfinite(float x) { return __builtin_isfinite(x); }
__device__ __forceinline__ bool isfinite(double x) { return __builtin_isfinite(x); }
__device__ __forceinline__ bool signbit(float x) { return __builtin_signbitf(x); }
__device__ __forceinline__ bool signbit(double x) { return __builtin_signbit(x); }

__device__ __forceinline__ double nan(const char*) { return __builtin_nan(""); }
__device__ __forceinline__ float nanf(const char*) { return __builtin_nanf(""); }

// Results through pointers.
__device__ __forceinline__ double modf(double x, double* integral) {
  const double whole = trunc(x);
  *integral = whole;
  return copysign(isinf(x) ? 0.0 : x - whole, x);
}
__device__ __forceinline__ float modf(float x, float* integral) {
  const float whole = truncf(x);
  *integral = whole;
  return copysignf(isinf(x) ? 0.0F : x - whole, x);
}
__device__ __forceinline__ float modff(float x, float* integral) { return modf(x, integral); }
__device__ __forceinline__ double frexp(double x, int* exponent) {
  const int scale = x == 0 || !isfinite(x) ? 0 : ilogb(x) + 1;
  *exponent = scale;
  return ldexp(x, -scale);
}
__device__ __forceinline__ float frexp(float x, int* exponent) {
  const int scale = x == 0 || !isfinite(x) ? 0 : ilogbf(x) + 1;
  *exponent = scale;
  return ldexpf(x, -scale);
}
__device__ __forceinline__ float frexpf(float x, int* exponent) { return frexp(x, exponent); }
// The quotient's sign and its three lowest bits.
__device__ __forceinline__ double remquo(double x, double y, int* quotient) {
  const double rest = remainder(fabs(x), fabs(y));
  const double eighths = fmod(fabs(x), 8 * fabs(y));
  const int bits = static_cast<int>(rint((eighths - rest) / fabs(y))) & 7;
  *quotient = signbit(x) != signbit(y) ? -bits : bits;
  return signbit(x) ? -rest : rest;
}
__device__ __forceinline__ float remquo(float x, float y, int* quotient) {
  return static_cast<float>(remquo(static_cast<double>(x), static_cast<double>(y), quotient));
}
__device__ __forceinline__ float remquof(float x, float y, int* quotient) { return remquo(x, y, quotient); }

SIMT_IN_STD(fma)
SIMT_IN_STD(modf)
SIMT_IN_STD(frexp)
SIMT_IN_STD(remquo)
SIMT_IN_STD(nan)
#undef SIMT_IN_STD

namespace std {
using ::abs;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::labs;
using ::llabs;
using ::signbit;
}  // namespace std
