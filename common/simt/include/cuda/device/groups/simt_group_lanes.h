// Lanes of a warp as a group: their ranks, and shuffles of values of any type. What cooperative groups are
// made of.
#pragma once

#include "../simt_device.h"

namespace simt_groups {

constexpr unsigned kLargestValue = 32;  // bytes; CUDA's own limit for a shuffled value

__device__ __forceinline__ unsigned count(unsigned mask) { return static_cast<unsigned>(__popc(mask)); }

// Returns how many lanes of `mask` come before `lane`.
__device__ __forceinline__ unsigned rank_of(unsigned mask, unsigned lane) {
  return count(mask & ((1U << lane) - 1));
}

// The lane that has this rank in `mask`; the caller's own where the rank is none.
__device__ __forceinline__ unsigned lane_of(unsigned mask, unsigned rank) {
  if (rank >= count(mask)) return simt_warp::lane();
  while (rank-- > 0) mask &= mask - 1;
  return static_cast<unsigned>(simt_bits::trailing_zeros(mask));
}

// Bit r of the result is the bit of the lane of rank r.
__device__ __forceinline__ unsigned pack(unsigned mask, unsigned lanes) {
  unsigned packed = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1)
    packed |= (lanes >> simt_bits::trailing_zeros(mask) & 1U) << rank;
  return packed;
}

// One shuffle for each 8 bytes.
template <simt_warp::Shuffle How, class T>
__device__ __forceinline__ T shuffle(unsigned mask, const T& value, unsigned operand, unsigned width) {
  static_assert(sizeof(T) <= kLargestValue, "cooperative groups shuffle values of at most 32 bytes");
  constexpr unsigned kWords = (sizeof(T) + 7) / 8;
  unsigned long long words[kWords] = {};
  __builtin_memcpy(static_cast<void*>(words), &value, sizeof value);
#pragma unroll
  for (unsigned i = 0; i < kWords; ++i)
    words[i] = simt_warp::shuffle<How>(mask, words[i], static_cast<int>(operand), static_cast<int>(width));
  T result;
  __builtin_memcpy(static_cast<void*>(&result), words, sizeof result);
  return result;
}

}  // namespace simt_groups
