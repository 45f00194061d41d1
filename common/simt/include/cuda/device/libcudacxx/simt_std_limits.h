// cuda::std::numeric_limits: the C++ library's constants, and its functions on both sides.
#pragma once

#include <limits>

#include "../simt_qualifiers.h"

namespace cuda {
namespace std {

// The functions, for integers; a type without limits has none.
template <class T, bool = ::std::numeric_limits<T>::is_integer>
struct simt_limits {
  __host__ __device__ static constexpr T min() noexcept {
    return ::std::numeric_limits<T>::is_signed ? static_cast<T>(-max() - 1) : T(0);
  }
  __host__ __device__ static constexpr T max() noexcept {
    return static_cast<T>(~0ULL >> (64 - ::std::numeric_limits<T>::digits));
  }
  __host__ __device__ static constexpr T lowest() noexcept { return min(); }
  __host__ __device__ static constexpr T epsilon() noexcept { return T(0); }
  __host__ __device__ static constexpr T infinity() noexcept { return T(0); }
  __host__ __device__ static constexpr T quiet_NaN() noexcept { return T(0); }
  __host__ __device__ static constexpr T denorm_min() noexcept { return T(0); }
};
template <class T>
struct simt_limits<T, false> {};
template <>
struct simt_limits<float, false> {
  __host__ __device__ static constexpr float min() noexcept { return __FLT_MIN__; }
  __host__ __device__ static constexpr float max() noexcept { return __FLT_MAX__; }
  __host__ __device__ static constexpr float lowest() noexcept { return -__FLT_MAX__; }
  __host__ __device__ static constexpr float epsilon() noexcept { return __FLT_EPSILON__; }
  __host__ __device__ static constexpr float infinity() noexcept { return __builtin_huge_valf(); }
  __host__ __device__ static constexpr float quiet_NaN() noexcept { return __builtin_nanf(""); }
  __host__ __device__ static constexpr float denorm_min() noexcept { return __FLT_DENORM_MIN__; }
};
template <>
struct simt_limits<double, false> {
  __host__ __device__ static constexpr double min() noexcept { return __DBL_MIN__; }
  __host__ __device__ static constexpr double max() noexcept { return __DBL_MAX__; }
  __host__ __device__ static constexpr double lowest() noexcept { return -__DBL_MAX__; }
  __host__ __device__ static constexpr double epsilon() noexcept { return __DBL_EPSILON__; }
  __host__ __device__ static constexpr double infinity() noexcept { return __builtin_huge_val(); }
  __host__ __device__ static constexpr double quiet_NaN() noexcept { return __builtin_nan(""); }
  __host__ __device__ static constexpr double denorm_min() noexcept { return __DBL_DENORM_MIN__; }
};

template <class T>
struct numeric_limits : simt_limits<T> {
  using Constants = ::std::numeric_limits<T>;
  static constexpr bool is_specialized = Constants::is_specialized;
  static constexpr bool is_signed = Constants::is_signed;
  static constexpr bool is_integer = Constants::is_integer;
  static constexpr bool is_exact = Constants::is_exact;
  static constexpr bool has_infinity = Constants::has_infinity;
  static constexpr bool has_quiet_NaN = Constants::has_quiet_NaN;
  static constexpr int radix = Constants::radix;
  static constexpr int digits = Constants::digits;
  static constexpr int digits10 = Constants::digits10;
  static constexpr int max_digits10 = Constants::max_digits10;
  static constexpr int min_exponent = Constants::min_exponent;
  static constexpr int max_exponent = Constants::max_exponent;
};
template <class T>
struct numeric_limits<const T> : numeric_limits<T> {};

}  // namespace std
}  // namespace cuda
