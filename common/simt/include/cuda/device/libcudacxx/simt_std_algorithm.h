// min, max and clamp in cuda::std.
#pragma once

#include "simt_std_utility.h"

namespace cuda {
namespace std {

template <class T>
__host__ __device__ __forceinline__ constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T, class Less>
__host__ __device__ __forceinline__ constexpr const T& min(const T& a, const T& b, Less less) {
  return less(b, a) ? b : a;
}
template <class T>
__host__ __device__ __forceinline__ constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T, class Less>
__host__ __device__ __forceinline__ constexpr const T& max(const T& a, const T& b, Less less) {
  return less(a, b) ? b : a;
}
template <class T>
__host__ __device__ __forceinline__ constexpr const T& clamp(const T& x, const T& low, const T& high) {
  return x < low ? low : high < x ? high : x;
}
template <class T, class Less>
__host__ __device__ __forceinline__ constexpr const T& clamp(const T& x, const T& low, const T& high,
                                                             Less less) {
  return less(x, low) ? low : less(high, x) ? high : x;
}

}  // namespace std
}  // namespace cuda
