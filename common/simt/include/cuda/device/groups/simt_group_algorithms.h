// Collective operations of cooperative groups: reduce and scan. Values are combined in the order of CUDA's
// own headers, so that floating-point sums are the GPU's, bit by bit.
#pragma once

#include "simt_group_partitions.h"

namespace cooperative_groups {

template <class T>
struct plus {
  __device__ __forceinline__ T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  __device__ __forceinline__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  __device__ __forceinline__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  __device__ __forceinline__ T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  __device__ __forceinline__ T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  __device__ __forceinline__ T operator()(T a, T b) const { return a ^ b; }
};

}  // namespace cooperative_groups

namespace simt_groups {

// Combines with the lane 16, 8, 4, 2, 1 away: every lane gets the result.
template <class Group, class T, class Op>
__device__ __forceinline__ T butterfly(const Group& group, T value, Op op) {
  const unsigned lane = simt_warp::lane();
  for (unsigned distance = group.size() / 2; distance > 0; distance /= 2)
    value = op(value,
               shuffle<simt_warp::Shuffle::index>(group.mask(), value, lane ^ distance, simt_warp::kLanes));
  return value;
}
// Combines with the lane whose rank is 1, 2, 4, 8, 16 less: each lane gets the result up to itself.
template <class Group, class T, class Op>
__device__ __forceinline__ T scan(const Group& group, T value, Op op) {
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T before = group.shfl_up(value, distance);
    if (group.thread_rank() >= distance) value = op(value, before);
  }
  return value;
}

template <class Group>
constexpr bool kIsTile = !std::is_same<Group, cooperative_groups::coalesced_group>::value;

}  // namespace simt_groups

namespace cooperative_groups {

template <class Group, class T, class Op>
__device__ __forceinline__ T reduce(const Group& group, T value, Op op) {
  if (simt_groups::kIsTile<Group> || group.size() == simt_warp::kLanes)
    return simt_groups::butterfly(group, value, op);
  return group.shfl(simt_groups::scan(group, value, op), group.size() - 1);
}
template <class Group, class T>
__device__ __forceinline__ T reduce(const Group& group, T value) {
  return reduce(group, value, plus<T>());
}

template <class Group, class T, class Op>
__device__ __forceinline__ T inclusive_scan(const Group& group, T value, Op op) {
  return simt_groups::scan(group, value, op);
}
template <class Group, class T>
__device__ __forceinline__ T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

// The first thread gets T{}, whatever the operation is, as from CUDA's headers.
template <class Group, class T, class Op>
__device__ __forceinline__ T exclusive_scan(const Group& group, T value, Op op) {
  const T before = group.shfl_up(simt_groups::scan(group, value, op), 1);
  return group.thread_rank() == 0 ? T{} : before;
}
template <class Group, class T>
__device__ __forceinline__ T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
