// Casts with a rounding in their name, and values read as other types. CUDA Math API, "Type Casting
// Intrinsics".
#pragma once

#include "simt_rounding.h"

namespace simt_rounding {

__host__ __device__ __forceinline__ double to_integral(double x, Rounding rounding) {
  if (rounding == Rounding::toward_zero) return trunc(x);
  if (rounding == Rounding::up) return ceil(x);
  if (rounding == Rounding::down) return floor(x);
  return rint(x);
}

template <class Integer>
constexpr bool kSigned = static_cast<Integer>(-1) < static_cast<Integer>(0);
template <class Integer>
constexpr Integer kHighest = static_cast<Integer>(~0ULL >>
                                                  (64 - 8 * sizeof(Integer) + (kSigned<Integer> ? 1 : 0)));
template <class Integer>
constexpr Integer kLowest = kSigned<Integer> ? static_cast<Integer>(-kHighest<Integer> - 1) : Integer{0};

// Values out of range give the nearest that there is. A NaN gives 0, or the highest bit alone where doubles
// or 64 bits take part (PTX ISA, "cvt").
template <class To, class From>
__host__ __device__ __forceinline__ To to_integer(From from, Rounding rounding) {
  constexpr bool kWide = sizeof(To) == 8 || sizeof(From) == 8;
  // The value is a NaN. NOLINTNEXTLINE(misc-redundant-expression)
  if (from != from) return kWide ? static_cast<To>(1ULL << (8 * sizeof(To) - 1)) : To{0};
  const double integral = to_integral(static_cast<double>(from), rounding);
  if (integral <= static_cast<double>(kLowest<To>)) return kLowest<To>;
  // The largest integer of 64 bits rounds up as a double, to the first value that is out of range.
  if (integral >= static_cast<double>(kHighest<To>)) return kHighest<To>;
  return static_cast<To>(integral);
}

// An integer as two doubles, a nearest one and the exact rest.
template <class Integer>
__host__ __device__ __forceinline__ Sum exact_sum_of(Integer value) {
  constexpr auto kLow = static_cast<Integer>(0xFFFFFFFFULL);
  return exact_sum(static_cast<double>(value & ~kLow), static_cast<double>(value & kLow));
}
template <class Integer>
__host__ __device__ __forceinline__ float to_float(Integer value, Rounding rounding) {
  if constexpr (sizeof(Integer) < 8) {
    return narrowed(static_cast<double>(value), rounding);
  } else {
    const Sum exact = exact_sum_of(value);
    return narrowed(to_odd(exact.sum, exact.residual), rounding);
  }
}
template <class Integer>
__host__ __device__ __forceinline__ double to_double(Integer value, Rounding rounding) {
  const Sum exact = exact_sum_of(value);
  return in_direction(exact.sum, exact.residual, rounding);
}

}  // namespace simt_rounding

// __float2int_rn, __int2float_rn and so on: each pair of types, each rounding.
#define SIMT_CASTS(name, Integer, suffix, rounding)                                  \
  __device__ __forceinline__ Integer __float2##name##_##suffix(float x) {            \
    return simt_rounding::to_integer<Integer>(x, simt_rounding::Rounding::rounding); \
  }                                                                                  \
  __device__ __forceinline__ Integer __double2##name##_##suffix(double x) {          \
    return simt_rounding::to_integer<Integer>(x, simt_rounding::Rounding::rounding); \
  }                                                                                  \
  __device__ __forceinline__ float __##name##2float_##suffix(Integer x) {            \
    return simt_rounding::to_float(x, simt_rounding::Rounding::rounding);            \
  }
#define SIMT_CASTS_ROUNDED(suffix, rounding)                                      \
  SIMT_CASTS(int, int, suffix, rounding)                                          \
  SIMT_CASTS(uint, unsigned int, suffix, rounding)                                \
  SIMT_CASTS(ll, long long, suffix, rounding)                                     \
  SIMT_CASTS(ull, unsigned long long, suffix, rounding)                           \
  __device__ __forceinline__ double __ll2double_##suffix(long long x) {           \
    return simt_rounding::to_double(x, simt_rounding::Rounding::rounding);        \
  }                                                                               \
  __device__ __forceinline__ double __ull2double_##suffix(unsigned long long x) { \
    return simt_rounding::to_double(x, simt_rounding::Rounding::rounding);        \
  }                                                                               \
  __device__ __forceinline__ float __double2float_##suffix(double x) {            \
    return simt_rounding::narrowed(x, simt_rounding::Rounding::rounding);         \
  }

SIMT_CASTS_ROUNDED(rn, nearest_even)
SIMT_CASTS_ROUNDED(rz, toward_zero)
SIMT_CASTS_ROUNDED(ru, up)
SIMT_CASTS_ROUNDED(rd, down)
#undef SIMT_CASTS_ROUNDED
#undef SIMT_CASTS

// Doubles hold these exactly.
__device__ __forceinline__ double __int2double_rn(int x) { return x; }
__device__ __forceinline__ double __uint2double_rn(unsigned x) { return x; }

__device__ __forceinline__ int __float_as_int(float x) { return simt_bits::as<int>(x); }
__device__ __forceinline__ unsigned __float_as_uint(float x) { return simt_bits::as<unsigned>(x); }
__device__ __forceinline__ float __int_as_float(int x) { return simt_bits::as<float>(x); }
__device__ __forceinline__ float __uint_as_float(unsigned x) { return simt_bits::as<float>(x); }
__device__ __forceinline__ long long __double_as_longlong(double x) { return simt_bits::as<long long>(x); }
__device__ __forceinline__ double __longlong_as_double(long long x) { return simt_bits::as<double>(x); }
__device__ __forceinline__ int __double2hiint(double x) {
  return static_cast<int>(__double_as_longlong(x) >> 32);
}
__device__ __forceinline__ int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
__device__ __forceinline__ double __hiloint2double(int high, int low) {
  return __longlong_as_double(
      static_cast<long long>(static_cast<unsigned long long>(high) << 32 | static_cast<unsigned>(low)));
}
