// Bits of unsigned integers, and bit_cast, in cuda::std.
#pragma once

#include "../simt_bits.h"
#include "../simt_qualifiers.h"
#include "simt_std_limits.h"

namespace cuda {
namespace std {

template <class To, class From>
__host__ __device__ __forceinline__ constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
template <class T>
__host__ __device__ __forceinline__ constexpr int popcount(T x) noexcept {
  return __builtin_popcountll(x);
}
template <class T>
__host__ __device__ __forceinline__ constexpr int countl_zero(T x) noexcept {
  return x == 0 ? numeric_limits<T>::digits : __builtin_clzll(x) - (64 - numeric_limits<T>::digits);
}
template <class T>
__host__ __device__ __forceinline__ constexpr int countr_zero(T x) noexcept {
  return x == 0 ? numeric_limits<T>::digits : simt_bits::trailing_zeros(static_cast<unsigned long long>(x));
}
template <class T>
__host__ __device__ __forceinline__ constexpr bool has_single_bit(T x) noexcept {
  return x != 0 && (x & (x - 1)) == 0;
}
template <class T>
__host__ __device__ __forceinline__ constexpr int bit_width(T x) noexcept {
  return numeric_limits<T>::digits - cuda::std::countl_zero(x);
}
template <class T>
__host__ __device__ __forceinline__ constexpr T bit_floor(T x) noexcept {
  return x == 0 ? T(0) : static_cast<T>(T(1) << (cuda::std::bit_width(x) - 1));
}
template <class T>
__host__ __device__ __forceinline__ constexpr T bit_ceil(T x) noexcept {
  return x <= 1 ? T(1) : static_cast<T>(T(1) << cuda::std::bit_width(static_cast<T>(x - 1)));
}
template <class T>
__host__ __device__ __forceinline__ constexpr T rotl(T x, int by) noexcept {
  constexpr int kDigits = numeric_limits<T>::digits;
  const int left = ((by % kDigits) + kDigits) % kDigits;
  return left == 0 ? x : static_cast<T>(x << left | x >> (kDigits - left));
}
template <class T>
__host__ __device__ __forceinline__ constexpr T rotr(T x, int by) noexcept {
  return cuda::std::rotl(x, -by);
}

}  // namespace std
}  // namespace cuda
