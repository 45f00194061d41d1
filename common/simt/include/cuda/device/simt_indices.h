// threadIdx, blockIdx, blockDim, gridDim and warpSize. CUDA C++ Programming Guide, "Built-in Variables".
//
// The four are objects without data: to read a member is to ask the machine, and there is nothing to write
// to. As a whole they turn into a uint3 or a dim3.
#pragma once

#include "simt_runtime.h"
#include "simt_vector_types.h"

#define SIMT_READ_ONLY                                                                      \
  __attribute__((                                                                           \
      unavailable("threadIdx, blockIdx, blockDim and gridDim cannot be written: copy them " \
                  "first")))

// `Source` says where the components come from.
template <class Source>
struct simt_index {
  __declspec(property(get = get_x, put = put_x)) unsigned x;
  __declspec(property(get = get_y, put = put_y)) unsigned y;
  __declspec(property(get = get_z, put = put_z)) unsigned z;

  __device__ __forceinline__ static unsigned get_x() { return Source::x(); }
  __device__ __forceinline__ static unsigned get_y() { return Source::y(); }
  __device__ __forceinline__ static unsigned get_z() { return Source::z(); }
  SIMT_READ_ONLY __device__ static void put_x(unsigned);
  SIMT_READ_ONLY __device__ static void put_y(unsigned);
  SIMT_READ_ONLY __device__ static void put_z(unsigned);
  __device__ __forceinline__ operator uint3() const { return {Source::x(), Source::y(), Source::z()}; }
};

#undef SIMT_READ_ONLY

struct simt_thread_index {
  __device__ __forceinline__ static unsigned x() { return simt_thread_index_x(); }
  __device__ __forceinline__ static unsigned y() { return simt_thread_index_y(); }
  __device__ __forceinline__ static unsigned z() { return simt_thread_index_z(); }
};
struct simt_block_index {
  __device__ __forceinline__ static unsigned x() { return simt_block_index_x(); }
  __device__ __forceinline__ static unsigned y() { return simt_block_index_y(); }
  __device__ __forceinline__ static unsigned z() { return simt_block_index_z(); }
};
struct simt_block_dim {
  __device__ __forceinline__ static unsigned x() { return simt_block_dim_x(); }
  __device__ __forceinline__ static unsigned y() { return simt_block_dim_y(); }
  __device__ __forceinline__ static unsigned z() { return simt_block_dim_z(); }
};
struct simt_grid_dim {
  __device__ __forceinline__ static unsigned x() { return simt_grid_dim_x(); }
  __device__ __forceinline__ static unsigned y() { return simt_grid_dim_y(); }
  __device__ __forceinline__ static unsigned z() { return simt_grid_dim_z(); }
};

extern __device__ const simt_index<simt_thread_index> threadIdx;
extern __device__ const simt_index<simt_block_index> blockIdx;
extern __device__ const simt_index<simt_block_dim> blockDim;
extern __device__ const simt_index<simt_grid_dim> gridDim;

// CUDA does not take warpSize for a constant expression, so no array can have that many elements. The
// variable with the value has another name, and only the linker takes the two for one.
extern "C" {
inline __device__ const int simt_warp_size = 32;
}
extern __device__ const int warpSize __asm__("simt_warp_size");

namespace simt_warp {

constexpr unsigned kLanes = 32;

// The caller's place among the threads of its block, and of its warp.
__device__ __forceinline__ unsigned thread_rank() {
  return (simt_thread_index_z() * simt_block_dim_y() + simt_thread_index_y()) * simt_block_dim_x() +
         simt_thread_index_x();
}
__device__ __forceinline__ unsigned lane() { return thread_rank() % kLanes; }

}  // namespace simt_warp
