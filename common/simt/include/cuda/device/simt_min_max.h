// CUDA's min and max, on both sides: for the pairs of types that CUDA has them for. Of a number and a NaN
// they give the number. CUDA Math API, "Integer Mathematical Functions".
#pragma once

#include "simt_qualifiers.h"

#define SIMT_INTEGER_MIN_MAX(Result, A, B)                   \
  __host__ __device__ __forceinline__ Result min(A a, B b) { \
    const auto x = static_cast<Result>(a);                   \
    const auto y = static_cast<Result>(b);                   \
    return y < x ? y : x;                                    \
  }                                                          \
  __host__ __device__ __forceinline__ Result max(A a, B b) { \
    const auto x = static_cast<Result>(a);                   \
    const auto y = static_cast<Result>(b);                   \
    return x < y ? y : x;                                    \
  }
#define SIMT_SIGNED_AND_UNSIGNED(Signed, Unsigned)   \
  SIMT_INTEGER_MIN_MAX(Signed, Signed, Signed)       \
  SIMT_INTEGER_MIN_MAX(Unsigned, Unsigned, Unsigned) \
  SIMT_INTEGER_MIN_MAX(Unsigned, Signed, Unsigned)   \
  SIMT_INTEGER_MIN_MAX(Unsigned, Unsigned, Signed)

SIMT_SIGNED_AND_UNSIGNED(int, unsigned)
SIMT_SIGNED_AND_UNSIGNED(long, unsigned long)
SIMT_SIGNED_AND_UNSIGNED(long long, unsigned long long)
#undef SIMT_INTEGER_MIN_MAX
#undef SIMT_SIGNED_AND_UNSIGNED

__host__ __device__ __forceinline__ float min(float a, float b) { return __builtin_fminf(a, b); }
__host__ __device__ __forceinline__ double min(double a, double b) { return __builtin_fmin(a, b); }
__host__ __device__ __forceinline__ double min(float a, double b) { return __builtin_fmin(a, b); }
__host__ __device__ __forceinline__ double min(double a, float b) { return __builtin_fmin(a, b); }
__host__ __device__ __forceinline__ float max(float a, float b) { return __builtin_fmaxf(a, b); }
__host__ __device__ __forceinline__ double max(double a, double b) { return __builtin_fmax(a, b); }
__host__ __device__ __forceinline__ double max(float a, double b) { return __builtin_fmax(a, b); }
__host__ __device__ __forceinline__ double max(double a, float b) { return __builtin_fmax(a, b); }

__host__ __device__ __forceinline__ unsigned umin(unsigned a, unsigned b) { return min(a, b); }
__host__ __device__ __forceinline__ unsigned umax(unsigned a, unsigned b) { return max(a, b); }
__host__ __device__ __forceinline__ long long llmin(long long a, long long b) { return min(a, b); }
__host__ __device__ __forceinline__ long long llmax(long long a, long long b) { return max(a, b); }
__host__ __device__ __forceinline__ unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
__host__ __device__ __forceinline__ unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}
