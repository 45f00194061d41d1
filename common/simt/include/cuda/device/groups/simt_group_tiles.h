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
  __device__ __forceinline__ static constexpr unsigned size() { return Size; }
  __device__ __forceinline__ static constexpr unsigned num_threads() { return Size; }
  __device__ __forceinline__ static unsigned thread_rank() { return simt_warp::lane() & (Size - 1); }
  __device__ __forceinline__ unsigned meta_group_rank() const { return meta_rank_; }
  __device__ __forceinline__ unsigned meta_group_size() const { return meta_size_; }
  __device__ __forceinline__ static void sync() { __syncwarp(mask()); }

  template <class T>
  __device__ __forceinline__ T shfl(T value, int rank) const {
    return shuffled<simt_warp::Shuffle::index>(value, static_cast<unsigned>(rank));
  }
  template <class T>
  __device__ __forceinline__ T shfl_up(T value, unsigned delta) const {
    return shuffled<simt_warp::Shuffle::up>(value, delta);
  }
  template <class T>
  __device__ __forceinline__ T shfl_down(T value, unsigned delta) const {
    return shuffled<simt_warp::Shuffle::down>(value, delta);
  }
  template <class T>
  __device__ __forceinline__ T shfl_xor(T value, unsigned lanes) const {
    return shuffled<simt_warp::Shuffle::exclusive_or>(value, lanes);
  }

  __device__ __forceinline__ int any(int predicate) const { return __any_sync(mask(), predicate); }
  __device__ __forceinline__ int all(int predicate) const { return __all_sync(mask(), predicate); }
  __device__ __forceinline__ unsigned ballot(int predicate) const {
    return __ballot_sync(mask(), predicate) >> first_lane();
  }
  template <class T>
  __device__ __forceinline__ unsigned match_any(T value) const {
    return simt_warp::match(mask(), value) >> first_lane();
  }
  template <class T>
  __device__ __forceinline__ unsigned match_all(T value, int& all_equal) const {
    all_equal = simt_warp::match(mask(), value) == mask();
    return all_equal ? mask() >> first_lane() : 0;
  }

  // The machine's own: the lanes.
  __device__ __forceinline__ static unsigned mask() { return (0xFFFFFFFFU >> (32 - Size)) << first_lane(); }

 protected:
  __device__ __forceinline__ thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(mask()), meta_rank_(meta_rank), meta_size_(meta_size) {}
  __device__ __forceinline__ static unsigned first_lane() { return simt_warp::lane() & ~(Size - 1); }

 private:
  template <simt_warp::Shuffle How, class T>
  __device__ __forceinline__ static T shuffled(const T& value, unsigned operand) {
    return simt_groups::shuffle<How>(mask(), value, operand, Size);
  }

  unsigned meta_rank_;
  unsigned meta_size_;
};

template <unsigned Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
 public:
  __device__ __forceinline__ explicit thread_block_tile(const Parent& parent)
      : thread_block_tile<Size, void>(parent.thread_rank() / Size, (parent.num_threads() + Size - 1) / Size) {
  }
};

template <unsigned Size, class Parent>
__device__ __forceinline__ typename std::enable_if<(Size <= 32), thread_block_tile<Size, Parent>>::type
tiled_partition(const Parent& parent) {
  return thread_block_tile<Size, Parent>(parent);
}
template <unsigned Size, class Parent>
SIMT_UNSUPPORTED("a tile of more than a warp is not supported: a tile has 1, 2, 4, 8, 16 or 32 threads")
__device__ typename std::enable_if<(Size > 32), const Parent&>::type tiled_partition(const Parent& parent);
template <unsigned Size, unsigned ParentSize, class GrandParent>
__device__ __forceinline__ auto tiled_partition(const thread_block_tile<ParentSize, GrandParent>& parent) {
  static_assert(Size < ParentSize, "a tile is smaller than the group that it is a part of");
  return thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>>(parent);
}

// Some lanes of a warp, ranked by lane.
class coalesced_group : public thread_group {
 public:
  __device__ __forceinline__ unsigned size() const { return simt_groups::count(lanes()); }
  __device__ __forceinline__ unsigned num_threads() const { return size(); }
  __device__ __forceinline__ unsigned thread_rank() const {
    return simt_groups::rank_of(lanes(), simt_warp::lane());
  }
  __device__ __forceinline__ unsigned meta_group_rank() const { return meta_rank_; }
  __device__ __forceinline__ unsigned meta_group_size() const { return meta_size_; }
  __device__ __forceinline__ void sync() const { __syncwarp(lanes()); }

  template <class T>
  __device__ __forceinline__ T shfl(T value, unsigned rank) const {
    return from_lane(value, simt_groups::lane_of(lanes(), rank));
  }
  template <class T>
  __device__ __forceinline__ T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return from_lane(value, simt_groups::lane_of(lanes(), delta <= rank ? rank - delta : rank));
  }
  template <class T>
  __device__ __forceinline__ T shfl_down(T value, unsigned delta) const {
    return from_lane(value, simt_groups::lane_of(lanes(), thread_rank() + delta));
  }

  __device__ __forceinline__ int any(int predicate) const { return __any_sync(lanes(), predicate); }
  __device__ __forceinline__ int all(int predicate) const { return __all_sync(lanes(), predicate); }
  __device__ __forceinline__ unsigned ballot(int predicate) const {
    return simt_groups::pack(lanes(), __ballot_sync(lanes(), predicate));
  }
  template <class T>
  __device__ __forceinline__ unsigned match_any(T value) const {
    return simt_groups::pack(lanes(), simt_warp::match(lanes(), value));
  }
  template <class T>
  __device__ __forceinline__ unsigned match_all(T value, int& all_equal) const {
    all_equal = simt_warp::match(lanes(), value) == lanes();
    return all_equal ? simt_groups::pack(lanes(), lanes()) : 0;
  }

  // The machine's own, as for a tile.
  __device__ __forceinline__ unsigned mask() const { return lanes(); }
  __device__ __forceinline__ coalesced_group(unsigned lanes, unsigned meta_rank, unsigned meta_size)
      : thread_group(lanes), meta_rank_(meta_rank), meta_size_(meta_size) {}

 private:
  template <class T>
  __device__ __forceinline__ T from_lane(const T& value, unsigned lane) const {
    return simt_groups::shuffle<simt_warp::Shuffle::index>(lanes(), value, lane, simt_warp::kLanes);
  }

  unsigned meta_rank_;
  unsigned meta_size_;
};

__device__ __forceinline__ coalesced_group coalesced_threads() { return {__activemask(), 0, 1}; }

}  // namespace cooperative_groups
