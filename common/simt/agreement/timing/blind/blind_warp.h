// Reductions over a warp and over a block, which several kernels of this set share.
#pragma once
#include <cuda_runtime.h>

__device__ inline float warp_sum(float v) {
  for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
  return v;
}

__device__ inline float warp_max(float v) {
  for (int d = 16; d; d >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
  return v;
}

// Every thread receives the sum of the block. `space` has 32 elements; blockDim.x is a multiple of 32.
__device__ inline float block_sum(float v, float* space) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  v = warp_sum(v);
  if (lane == 0) space[warp] = v;
  __syncthreads();
  v = warp_sum(lane < blockDim.x / 32 ? space[lane] : 0.0f);
  __syncthreads();
  return v;
}

// Every thread receives the maximum of the block, under the same conditions.
__device__ inline float block_max(float v, float* space) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  v = warp_max(v);
  if (lane == 0) space[warp] = v;
  __syncthreads();
  v = warp_max(lane < blockDim.x / 32 ? space[lane] : -3e38f);
  __syncthreads();
  return v;
}
