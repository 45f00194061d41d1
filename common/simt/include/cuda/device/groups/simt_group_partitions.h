// Parts of a group that is known at run time only, and parts by label. CUDA C++ Programming Guide, "Implicit
// and Explicit Groups", "Group Partitioning".
#pragma once

#include "simt_group_tiles.h"

namespace simt_groups {

// The lanes of `mask` whose ranks are in the same run of `size` as the caller's.
__device__ __forceinline__ unsigned run_of(unsigned mask, unsigned size) {
  const unsigned first = rank_of(mask, simt_warp::lane()) / size * size;
  unsigned lanes = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1) {
    if (rank >= first && rank < first + size) lanes |= mask & ~(mask - 1);
  }
  return lanes;
}

}  // namespace simt_groups

namespace cooperative_groups {

// A size that is no power of two, or larger than a warp, gives an empty group in CUDA; here it stops the
// launch.
__device__ __forceinline__ thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0)
    simt_trap("tiled_partition: a tile has 1, 2, 4, 8, 16 or 32 threads");
  const unsigned lanes = parent.lanes_ == 0 ? 0xFFFFFFFFU : parent.lanes_;
  return thread_group(simt_groups::run_of(lanes, size));
}
__device__ __forceinline__ coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  return {simt_groups::run_of(parent.mask(), size), parent.thread_rank() / size,
          (parent.size() + size - 1) / size};
}

// The lanes of a group that pass the same label.
template <class Group, class Label>
__device__ __forceinline__ coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned same = simt_warp::match(group.mask(), label);
  const auto first = static_cast<unsigned>(simt_bits::trailing_zeros(same));
  const unsigned firsts = __ballot_sync(group.mask(), simt_warp::lane() == first);
  return {same, simt_groups::rank_of(firsts, first), simt_groups::count(firsts)};
}
template <class Group>
__device__ __forceinline__ coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned accepted = __ballot_sync(group.mask(), predicate);
  if (accepted == 0 || accepted == group.mask()) return {group.mask(), 0, 1};
  return {predicate ? accepted : group.mask() & ~accepted, predicate ? 1U : 0U, 2};
}

// One thread calls the function for all. CUDA does not say which one; here it is the first.
template <class Group, class Function, class... Arguments>
__device__ __forceinline__ void invoke_one(const Group& group, Function&& function,
                                           Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}
template <class Group, class Function, class... Arguments>
__device__ __forceinline__ auto invoke_one_broadcast(const Group& group, Function&& function,
                                                     Arguments&&... arguments) {
  decltype(function(static_cast<Arguments&&>(arguments)...)) result{};
  if (group.thread_rank() == 0) result = function(static_cast<Arguments&&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
