// Warp intrinsics. Each is one exchange: the lanes that the mask names meet, and each learns every value.
// CUDA C++ Programming Guide, "Warp Vote", "Warp Match", "Warp Reduce" and "Warp Shuffle Functions".
#pragma once

#include "simt_qualifiers.h"

extern "C" {
// Waits for the lanes of `mask` and fills `values`: values[l] is what lane l passed. Entries of other lanes
// are 0.
void simt_warp_exchange(unsigned mask, unsigned long long value, unsigned long long values[32]);
// The lanes of the warp that come to this place, each as far as it gets alone, before one of them goes on.
unsigned simt_converged_lanes();
unsigned simt_lane();
}

namespace simt_warp {

constexpr int kLanes = 32;

template <class T>
struct Exchange {
  unsigned long long values[kLanes];

  __forceinline__ Exchange(unsigned mask, T value) {
    static_assert(sizeof(T) <= sizeof values[0], "warp intrinsics move values of at most 8 bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    simt_warp_exchange(mask, bits, values);
  }

  __forceinline__ T of(int lane) const {
    T value;
    __builtin_memcpy(static_cast<void*>(&value), &values[lane], sizeof value);
    return value;
  }
};

// Lanes of `mask` for which `accept` holds.
template <class Accept>
__forceinline__ unsigned lanes_where(unsigned mask, Accept accept) {
  unsigned lanes = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    if ((mask >> lane & 1U) != 0 && accept(lane)) lanes |= 1U << lane;
  }
  return lanes;
}

template <class T, class Combine>
__forceinline__ T reduce(unsigned mask, T value, Combine combine) {
  const Exchange<T> all(mask, value);
  bool first = true;
  T result = value;
  for (int lane = 0; lane < kLanes; ++lane) {
    if ((mask >> lane & 1U) == 0) continue;
    result = first ? all.of(lane) : combine(result, all.of(lane));
    first = false;
  }
  return result;
}

}  // namespace simt_warp

__forceinline__ unsigned __activemask() { SIMT_DO_NOT_MERGE return simt_converged_lanes(); }
__forceinline__ void __syncwarp(unsigned mask = 0xFFFFFFFFU) { simt_warp::Exchange<int>(mask, 0); }

__forceinline__ unsigned __ballot_sync(unsigned mask, int predicate) {
  const simt_warp::Exchange<int> all(mask, predicate);
  return simt_warp::lanes_where(mask, [&](int lane) { return all.of(lane) != 0; });
}
__forceinline__ int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
__forceinline__ int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }

template <class T>
__forceinline__ unsigned __match_any_sync(unsigned mask, T value) {
  const simt_warp::Exchange<T> all(mask, value);
  return simt_warp::lanes_where(mask, [&](int lane) { return all.of(lane) == value; });
}
template <class T>
__forceinline__ unsigned __match_all_sync(unsigned mask, T value, int* all_equal) {
  *all_equal = __match_any_sync(mask, value) == mask;
  return *all_equal ? mask : 0;
}

// The source lane's value; outside of the caller's segment of `width` lanes, the caller's own.
template <class T>
__forceinline__ T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  const simt_warp::Exchange<T> all(mask, value);
  const int lane = static_cast<int>(simt_lane());
  return all.of((lane & ~(width - 1)) | (source & (width - 1)));
}
template <class T>
__forceinline__ T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const simt_warp::Exchange<T> all(mask, value);
  const int lane = static_cast<int>(simt_lane());
  const int source = lane - static_cast<int>(delta);
  return source < (lane & ~(width - 1)) ? value : all.of(source);
}
template <class T>
__forceinline__ T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const simt_warp::Exchange<T> all(mask, value);
  const int lane = static_cast<int>(simt_lane());
  const int source = lane + static_cast<int>(delta);
  return source > (lane | (width - 1)) ? value : all.of(source);
}
template <class T>
__forceinline__ T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
  const simt_warp::Exchange<T> all(mask, value);
  const int lane = static_cast<int>(simt_lane());
  const int source = lane ^ lanes;
  return source > (lane | (width - 1)) ? value : all.of(source);
}

// CUDA has these for 32-bit integers.
__forceinline__ unsigned __reduce_add_sync(unsigned mask, unsigned value) {
  return simt_warp::reduce(mask, value, [](unsigned a, unsigned b) { return a + b; });
}
__forceinline__ int __reduce_add_sync(unsigned mask, int value) {
  return static_cast<int>(__reduce_add_sync(mask, static_cast<unsigned>(value)));
}
template <class T>
__forceinline__ T __reduce_min_sync(unsigned mask, T value) {
  return simt_warp::reduce(mask, value, [](T a, T b) { return b < a ? b : a; });
}
template <class T>
__forceinline__ T __reduce_max_sync(unsigned mask, T value) {
  return simt_warp::reduce(mask, value, [](T a, T b) { return a < b ? b : a; });
}
__forceinline__ unsigned __reduce_and_sync(unsigned mask, unsigned value) {
  return simt_warp::reduce(mask, value, [](unsigned a, unsigned b) { return a & b; });
}
__forceinline__ unsigned __reduce_or_sync(unsigned mask, unsigned value) {
  return simt_warp::reduce(mask, value, [](unsigned a, unsigned b) { return a | b; });
}
__forceinline__ unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
  return simt_warp::reduce(mask, value, [](unsigned a, unsigned b) { return a ^ b; });
}
