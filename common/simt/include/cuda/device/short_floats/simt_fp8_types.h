// __nv_fp8_e4m3, __nv_fp8_e5m2, and two and four of them in one word. CUDA Math API, "C++ struct for handling
// fp8 data type". What is too large for one becomes its largest number.
#pragma once

#include "../simt_vector_types.h"
#include "simt_fp8_casts.h"

namespace simt_fp8 {

template <class Kind>
class Number {
 public:
  __nv_fp8_storage_t __x;

  Number() = default;
  SIMT_BOTH_SIDES explicit Number(double x) : __x(encode<Kind>(x, true)) {}
  SIMT_BOTH_SIDES explicit Number(float x) : Number(static_cast<double>(x)) {}
  SIMT_BOTH_SIDES explicit Number(__half x) : Number(x.value()) {}
  SIMT_BOTH_SIDES explicit Number(__nv_bfloat16 x) : Number(x.value()) {}
#define SIMT_FROM(Integer) \
  SIMT_BOTH_SIDES explicit Number(Integer x) : Number(static_cast<float>(x)) {}
  SIMT_FROM(short)
  SIMT_FROM(unsigned short)
  SIMT_FROM(int)
  SIMT_FROM(unsigned)
  SIMT_FROM(long)
  SIMT_FROM(unsigned long)
  SIMT_FROM(long long)
  SIMT_FROM(unsigned long long)
#undef SIMT_FROM

  SIMT_BOTH_SIDES explicit operator float() const { return decode<Kind>(__x); }
  SIMT_BOTH_SIDES explicit operator double() const { return static_cast<double>(decode<Kind>(__x)); }
  SIMT_BOTH_SIDES explicit operator __half() const { return __half(decode<Kind>(__x)); }
  SIMT_BOTH_SIDES explicit operator __nv_bfloat16() const { return __nv_bfloat16(decode<Kind>(__x)); }
  SIMT_BOTH_SIDES explicit operator bool() const { return (__x & 0x7FU) != 0; }
#define SIMT_TO(Integer)                                                                                \
  SIMT_BOTH_SIDES explicit operator Integer() const {                                                   \
    return simt_rounding::to_integer<Integer>(decode<Kind>(__x), simt_rounding::Rounding::toward_zero); \
  }
  SIMT_TO(char)
  SIMT_TO(signed char)
  SIMT_TO(unsigned char)
  SIMT_TO(short)
  SIMT_TO(unsigned short)
  SIMT_TO(int)
  SIMT_TO(unsigned)
  SIMT_TO(long)
  SIMT_TO(unsigned long)
  SIMT_TO(long long)
  SIMT_TO(unsigned long long)
#undef SIMT_TO
};

template <class Kind>
SIMT_BOTH_SIDES unsigned joined(double low, double high) {
  return static_cast<unsigned>(encode<Kind>(high, true)) << 8 | encode<Kind>(low, true);
}

template <class Kind>
class alignas(2) Pair {
 public:
  __nv_fp8x2_storage_t __x;

  Pair() = default;
  SIMT_BOTH_SIDES explicit Pair(double2 v) : __x(static_cast<unsigned short>(joined<Kind>(v.x, v.y))) {}
  SIMT_BOTH_SIDES explicit Pair(float2 v)
      : __x(static_cast<unsigned short>(joined<Kind>(static_cast<double>(v.x), static_cast<double>(v.y)))) {}
  SIMT_BOTH_SIDES explicit Pair(__half2 v) : Pair(float2{v.x.value(), v.y.value()}) {}
  SIMT_BOTH_SIDES explicit Pair(__nv_bfloat162 v) : Pair(float2{v.x.value(), v.y.value()}) {}

  SIMT_BOTH_SIDES explicit operator float2() const {
    return {decode<Kind>(static_cast<unsigned char>(__x)),
            decode<Kind>(static_cast<unsigned char>(__x >> 8))};
  }
  SIMT_BOTH_SIDES explicit operator __half2() const {
    const auto both = static_cast<float2>(*this);
    return {__half(both.x), __half(both.y)};
  }
};

template <class Kind>
class alignas(4) Quad {
 public:
  __nv_fp8x4_storage_t __x;

  Quad() = default;
  SIMT_BOTH_SIDES explicit Quad(double4 v) : __x(joined<Kind>(v.x, v.y) | joined<Kind>(v.z, v.w) << 16) {}
  SIMT_BOTH_SIDES explicit Quad(float4 v)
      : __x(joined<Kind>(static_cast<double>(v.x), static_cast<double>(v.y)) |
            joined<Kind>(static_cast<double>(v.z), static_cast<double>(v.w)) << 16) {}
  SIMT_BOTH_SIDES explicit Quad(__half2 low, __half2 high)
      : Quad(float4{low.x.value(), low.y.value(), high.x.value(), high.y.value()}) {}
  SIMT_BOTH_SIDES explicit Quad(__nv_bfloat162 low, __nv_bfloat162 high)
      : Quad(float4{low.x.value(), low.y.value(), high.x.value(), high.y.value()}) {}

  SIMT_BOTH_SIDES explicit operator float4() const {
    return {decode<Kind>(static_cast<unsigned char>(__x)), decode<Kind>(static_cast<unsigned char>(__x >> 8)),
            decode<Kind>(static_cast<unsigned char>(__x >> 16)),
            decode<Kind>(static_cast<unsigned char>(__x >> 24))};
  }
};

}  // namespace simt_fp8

using __nv_fp8_e4m3 = simt_fp8::Number<simt_fp8::E4M3>;
using __nv_fp8_e5m2 = simt_fp8::Number<simt_fp8::E5M2>;
using __nv_fp8x2_e4m3 = simt_fp8::Pair<simt_fp8::E4M3>;
using __nv_fp8x2_e5m2 = simt_fp8::Pair<simt_fp8::E5M2>;
using __nv_fp8x4_e4m3 = simt_fp8::Quad<simt_fp8::E4M3>;
using __nv_fp8x4_e5m2 = simt_fp8::Quad<simt_fp8::E5M2>;

#undef SIMT_BOTH_SIDES
