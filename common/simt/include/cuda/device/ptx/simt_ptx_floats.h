// Floating-point arithmetic with a rounding in its name, of 16 bits, and least and greatest values. PTX ISA,
// "Floating Point Instructions" and "Half Precision Floating Point Instructions".
#pragma once

#include "../short_floats/simt_bfloat16.h"
#include "../short_floats/simt_half.h"

namespace simt_ptx {

using simt_rounding::Rounding;

__device__ __forceinline__ float f32(unsigned bits) { return simt_bits::as<float>(bits); }
__device__ __forceinline__ double f64(unsigned long long bits) { return simt_bits::as<double>(bits); }
__device__ __forceinline__ unsigned bits_of(float x) { return simt_bits::as<unsigned>(x); }
__device__ __forceinline__ unsigned long long bits_of(double x) {
  return simt_bits::as<unsigned long long>(x);
}

// The flags of simtcc: 1 gives a NaN where one takes part, 2 the product of the signs to what is larger.
constexpr unsigned kKeepsNaN = 1;
constexpr unsigned kXorsSign = 2;

// Compares by the order of the numbers, with -0 below +0. `Mantissa` is the number of bits below the
// exponent.
template <class T, unsigned Mantissa>
__device__ __forceinline__ T extreme(T a, T b, unsigned flags, bool is_max) {
  constexpr unsigned kSignAt = 8 * sizeof(T) - 1;
  const T sign = static_cast<T>(T{1} << kSignAt);
  const T magnitude = static_cast<T>(sign - 1);
  const T infinity = static_cast<T>(magnitude & ~((T{1} << Mantissa) - 1));
  const T product = static_cast<T>((a ^ b) & sign);
  if ((flags & kXorsSign) != 0) {
    a &= magnitude;
    b &= magnitude;
  }
  const bool a_is_nan = (a & magnitude) > infinity;
  const bool b_is_nan = (b & magnitude) > infinity;
  if ((a_is_nan && b_is_nan) || ((flags & kKeepsNaN) != 0 && (a_is_nan || b_is_nan))) return magnitude;
  // The order puts positive numbers above every negative one. Among positive numbers larger bits are larger;
  // among negative ones, smaller bits.
  const T a_order = (a & sign) != 0 ? static_cast<T>(~a) : static_cast<T>(a | sign);
  const T b_order = (b & sign) != 0 ? static_cast<T>(~b) : static_cast<T>(b | sign);
  const bool is_a = b_is_nan || (!a_is_nan && (is_max ? a_order >= b_order : a_order <= b_order));
  const T chosen = is_a ? a : b;
  return (flags & kXorsSign) != 0 ? static_cast<T>(chosen | product) : chosen;
}

}  // namespace simt_ptx

extern "C" {

#define SIMT_PTX_DIRECTED(name, T, read)                                                                    \
  __device__ T simt_ptx_add_##name(T a, T b, unsigned r) {                                                  \
    return simt_ptx::bits_of(                                                                               \
        simt_rounding::add(simt_ptx::read(a), simt_ptx::read(b), static_cast<simt_ptx::Rounding>(r)));      \
  }                                                                                                         \
  __device__ T simt_ptx_sub_##name(T a, T b, unsigned r) {                                                  \
    return simt_ptx::bits_of(                                                                               \
        simt_rounding::add(simt_ptx::read(a), -simt_ptx::read(b), static_cast<simt_ptx::Rounding>(r)));     \
  }                                                                                                         \
  __device__ T simt_ptx_mul_##name(T a, T b, unsigned r) {                                                  \
    return simt_ptx::bits_of(                                                                               \
        simt_rounding::multiply(simt_ptx::read(a), simt_ptx::read(b), static_cast<simt_ptx::Rounding>(r))); \
  }                                                                                                         \
  __device__ T simt_ptx_div_##name(T a, T b, unsigned r) {                                                  \
    return simt_ptx::bits_of(                                                                               \
        simt_rounding::divide(simt_ptx::read(a), simt_ptx::read(b), static_cast<simt_ptx::Rounding>(r)));   \
  }                                                                                                         \
  __device__ T simt_ptx_rcp_##name(T a, unsigned r) {                                                       \
    return simt_ptx::bits_of(                                                                               \
        simt_rounding::divide(1, simt_ptx::read(a), static_cast<simt_ptx::Rounding>(r)));                   \
  }                                                                                                         \
  __device__ T simt_ptx_sqrt_##name(T a, unsigned r) {                                                      \
    return simt_ptx::bits_of(simt_rounding::root(simt_ptx::read(a), static_cast<simt_ptx::Rounding>(r)));   \
  }                                                                                                         \
  __device__ T simt_ptx_max_##name(T a, T b, unsigned flags) {                                              \
    return simt_ptx::extreme < T, sizeof(T) == 4 ? 23 : 52 > (a, b, flags, true);                           \
  }                                                                                                         \
  __device__ T simt_ptx_min_##name(T a, T b, unsigned flags) {                                              \
    return simt_ptx::extreme < T, sizeof(T) == 4 ? 23 : 52 > (a, b, flags, false);                          \
  }
SIMT_PTX_DIRECTED(f32, unsigned, f32)
SIMT_PTX_DIRECTED(f64, unsigned long long, f64)
#undef SIMT_PTX_DIRECTED

__device__ unsigned simt_ptx_fma_f32(unsigned a, unsigned b, unsigned c, unsigned r) {
  return simt_ptx::bits_of(simt_rounding::multiply_add(simt_ptx::f32(a), simt_ptx::f32(b), simt_ptx::f32(c),
                                                       static_cast<simt_ptx::Rounding>(r)));
}

#define SIMT_PTX_SHORT_BINARY(instruction, name, T, function)                                     \
  __device__ unsigned short simt_ptx_##instruction##_##name(unsigned short a, unsigned short b) { \
    return function(T::of_bits(a), T::of_bits(b)).bits();                                         \
  }
#define SIMT_PTX_SHORT_UNARY(instruction, name, T, function)                    \
  __device__ unsigned short simt_ptx_##instruction##_##name(unsigned short a) { \
    return function(T::of_bits(a)).bits();                                      \
  }
#define SIMT_PTX_SHORT(name, T, Mantissa)                                                               \
  SIMT_PTX_SHORT_BINARY(add, name, T, __hadd)                                                           \
  SIMT_PTX_SHORT_BINARY(sub, name, T, __hsub)                                                           \
  SIMT_PTX_SHORT_BINARY(mul, name, T, __hmul)                                                           \
  SIMT_PTX_SHORT_UNARY(ex2, name, T, hexp2)                                                             \
  SIMT_PTX_SHORT_UNARY(tanh, name, T, htanh)                                                            \
  __device__ unsigned short simt_ptx_fma_##name(unsigned short a, unsigned short b, unsigned short c) { \
    return __hfma(T::of_bits(a), T::of_bits(b), T::of_bits(c)).bits();                                  \
  }                                                                                                     \
  __device__ unsigned short simt_ptx_max_##name(unsigned short a, unsigned short b, unsigned flags) {   \
    return simt_ptx::extreme<unsigned short, Mantissa>(a, b, flags, true);                              \
  }                                                                                                     \
  __device__ unsigned short simt_ptx_min_##name(unsigned short a, unsigned short b, unsigned flags) {   \
    return simt_ptx::extreme<unsigned short, Mantissa>(a, b, flags, false);                             \
  }
SIMT_PTX_SHORT(f16, __half, 10)
SIMT_PTX_SHORT(bf16, __nv_bfloat16, 7)
#undef SIMT_PTX_SHORT
#undef SIMT_PTX_SHORT_BINARY
#undef SIMT_PTX_SHORT_UNARY
}
