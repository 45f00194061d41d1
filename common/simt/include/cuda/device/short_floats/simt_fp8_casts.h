// Conversions between numbers of 8 bits and others, by CUDA's names. CUDA Math API, "FP8 Conversion and Data
// Movement".
#pragma once

#include "simt_bfloat16.h"
#include "simt_fp8.h"
#include "simt_half.h"

using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned int;

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#define SIMT_BOTH_SIDES __host__ __device__ __forceinline__

// The NaN of a double keeps its sign, and in E5M2 some of its bits.
SIMT_BOTH_SIDES __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation,
                                                          __nv_fp8_interpretation_t kind) {
  if (x != x) {
    const auto bits = simt_bits::as<unsigned long long>(x);
    const unsigned magnitude = kind == __NV_E4M3 ? simt_fp8::kNaN : 0x7EU | (bits >> 50 & 3U);
    return static_cast<__nv_fp8_storage_t>(bits >> 63 << 7 | magnitude);
  }
  const bool stays_finite = saturation == __NV_SATFINITE;
  return kind == __NV_E4M3 ? simt_fp8::encode<simt_fp8::E4M3>(x, stays_finite)
                           : simt_fp8::encode<simt_fp8::E5M2>(x, stays_finite);
}
SIMT_BOTH_SIDES __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation,
                                                         __nv_fp8_interpretation_t kind) {
  if (x != x) return simt_fp8::kNaN;
  return __nv_cvt_double_to_fp8(static_cast<double>(x), saturation, kind);
}
SIMT_BOTH_SIDES __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturation,
                                                           __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__half(x).value(), saturation, kind);
}
SIMT_BOTH_SIDES __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                               __nv_saturation_t saturation,
                                                               __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__nv_bfloat16(x).value(), saturation, kind);
}

// The first of a pair is in the low bits.
#define SIMT_FP8_PAIR(name, Pair, single)                                            \
  SIMT_BOTH_SIDES __nv_fp8x2_storage_t name(Pair pair, __nv_saturation_t saturation, \
                                            __nv_fp8_interpretation_t kind) {        \
    const unsigned low = single(pair.x, saturation, kind);                           \
    const unsigned high = single(pair.y, saturation, kind);                          \
    return static_cast<__nv_fp8x2_storage_t>(high << 8 | low);                       \
  }
namespace simt_fp8 {
SIMT_BOTH_SIDES unsigned char of_half(unsigned short x, __nv_saturation_t saturation,
                                      __nv_fp8_interpretation_t kind) {
  return __nv_cvt_halfraw_to_fp8({x}, saturation, kind);
}
SIMT_BOTH_SIDES unsigned char of_bfloat16(unsigned short x, __nv_saturation_t saturation,
                                          __nv_fp8_interpretation_t kind) {
  return __nv_cvt_bfloat16raw_to_fp8({x}, saturation, kind);
}
}  // namespace simt_fp8
SIMT_FP8_PAIR(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8)
SIMT_FP8_PAIR(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8)
SIMT_FP8_PAIR(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, simt_fp8::of_half)
SIMT_FP8_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, simt_fp8::of_bfloat16)
#undef SIMT_FP8_PAIR

SIMT_BOTH_SIDES __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  const float value =
      kind == __NV_E4M3 ? simt_fp8::decode<simt_fp8::E4M3>(x) : simt_fp8::decode<simt_fp8::E5M2>(x);
  return __half(value);
}
SIMT_BOTH_SIDES __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                       __nv_fp8_interpretation_t kind) {
  return {__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), kind).x,
          __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x >> 8), kind).x};
}
