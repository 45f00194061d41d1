// __nv_bfloat16 and __nv_bfloat162: the upper half of a float.
#pragma once

#include "simt_short_float.h"
#include "simt_short_float_casts.h"

#define SIMT_NUMBER __nv_bfloat16
#define SIMT_PAIR __nv_bfloat162
#define SIMT_FORMAT simt_rounding::BFloat16
#include "simt_short_number.h"
#include "simt_short_pair.h"
#undef SIMT_NUMBER
#undef SIMT_PAIR
#undef SIMT_FORMAT

template <>
inline constexpr bool simt_short::is_pair<__nv_bfloat162> = true;

using __nv_bfloat16_raw = simt_short::Raw<simt_rounding::BFloat16>;
using __nv_bfloat162_raw = simt_short::Raw2<simt_rounding::BFloat16>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

SIMT_SHORT_FLOAT_CASTS(bfloat16, __nv_bfloat16)

#ifdef __CUDA__
SIMT_SHUFFLES(__nv_bfloat16)
SIMT_SHUFFLES(__nv_bfloat162)
SIMT_MOVES(__nv_bfloat16)
SIMT_MOVES(__nv_bfloat162)
SIMT_SHORT_ATOMIC_ADD(__nv_bfloat16, 8U)
SIMT_SHORT_ATOMIC_ADD(__nv_bfloat162, 10U)
#endif

__host__ __device__ __forceinline__ short __bfloat16_as_short(__nv_bfloat16 x) {
  return static_cast<short>(x.bits());
}
__host__ __device__ __forceinline__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.bits(); }
__host__ __device__ __forceinline__ __nv_bfloat16 __short_as_bfloat16(short x) {
  return __nv_bfloat16::of_bits(static_cast<unsigned short>(x));
}
__host__ __device__ __forceinline__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) {
  return __nv_bfloat16::of_bits(x);
}

__host__ __device__ __forceinline__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
  return {x, y};
}
__host__ __device__ __forceinline__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
  return {x, y};
}
__host__ __device__ __forceinline__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
__host__ __device__ __forceinline__ __nv_bfloat162 __float2bfloat162_rn(float x) { return {x, x}; }
__host__ __device__ __forceinline__ __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {x, y}; }
__host__ __device__ __forceinline__ __nv_bfloat162 __float22bfloat162_rn(float2 v) { return {v.x, v.y}; }
__host__ __device__ __forceinline__ float2 __bfloat1622float2(__nv_bfloat162 v) {
  return make_float2(v.x.value(), v.y.value());
}
__host__ __device__ __forceinline__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
__host__ __device__ __forceinline__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
__host__ __device__ __forceinline__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return {v.x, v.x}; }
__host__ __device__ __forceinline__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return {v.y, v.y}; }
__host__ __device__ __forceinline__ __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {a.x, b.x};
}
__host__ __device__ __forceinline__ __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {a.y, b.y};
}
