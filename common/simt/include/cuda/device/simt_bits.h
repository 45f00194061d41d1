// Values as their bits, and back.
#pragma once

#include "simt_qualifiers.h"

namespace simt_bits {

// The bits of a value as those of another type of its size, or zero-extended to a larger one.
template <class To, class From>
__host__ __device__ __forceinline__ To as(From from) {
  static_assert(sizeof(To) >= sizeof(From), "bits would be lost");
  To to{};
  __builtin_memcpy(&to, &from, sizeof from);
  return to;
}
// …and back.
template <class To, class From>
__host__ __device__ __forceinline__ To low_bits_as(From from) {
  static_assert(sizeof(To) <= sizeof(From), "there are not so many bits");
  To to;
  __builtin_memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}

// The number of zeros below the lowest bit of `x`, which has one. A name of its own because __builtin_ctz is a host function
// for kernel files (simt_host_builtins.h).
__host__ __device__ __forceinline__ constexpr int trailing_zeros(unsigned x) { return __builtin_ctz(x); }
__host__ __device__ __forceinline__ constexpr int trailing_zeros(unsigned long long x) {
  return __builtin_ctzll(x);
}

}  // namespace simt_bits
