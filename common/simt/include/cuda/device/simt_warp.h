// Warp intrinsics: votes, matches, reductions and shuffles, for the types that CUDA has them for. CUDA C++
// Programming Guide, "Warp Vote", "Warp Match", "Warp Reduce" and "Warp Shuffle Functions".
#pragma once

#include "simt_indices.h"

namespace simt_warp {

constexpr unsigned kAllLanes = 0xFFFFFFFFU;

// The numbers of simt::abi::Shuffle and simt::abi::Reduce.
enum class Shuffle : unsigned { index, up, down, exclusive_or };
enum class Reduce : unsigned {
  add,
  minimum_signed,
  maximum_signed,
  minimum,
  maximum,
  bit_and,
  bit_or,
  bit_xor
};

// Values of at most 8 bytes.
template <Shuffle How, class T>
__device__ __forceinline__ T shuffle(unsigned mask, T value, int operand, int width) {
  const unsigned long long bits = simt_bits::as<unsigned long long>(value);
  return simt_bits::low_bits_as<T>(simt_shuffle(mask, bits, static_cast<unsigned>(How), operand, width));
}
template <class T>
__device__ __forceinline__ unsigned match(unsigned mask, T value) {
  return simt_match(mask, simt_bits::as<unsigned long long>(value));
}
template <Reduce How, class T>
__device__ __forceinline__ T reduce(unsigned mask, T value) {
  return static_cast<T>(simt_reduce(mask, static_cast<unsigned>(value), static_cast<unsigned>(How)));
}

}  // namespace simt_warp

__device__ __forceinline__ unsigned __activemask() { return simt_active_mask(); }
__device__ __forceinline__ void __syncwarp(unsigned mask) { simt_sync_warp(mask); }
__device__ __forceinline__ void __syncwarp() { simt_sync_warp(simt_warp::kAllLanes); }

__device__ __forceinline__ unsigned __ballot_sync(unsigned mask, int predicate) {
  return simt_ballot(mask, predicate);
}
__device__ __forceinline__ int __any_sync(unsigned mask, int predicate) {
  return simt_ballot(mask, predicate) != 0;
}
__device__ __forceinline__ int __all_sync(unsigned mask, int predicate) {
  return simt_ballot(mask, !predicate) == 0;
}
// Whether all lanes pass the same truth.
__device__ __forceinline__ int __uni_sync(unsigned mask, int predicate) {
  const unsigned lanes = simt_ballot(mask, predicate);
  return lanes == 0 || lanes == mask;
}

#define SIMT_SHUFFLES(T)                                                                                  \
  __device__ __forceinline__ T __shfl_sync(unsigned mask, T value, int source, int width = 32) {          \
    return simt_warp::shuffle<simt_warp::Shuffle::index>(mask, value, source, width);                     \
  }                                                                                                       \
  __device__ __forceinline__ T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {   \
    return simt_warp::shuffle<simt_warp::Shuffle::up>(mask, value, static_cast<int>(delta), width);       \
  }                                                                                                       \
  __device__ __forceinline__ T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) { \
    return simt_warp::shuffle<simt_warp::Shuffle::down>(mask, value, static_cast<int>(delta), width);     \
  }                                                                                                       \
  __device__ __forceinline__ T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {       \
    return simt_warp::shuffle<simt_warp::Shuffle::exclusive_or>(mask, value, lanes, width);               \
  }
// These compare the values' bits.
#define SIMT_MATCHES(T)                                                                          \
  __device__ __forceinline__ unsigned __match_any_sync(unsigned mask, T value) {                 \
    return simt_warp::match(mask, value);                                                        \
  }                                                                                              \
  __device__ __forceinline__ unsigned __match_all_sync(unsigned mask, T value, int* all_equal) { \
    *all_equal = simt_warp::match(mask, value) == mask;                                          \
    return *all_equal ? mask : 0;                                                                \
  }
#define SIMT_EXCHANGES(T) \
  SIMT_SHUFFLES(T)        \
  SIMT_MATCHES(T)

SIMT_EXCHANGES(int)
SIMT_EXCHANGES(unsigned)
SIMT_EXCHANGES(long)
SIMT_EXCHANGES(unsigned long)
SIMT_EXCHANGES(long long)
SIMT_EXCHANGES(unsigned long long)
SIMT_EXCHANGES(float)
SIMT_EXCHANGES(double)
#undef SIMT_MATCHES
#undef SIMT_EXCHANGES
// SIMT_SHUFFLES goes on: the 16-bit floating-point types have them too.

#define SIMT_REDUCTION(name, T, How)                               \
  __device__ __forceinline__ T name(unsigned mask, T value) {      \
    return simt_warp::reduce<simt_warp::Reduce::How>(mask, value); \
  }
SIMT_REDUCTION(__reduce_add_sync, int, add)
SIMT_REDUCTION(__reduce_add_sync, unsigned, add)
SIMT_REDUCTION(__reduce_min_sync, int, minimum_signed)
SIMT_REDUCTION(__reduce_min_sync, unsigned, minimum)
SIMT_REDUCTION(__reduce_max_sync, int, maximum_signed)
SIMT_REDUCTION(__reduce_max_sync, unsigned, maximum)
SIMT_REDUCTION(__reduce_and_sync, unsigned, bit_and)
SIMT_REDUCTION(__reduce_or_sync, unsigned, bit_or)
SIMT_REDUCTION(__reduce_xor_sync, unsigned, bit_xor)
#undef SIMT_REDUCTION
