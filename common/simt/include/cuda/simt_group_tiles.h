// Cooperative groups within a warp: tiles and groups of coalesced lanes. CUDA C++ Programming Guide,
// "Thread Block Tile" and "Coalesced Groups".
#pragma once

#include "simt_groups.h"

namespace cooperative_groups {

// `Size` neighbouring lanes of a warp. A tile of a known parent is a tile like any other.
template <unsigned Size, class Parent = void>
class thread_block_tile;

template <unsigned Size>
class thread_block_tile<Size, void> : public thread_group {
  static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0,
                "SIMT machine: a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  __forceinline__ static constexpr unsigned size() { return Size; }
  __forceinline__ static constexpr unsigned num_threads() { return Size; }
  __forceinline__ static unsigned thread_rank() { return simt_lane() & (Size - 1); }
  __forceinline__ unsigned meta_group_rank() const { return meta_rank_; }
  __forceinline__ unsigned meta_group_size() const { return meta_size_; }
  __forceinline__ static void sync() { __syncwarp(mask()); }

  template <class T>
  __forceinline__ T shfl(T value, int rank) const {
    return gather(value).of(first_lane() + (static_cast<unsigned>(rank) & (Size - 1)));
  }
  template <class T>
  __forceinline__ T shfl_up(T value, unsigned delta) const {
    return gather(value).of(simt_lane() - (delta <= thread_rank() ? delta : 0));
  }
  template <class T>
  __forceinline__ T shfl_down(T value, unsigned delta) const {
    return gather(value).of(simt_lane() + (delta < Size - thread_rank() ? delta : 0));
  }
  template <class T>
  __forceinline__ T shfl_xor(T value, unsigned lanes) const {
    const unsigned rank = thread_rank() ^ lanes;
    return gather(value).of(rank < Size ? first_lane() + rank : simt_lane());
  }

  __forceinline__ int any(int predicate) const { return __any_sync(mask(), predicate); }
  __forceinline__ int all(int predicate) const { return __all_sync(mask(), predicate); }
  __forceinline__ unsigned ballot(int predicate) const {
    return __ballot_sync(mask(), predicate) >> first_lane();
  }
  template <class T>
  __forceinline__ unsigned match_any(T value) const {
    return __match_any_sync(mask(), value) >> first_lane();
  }
  template <class T>
  __forceinline__ unsigned match_all(T value, int& all_equal) const {
    return __match_all_sync(mask(), value, &all_equal) >> first_lane();
  }

  // The machine's own: the lanes, and what each of them holds.
  __forceinline__ static unsigned mask() { return (0xFFFFFFFFU >> (32 - Size)) << first_lane(); }
  template <class T>
  __forceinline__ static simt_groups::Gathered<T> gather(const T& value) {
    return {mask(), value};
  }

 protected:
  __forceinline__ thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(mask()), meta_rank_(meta_rank), meta_size_(meta_size) {}
  __forceinline__ static unsigned first_lane() { return simt_lane() & ~(Size - 1); }

 private:
  unsigned meta_rank_;
  unsigned meta_size_;
};

template <unsigned Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
 public:
  __forceinline__ explicit thread_block_tile(const Parent& parent)
      : thread_block_tile<Size, void>(parent.thread_rank() / Size, (parent.num_threads() + Size - 1) / Size) {
  }
};

template <unsigned Size, class Parent>
__forceinline__ thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return thread_block_tile<Size, Parent>(parent);
}
template <unsigned Size, unsigned ParentSize, class GrandParent>
__forceinline__ auto tiled_partition(const thread_block_tile<ParentSize, GrandParent>& parent) {
  static_assert(Size < ParentSize, "a tile is smaller than the group that it is a part of");
  return thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>>(parent);
}

// Some lanes of a warp; ranks go by lane.
class coalesced_group : public thread_group {
 public:
  __forceinline__ unsigned size() const { return simt_groups::count(lanes()); }
  __forceinline__ unsigned num_threads() const { return size(); }
  __forceinline__ unsigned thread_rank() const { return simt_groups::rank_of(lanes(), simt_lane()); }
  __forceinline__ unsigned meta_group_rank() const { return meta_rank_; }
  __forceinline__ unsigned meta_group_size() const { return meta_size_; }
  __forceinline__ void sync() const { __syncwarp(lanes()); }

  template <class T>
  __forceinline__ T shfl(T value, unsigned rank) const {
    return gather(value).of(simt_groups::lane_of(lanes(), rank));
  }
  template <class T>
  __forceinline__ T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return gather(value).of(simt_groups::lane_of(lanes(), delta <= rank ? rank - delta : rank));
  }
  template <class T>
  __forceinline__ T shfl_down(T value, unsigned delta) const {
    return gather(value).of(simt_groups::lane_of(lanes(), thread_rank() + delta));
  }

  __forceinline__ int any(int predicate) const { return __any_sync(lanes(), predicate); }
  __forceinline__ int all(int predicate) const { return __all_sync(lanes(), predicate); }
  __forceinline__ unsigned ballot(int predicate) const {
    return simt_groups::pack(lanes(), __ballot_sync(lanes(), predicate));
  }
  template <class T>
  __forceinline__ unsigned match_any(T value) const {
    return simt_groups::pack(lanes(), __match_any_sync(lanes(), value));
  }
  template <class T>
  __forceinline__ unsigned match_all(T value, int& all_equal) const {
    return simt_groups::pack(lanes(), __match_all_sync(lanes(), value, &all_equal));
  }

  // The machine's own, as for a tile.
  __forceinline__ unsigned mask() const { return lanes(); }
  template <class T>
  __forceinline__ simt_groups::Gathered<T> gather(const T& value) const {
    return {lanes(), value};
  }
  __forceinline__ coalesced_group(unsigned lanes, unsigned meta_rank, unsigned meta_size)
      : thread_group(lanes), meta_rank_(meta_rank), meta_size_(meta_size) {}

 private:
  unsigned meta_rank_;
  unsigned meta_size_;
};

__forceinline__ coalesced_group coalesced_threads() { return {__activemask(), 0, 1}; }

}  // namespace cooperative_groups
