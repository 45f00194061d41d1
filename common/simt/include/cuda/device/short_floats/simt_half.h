// __half and __half2: IEEE 754 binary16.
#pragma once

#include "simt_short_float.h"
#include "simt_short_float_casts.h"

#define SIMT_NUMBER __half
#define SIMT_PAIR __half2
#define SIMT_FORMAT simt_rounding::Binary16
#include "simt_short_number.h"
#include "simt_short_pair.h"
#undef SIMT_NUMBER
#undef SIMT_PAIR
#undef SIMT_FORMAT

template <>
inline constexpr bool simt_short::is_pair<__half2> = true;

using __half_raw = simt_short::Raw<simt_rounding::Binary16>;
using __half2_raw = simt_short::Raw2<simt_rounding::Binary16>;
using half = __half;
using half2 = __half2;

SIMT_SHORT_FLOAT_CASTS(half, __half)

#ifdef __CUDA__
SIMT_SHUFFLES(__half)
SIMT_SHUFFLES(__half2)
SIMT_MOVES(__half)
SIMT_MOVES(__half2)
SIMT_SHORT_ATOMIC_ADD(__half, 7U)
SIMT_SHORT_ATOMIC_ADD(__half2, 9U)
#endif

__host__ __device__ __forceinline__ short __half_as_short(__half x) { return static_cast<short>(x.bits()); }
__host__ __device__ __forceinline__ unsigned short __half_as_ushort(__half x) { return x.bits(); }
__host__ __device__ __forceinline__ __half __short_as_half(short x) {
  return __half::of_bits(static_cast<unsigned short>(x));
}
__host__ __device__ __forceinline__ __half __ushort_as_half(unsigned short x) { return __half::of_bits(x); }

__host__ __device__ __forceinline__ __half2 make_half2(__half x, __half y) { return {x, y}; }
__host__ __device__ __forceinline__ __half2 __halves2half2(__half x, __half y) { return {x, y}; }
__host__ __device__ __forceinline__ __half2 __half2half2(__half x) { return {x, x}; }
__host__ __device__ __forceinline__ __half2 __float2half2_rn(float x) { return {x, x}; }
__host__ __device__ __forceinline__ __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
__host__ __device__ __forceinline__ __half2 __float22half2_rn(float2 v) { return {v.x, v.y}; }
__host__ __device__ __forceinline__ float2 __half22float2(__half2 v) {
  return make_float2(v.x.value(), v.y.value());
}
__host__ __device__ __forceinline__ __half __low2half(__half2 v) { return v.x; }
__host__ __device__ __forceinline__ __half __high2half(__half2 v) { return v.y; }
__host__ __device__ __forceinline__ __half2 __low2half2(__half2 v) { return {v.x, v.x}; }
__host__ __device__ __forceinline__ __half2 __high2half2(__half2 v) { return {v.y, v.y}; }
__host__ __device__ __forceinline__ __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
__host__ __device__ __forceinline__ __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
