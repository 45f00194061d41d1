// Lanes of a warp as a group: their ranks, and what each of them holds. What cooperative groups are made of.
#pragma once

#include "simt_device.h"

namespace simt_groups {

constexpr unsigned kLargestValue = 32;  // bytes; CUDA's own limit for a shuffled value

__forceinline__ unsigned count(unsigned mask) { return static_cast<unsigned>(__popc(mask)); }

// How many lanes of `mask` come before `lane`.
__forceinline__ unsigned rank_of(unsigned mask, unsigned lane) { return count(mask & ((1U << lane) - 1)); }

// The lane that has this rank in `mask`; the caller's own where the rank is none.
__forceinline__ unsigned lane_of(unsigned mask, unsigned rank) {
  if (rank >= count(mask)) return simt_lane();
  while (rank-- > 0) mask &= mask - 1;
  return static_cast<unsigned>(__builtin_ctz(mask));
}

// Bit r of the result is the bit of the lane of rank r.
__forceinline__ unsigned pack(unsigned mask, unsigned lanes) {
  unsigned packed = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1)
    packed |= (lanes >> __builtin_ctz(mask) & 1U) << rank;
  return packed;
}

// The values of all lanes of `mask`: one exchange for each 8 bytes.
template <class T>
class Gathered {
 public:
  static_assert(sizeof(T) <= kLargestValue, "cooperative groups shuffle values of at most 32 bytes");

  __forceinline__ Gathered(unsigned mask, const T& value) {
    unsigned long long words[kWords] = {};
    __builtin_memcpy(static_cast<void*>(words), &value, sizeof value);
    for (unsigned i = 0; i < kWords; ++i) simt_warp_exchange(mask, words[i], words_[i]);
  }

  __forceinline__ T of(unsigned lane) const {
    unsigned long long words[kWords];
    for (unsigned i = 0; i < kWords; ++i) words[i] = words_[i][lane];
    T value;
    __builtin_memcpy(static_cast<void*>(&value), words, sizeof value);
    return value;
  }

 private:
  static constexpr unsigned kWords = (sizeof(T) + 7) / 8;
  unsigned long long words_[kWords][simt_warp::kLanes];
};

}  // namespace simt_groups
