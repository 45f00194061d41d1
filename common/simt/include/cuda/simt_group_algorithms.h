// Collective operations of cooperative groups: reduce and scan. Values are combined in the order of CUDA's
// own headers, so that floating-point sums are the GPU's, bit by bit.
#pragma once

#include <type_traits>

#include "simt_group_partitions.h"

namespace cooperative_groups {

template <class T>
struct plus {
  __forceinline__ T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  __forceinline__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  __forceinline__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  __forceinline__ T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  __forceinline__ T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  __forceinline__ T operator()(T a, T b) const { return a ^ b; }
};

}  // namespace cooperative_groups

namespace simt_groups {

// The group's values by rank.
template <class T>
struct Ranked {
  T of[simt_warp::kLanes];
  unsigned count = 0;

  template <class Group>
  __forceinline__ Ranked(const Group& group, const T& value) {
    const Gathered<T> gathered = group.gather(value);
    for (unsigned rest = group.mask(); rest != 0; rest &= rest - 1)
      of[count++] = gathered.of(static_cast<unsigned>(__builtin_ctz(rest)));
  }

  // What exchanges with the lane 16, 8, 4, 2, 1 away leave in each lane.
  template <class Op>
  __forceinline__ T butterfly(Op op) {
    for (unsigned half = count / 2; half > 0; half /= 2) {
      for (unsigned rank = 0; rank < half; ++rank) of[rank] = op(of[rank], of[rank + half]);
    }
    return of[0];
  }
  // What adding the value of the lane 1, 2, 4, 8, 16 before leaves in each lane.
  template <class Op>
  __forceinline__ void scan(Op op) {
    for (unsigned step = 1; step < count; step *= 2) {
      for (unsigned rank = count - 1; rank >= step; --rank) of[rank] = op(of[rank], of[rank - step]);
    }
  }
};

template <class Group>
constexpr bool kIsTile = !std::is_same_v<Group, cooperative_groups::coalesced_group>;

}  // namespace simt_groups

namespace cooperative_groups {

template <class Group, class T, class Op>
__forceinline__ T reduce(const Group& group, T value, Op op) {
  simt_groups::Ranked<T> values(group, value);
  if (simt_groups::kIsTile<Group> || values.count == 32) return values.butterfly(op);
  values.scan(op);
  return values.of[values.count - 1];
}
template <class Group, class T>
__forceinline__ T reduce(const Group& group, T value) {
  return reduce(group, value, plus<T>());
}

template <class Group, class T, class Op>
__forceinline__ T inclusive_scan(const Group& group, T value, Op op) {
  simt_groups::Ranked<T> values(group, value);
  values.scan(op);
  return values.of[group.thread_rank()];
}
template <class Group, class T>
__forceinline__ T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

// The first thread gets T{}, whatever the operation is, as from CUDA's headers.
template <class Group, class T, class Op>
__forceinline__ T exclusive_scan(const Group& group, T value, Op op) {
  simt_groups::Ranked<T> values(group, value);
  values.scan(op);
  const unsigned rank = group.thread_rank();
  return rank == 0 ? T{} : values.of[rank - 1];
}
template <class Group, class T>
__forceinline__ T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
