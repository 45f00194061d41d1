// What CUDA adds to the C library's functions. CUDA Math API, "Single Precision Mathematical Functions",
// "Double Precision Mathematical Functions", "Single Precision Intrinsics", "Integer Mathematical Functions".
//
// The GPU's own results are within a few units in the last place of these; those with __ in front within
// more.
#pragma once

#include "simt_error_functions.h"
#include "simt_math.h"
#include "simt_qualifiers.h"

// The C mathematics library has these, and the compiler no built-in for them.
extern "C" {
__device__ __attribute__((const)) double exp10(double x);
__device__ __attribute__((const)) float exp10f(float x);
__device__ __attribute__((const)) double j0(double x);
__device__ __attribute__((const)) float j0f(float x);
__device__ __attribute__((const)) double j1(double x);
__device__ __attribute__((const)) float j1f(float x);
__device__ __attribute__((const)) double jn(int n, double x);
__device__ __attribute__((const)) float jnf(int n, float x);
__device__ __attribute__((const)) double y0(double x);
__device__ __attribute__((const)) float y0f(float x);
__device__ __attribute__((const)) double y1(double x);
__device__ __attribute__((const)) float y1f(float x);
__device__ __attribute__((const)) double yn(int n, double x);
__device__ __attribute__((const)) float ynf(int n, float x);
}
__device__ __forceinline__ float exp10(float x) { return exp10f(x); }

__device__ __forceinline__ void sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
__device__ __forceinline__ void sincos(double x, double* sine, double* cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
__device__ __forceinline__ void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }

__device__ __forceinline__ double rsqrt(double x) { return 1.0 / sqrt(x); }
__device__ __forceinline__ float rsqrt(float x) {
  return static_cast<float>(1.0 / sqrt(static_cast<double>(x)));
}
__device__ __forceinline__ float rsqrtf(float x) { return rsqrt(x); }
__device__ __forceinline__ double rcbrt(double x) { return 1.0 / cbrt(x); }
__device__ __forceinline__ float rcbrt(float x) {
  return static_cast<float>(1.0 / cbrt(static_cast<double>(x)));
}
__device__ __forceinline__ float rcbrtf(float x) { return rcbrt(x); }

// remainder(x, 2.0), by functions that the compiler knows the results of where it knows x.
__device__ __forceinline__ double simt_left_of_turns(double x) {
  const double left = x - 2.0 * rint(0.5 * x);
  return left == 0.0 ? copysign(left, x) : left;
}
// Takes the sine of the angle that is left of x after whole turns, so that it is exact at multiples of a
// half.
__device__ __forceinline__ double sinpi(double x) {
  const double turns = simt_left_of_turns(x);
  if (fabs(turns) > 0.5) return sin(M_PI * (copysign(1.0, turns) - turns));
  return sin(M_PI * turns);
}
__device__ __forceinline__ double cospi(double x) {
  const double turns = fabs(simt_left_of_turns(x));
  if (turns > 0.75) return -cos(M_PI * (1.0 - turns));
  return turns < 0.25 ? cos(M_PI * turns) : sin(M_PI * (0.5 - turns));
}
__device__ __forceinline__ float sinpi(float x) { return static_cast<float>(sinpi(static_cast<double>(x))); }
__device__ __forceinline__ float cospi(float x) { return static_cast<float>(cospi(static_cast<double>(x))); }
__device__ __forceinline__ float sinpif(float x) { return sinpi(x); }
__device__ __forceinline__ float cospif(float x) { return cospi(x); }
__device__ __forceinline__ void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
__device__ __forceinline__ void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
__device__ __forceinline__ void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }

__device__ __forceinline__ double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
__device__ __forceinline__ float rhypotf(float x, float y) {
  return static_cast<float>(rhypot(static_cast<double>(x), static_cast<double>(y)));
}
__device__ __forceinline__ float rhypot(float x, float y) { return rhypotf(x, y); }
__device__ __forceinline__ double norm3d(double x, double y, double z) { return hypot(hypot(x, y), z); }
__device__ __forceinline__ float norm3df(float x, float y, float z) {
  return static_cast<float>(norm3d(x, y, z));
}
__device__ __forceinline__ double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
__device__ __forceinline__ float rnorm3df(float x, float y, float z) {
  return static_cast<float>(rnorm3d(x, y, z));
}
__device__ __forceinline__ double norm4d(double x, double y, double z, double w) {
  return hypot(hypot(x, y), hypot(z, w));
}
__device__ __forceinline__ float norm4df(float x, float y, float z, float w) {
  return static_cast<float>(norm4d(x, y, z, w));
}
__device__ __forceinline__ double rnorm4d(double x, double y, double z, double w) {
  return 1.0 / norm4d(x, y, z, w);
}
__device__ __forceinline__ float rnorm4df(float x, float y, float z, float w) {
  return static_cast<float>(rnorm4d(x, y, z, w));
}
__device__ __forceinline__ double norm(int dimension, const double* p) {
  double length = 0;
  for (int i = 0; i < dimension; ++i) length = hypot(length, p[i]);
  return length;
}
__device__ __forceinline__ float normf(int dimension, const float* p) {
  double length = 0;
  for (int i = 0; i < dimension; ++i) length = hypot(length, static_cast<double>(p[i]));
  return static_cast<float>(length);
}
__device__ __forceinline__ double rnorm(int dimension, const double* p) { return 1.0 / norm(dimension, p); }
__device__ __forceinline__ float rnormf(int dimension, const float* p) { return 1.0F / normf(dimension, p); }

__device__ __forceinline__ double normcdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
__device__ __forceinline__ float normcdff(float x) {
  return static_cast<float>(normcdf(static_cast<double>(x)));
}
__device__ __forceinline__ float normcdf(float x) { return normcdff(x); }
__device__ __forceinline__ float fdividef(float x, float y) { return x / y; }
__device__ __forceinline__ double fdivide(double x, double y) { return x / y; }

#define SIMT_ERROR_FUNCTION(name, value)                             \
  __device__ __forceinline__ double name(double x) { return value; } \
  __device__ __forceinline__ float name##f(float x) {                \
    return static_cast<float>(name(static_cast<double>(x)));         \
  }
SIMT_ERROR_FUNCTION(erfinv, simt_error::inverse_erf(x))
SIMT_ERROR_FUNCTION(erfcinv, simt_error::inverse_erfc(x))
SIMT_ERROR_FUNCTION(erfcx, simt_error::scaled_erfc(x))
SIMT_ERROR_FUNCTION(normcdfinv, -simt_error::kSqrt2* simt_error::inverse_erfc(2 * x))
#undef SIMT_ERROR_FUNCTION

#define SIMT_NO_FUNCTION(name)                                                                        \
  SIMT_UNSUPPORTED(#name " is not supported: no library here has it") __device__ double name(double); \
  SIMT_UNSUPPORTED(#name "f is not supported: no library here has it") __device__ float name##f(float);
SIMT_NO_FUNCTION(cyl_bessel_i0)
SIMT_NO_FUNCTION(cyl_bessel_i1)
#undef SIMT_NO_FUNCTION

// As a GPU computes them (CUDA C++ Programming Guide, "Intrinsic Functions"): by powers and logarithms of 2, which are exact
// here, and less exact where the argument is large.
__device__ __forceinline__ float __log2f(float x) { return log2f(x); }
__device__ __forceinline__ float __expf(float x) { return exp2f(x * 1.442695041F); }
__device__ __forceinline__ float __exp10f(float x) { return exp2f(x * 3.321928095F); }
__device__ __forceinline__ float __logf(float x) { return log2f(x) * 0.693147181F; }
__device__ __forceinline__ float __log10f(float x) { return log2f(x) * 0.301029996F; }
__device__ __forceinline__ float __powf(float x, float y) { return exp2f(y * log2f(x)); }
__device__ __forceinline__ float __sinf(float x) { return sinf(x); }
__device__ __forceinline__ float __cosf(float x) { return cosf(x); }
__device__ __forceinline__ float __tanf(float x) { return tanf(x); }
__device__ __forceinline__ float __tanhf(float x) { return tanhf(x); }
__device__ __forceinline__ void __sincosf(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
__device__ __forceinline__ float __fdividef(float x, float y) {
#pragma clang fp reassociate(on)
  return x / y;  // simtcc knows by the flag that this is no division that rounds correctly
}
__device__ __forceinline__ float __saturatef(float x) {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}  // a NaN gives 0
