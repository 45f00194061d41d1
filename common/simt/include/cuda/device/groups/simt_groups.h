// Cooperative groups: the block, the grid, and a group whose kind is known at run time only. CUDA C++
// Programming Guide, "Cooperative Groups".
#pragma once

#include "../simt_qualifiers.h"
#include "simt_group_lanes.h"

namespace cooperative_groups {

// Any group, as a function parameter: the block, or some lanes of one warp.
class thread_group {
 public:
  __device__ __forceinline__ unsigned long long size() const {
    return lanes_ == 0 ? block_size() : simt_groups::count(lanes_);
  }
  __device__ __forceinline__ unsigned long long num_threads() const { return size(); }
  __device__ __forceinline__ unsigned long long thread_rank() const {
    return lanes_ == 0 ? rank_in_block() : simt_groups::rank_of(lanes_, simt_warp::lane());
  }
  __device__ __forceinline__ void sync() const {
    if (lanes_ == 0) {
      __syncthreads();
    } else {
      __syncwarp(lanes_);
    }
  }

 protected:
  // The lanes of the caller's warp that are in the group; 0: all threads of the block are.
  __device__ __forceinline__ explicit thread_group(unsigned lanes) : lanes_(lanes) {}
  __device__ __forceinline__ unsigned lanes() const { return lanes_; }
  __device__ __forceinline__ static unsigned block_size() {
    return simt_block_dim_x() * simt_block_dim_y() * simt_block_dim_z();
  }
  __device__ __forceinline__ static unsigned rank_in_block() { return simt_warp::thread_rank(); }

 private:
  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned size);

  unsigned lanes_;
};

class thread_block : public thread_group {
 public:
  __device__ __forceinline__ static void sync() { __syncthreads(); }
  __device__ __forceinline__ static unsigned size() { return block_size(); }
  __device__ __forceinline__ static unsigned num_threads() { return block_size(); }
  __device__ __forceinline__ static unsigned thread_rank() { return rank_in_block(); }
  __device__ __forceinline__ static dim3 group_index() { return blockIdx; }
  __device__ __forceinline__ static dim3 thread_index() { return threadIdx; }
  __device__ __forceinline__ static dim3 group_dim() { return blockDim; }
  __device__ __forceinline__ static dim3 dim_threads() { return blockDim; }

 private:
  friend __device__ thread_block this_thread_block();

  __device__ __forceinline__ thread_block() : thread_group(0) {}
};

__device__ __forceinline__ thread_block this_thread_block() { return {}; }

// All threads of a grid. They can wait for each other only in a cooperative launch
// (cudaLaunchCooperativeKernel), where all blocks are resident at once.
class grid_group {
 public:
  __device__ __forceinline__ static void sync() { simt_sync_grid(); }
  __device__ __forceinline__ static bool is_valid() { return simt_is_cooperative() != 0; }
  __device__ __forceinline__ static unsigned long long size() { return num_blocks() * thread_block::size(); }
  __device__ __forceinline__ static unsigned long long num_threads() { return size(); }
  __device__ __forceinline__ static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  __device__ __forceinline__ static unsigned long long num_blocks() {
    return 1ULL * simt_grid_dim_x() * simt_grid_dim_y() * simt_grid_dim_z();
  }
  __device__ __forceinline__ static unsigned long long block_rank() {
    return (1ULL * simt_block_index_z() * simt_grid_dim_y() + simt_block_index_y()) * simt_grid_dim_x() +
           simt_block_index_x();
  }
  __device__ __forceinline__ static dim3 block_index() { return blockIdx; }
  __device__ __forceinline__ static dim3 group_dim() { return gridDim; }
  __device__ __forceinline__ static dim3 dim_blocks() { return gridDim; }
};

__device__ __forceinline__ grid_group this_grid() { return {}; }

class cluster_group {};
SIMT_UNSUPPORTED("thread block clusters are not supported") __device__ cluster_group this_cluster();

class multi_grid_group {};
SIMT_UNSUPPORTED("a grid on several GPUs is not supported, and CUDA 13 has none; use this_grid()")
__device__ multi_grid_group this_multi_grid();

template <class Group>
__device__ __forceinline__ void sync(const Group& group) {
  group.sync();
}
template <class Group>
__device__ __forceinline__ auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
__device__ __forceinline__ auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

}  // namespace cooperative_groups
