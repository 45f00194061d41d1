// cvt, by the names of its two types. PTX ISA, "cvt".
#pragma once

#include "../short_floats/simt_fp8.h"
#include "simt_ptx_floats.h"

namespace simt_ptx {

// 19 bits of a float: nearest and away from zero (4), nearest even (0), or toward zero (1).
__device__ __forceinline__ unsigned to_tf32(unsigned bits, unsigned how) {
  constexpr unsigned kDropped = 13;
  constexpr unsigned kBelow = (1U << kDropped) - 1;
  if ((bits & 0x7FFFFFFFU) > 0x7F800000U) return how == 4 ? bits & ~kBelow : 0x7FFFFFFFU & ~kBelow;
  if ((bits & 0x7F800000U) == 0x7F800000U) return bits;
  const unsigned half = 1U << (kDropped - 1);
  const unsigned added = how == 4 ? half : how == 0 ? half - 1 + (bits >> kDropped & 1U) : 0;
  return (bits + added) & ~kBelow;
}

__device__ __forceinline__ __half half_of(unsigned short bits) { return __half::of_bits(bits); }

// Infinities become the largest number.
template <class Format>
__device__ __forceinline__ unsigned short finite(unsigned short bits) {
  const bool is_infinite = (bits & 0x7FFFU) == Format::kInfinity;
  return static_cast<unsigned short>(is_infinite ? bits - 1 : bits);
}

template <class Kind>
__device__ __forceinline__ unsigned short fp8_pair(double high, double low, bool is_relu) {
  const auto rectified = [&](double x) { return is_relu && x <= 0 ? 0.0 : x; };
  const unsigned upper = simt_fp8::encode<Kind>(rectified(high), true);
  return static_cast<unsigned short>(upper << 8 | simt_fp8::encode<Kind>(rectified(low), true));
}

template <class Kind>
__device__ __forceinline__ unsigned half_pair(unsigned short both, bool is_relu) {
  unsigned result = 0;
  for (unsigned i = 0; i < 2; ++i) {
    const float x = simt_fp8::decode<Kind>(static_cast<unsigned char>(both >> 8 * i));
    const __half number = is_relu && x <= 0 ? __half(0.0F) : __half(x);
    result |= static_cast<unsigned>(number.bits()) << 16 * i;
  }
  return result;
}

}  // namespace simt_ptx

extern "C" {

__device__ unsigned simt_ptx_cvt_f32_f16(unsigned short a) {
  return simt_ptx::bits_of(__half::of_bits(a).value());
}
__device__ unsigned simt_ptx_cvt_f32_bf16(unsigned short a) { return static_cast<unsigned>(a) << 16; }
__device__ unsigned long long simt_ptx_cvt_f64_f16(unsigned short a) {
  return simt_ptx::bits_of(static_cast<double>(__half::of_bits(a).value()));
}
__device__ unsigned long long simt_ptx_cvt_f64_bf16(unsigned short a) {
  return simt_ptx::bits_of(static_cast<double>(__nv_bfloat16::of_bits(a).value()));
}
__device__ unsigned long long simt_ptx_cvt_f64_f32(unsigned a) {
  return simt_ptx::bits_of(static_cast<double>(simt_ptx::f32(a)));
}
__device__ unsigned simt_ptx_cvt_f32_f64(unsigned long long a, unsigned r) {
  return simt_ptx::bits_of(simt_rounding::narrowed(simt_ptx::f64(a), static_cast<simt_ptx::Rounding>(r)));
}

#define SIMT_PTX_TO_SHORT(name, T)                                                                       \
  __device__ unsigned short simt_ptx_cvt_##name##_f32(unsigned a, unsigned r) {                          \
    return T::rounded(static_cast<double>(simt_ptx::f32(a)), static_cast<simt_ptx::Rounding>(r)).bits(); \
  }                                                                                                      \
  __device__ unsigned short simt_ptx_cvt_##name##_f64(unsigned long long a, unsigned r) {                \
    return T::rounded(simt_ptx::f64(a), static_cast<simt_ptx::Rounding>(r)).bits();                      \
  }                                                                                                      \
  __device__ unsigned short simt_ptx_cvt_##name##_s64(long long a, unsigned r) {                         \
    return T::from(a, static_cast<simt_ptx::Rounding>(r)).bits();                                        \
  }                                                                                                      \
  __device__ unsigned short simt_ptx_cvt_##name##_u64(unsigned long long a, unsigned r) {                \
    return T::from(a, static_cast<simt_ptx::Rounding>(r)).bits();                                        \
  }                                                                                                      \
  __device__ unsigned short simt_ptx_cvt_integral_##name(unsigned short a, unsigned r) {                 \
    const double x = static_cast<double>(T::of_bits(a).value());                                         \
    return T(simt_rounding::to_integral(x, static_cast<simt_ptx::Rounding>(r))).bits();                  \
  }
SIMT_PTX_TO_SHORT(f16, __half)
SIMT_PTX_TO_SHORT(bf16, __nv_bfloat16)
#undef SIMT_PTX_TO_SHORT

__device__ unsigned short simt_ptx_cvt_bf16_f16(unsigned short a, unsigned r) {
  const double x = static_cast<double>(__half::of_bits(a).value());
  return __nv_bfloat16::rounded(x, static_cast<simt_ptx::Rounding>(r)).bits();
}
__device__ unsigned short simt_ptx_cvt_f16_bf16(unsigned short a) {
  return __half(__nv_bfloat16::of_bits(a).value()).bits();
}
__device__ unsigned short simt_ptx_cvt_f16_finite_f16(unsigned short a) {
  return simt_ptx::finite<simt_rounding::Binary16>(a);
}
__device__ unsigned short simt_ptx_cvt_bf16_finite_bf16(unsigned short a) {
  return simt_ptx::finite<simt_rounding::BFloat16>(a);
}

__device__ unsigned simt_ptx_cvt_f32_s64(long long a, unsigned r) {
  return simt_ptx::bits_of(simt_rounding::to_float(a, static_cast<simt_ptx::Rounding>(r)));
}
__device__ unsigned simt_ptx_cvt_f32_u64(unsigned long long a, unsigned r) {
  return simt_ptx::bits_of(simt_rounding::to_float(a, static_cast<simt_ptx::Rounding>(r)));
}
__device__ unsigned long long simt_ptx_cvt_f64_s64(long long a, unsigned r) {
  return simt_ptx::bits_of(simt_rounding::to_double(a, static_cast<simt_ptx::Rounding>(r)));
}
__device__ unsigned long long simt_ptx_cvt_f64_u64(unsigned long long a, unsigned r) {
  return simt_ptx::bits_of(simt_rounding::to_double(a, static_cast<simt_ptx::Rounding>(r)));
}

#define SIMT_PTX_TO_INTEGER(name, T)                                                           \
  __device__ T simt_ptx_cvt_##name##_f32(unsigned a, unsigned r) {                             \
    return simt_rounding::to_integer<T>(simt_ptx::f32(a), static_cast<simt_ptx::Rounding>(r)); \
  }                                                                                            \
  __device__ T simt_ptx_cvt_##name##_f64(unsigned long long a, unsigned r) {                   \
    return simt_rounding::to_integer<T>(simt_ptx::f64(a), static_cast<simt_ptx::Rounding>(r)); \
  }
SIMT_PTX_TO_INTEGER(s8, signed char)
SIMT_PTX_TO_INTEGER(u8, unsigned char)
SIMT_PTX_TO_INTEGER(s16, short)
SIMT_PTX_TO_INTEGER(u16, unsigned short)
SIMT_PTX_TO_INTEGER(s32, int)
SIMT_PTX_TO_INTEGER(u32, unsigned)
SIMT_PTX_TO_INTEGER(s64, long long)
SIMT_PTX_TO_INTEGER(u64, unsigned long long)
#undef SIMT_PTX_TO_INTEGER

__device__ unsigned simt_ptx_cvt_integral_f32(unsigned a, unsigned r) {
  const double x = static_cast<double>(simt_ptx::f32(a));
  return simt_ptx::bits_of(
      static_cast<float>(simt_rounding::to_integral(x, static_cast<simt_ptx::Rounding>(r))));
}
__device__ unsigned long long simt_ptx_cvt_integral_f64(unsigned long long a, unsigned r) {
  return simt_ptx::bits_of(simt_rounding::to_integral(simt_ptx::f64(a), static_cast<simt_ptx::Rounding>(r)));
}

__device__ unsigned simt_ptx_cvt_tf32_f32(unsigned a, unsigned how) { return simt_ptx::to_tf32(a, how); }

#define SIMT_PTX_FP8(name, Kind)                                                                       \
  __device__ unsigned short simt_ptx_cvt_##name##_f32(unsigned high, unsigned low, unsigned is_relu) { \
    return simt_ptx::fp8_pair<Kind>(static_cast<double>(simt_ptx::f32(high)),                          \
                                    static_cast<double>(simt_ptx::f32(low)), is_relu != 0);            \
  }                                                                                                    \
  __device__ unsigned short simt_ptx_cvt_##name##_f16x2(unsigned both, unsigned is_relu) {             \
    const auto number = [&](unsigned shift) {                                                          \
      return static_cast<double>(__half::of_bits(static_cast<unsigned short>(both >> shift)).value()); \
    };                                                                                                 \
    return simt_ptx::fp8_pair<Kind>(number(16), number(0), is_relu != 0);                              \
  }                                                                                                    \
  __device__ unsigned simt_ptx_cvt_f16x2_##name(unsigned short both, unsigned is_relu) {               \
    return simt_ptx::half_pair<Kind>(both, is_relu != 0);                                              \
  }
SIMT_PTX_FP8(e4m3x2, simt_fp8::E4M3)
SIMT_PTX_FP8(e5m2x2, simt_fp8::E5M2)
#undef SIMT_PTX_FP8
}
