// Small device functions that several subjects share: sums and maxima over warps and blocks, and hashes.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace sight {

constexpr unsigned kAll = 0xffffffffu;

// Every lane gets the sum over its warp.
template <class T>
__device__ __forceinline__ T warp_sum(T v) {
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(kAll, v, d);
  return v;
}

// Every lane gets the largest value of its warp.
__device__ __forceinline__ float warp_max(float v) {
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_xor_sync(kAll, v, d));
  return v;
}

// Every lane gets the sum over the lanes up to its own.
template <class T>
__device__ __forceinline__ T warp_scan(T v) {
  int lane = threadIdx.x & 31;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    T other = __shfl_up_sync(kAll, v, d);
    if (lane >= d) v += other;
  }
  return v;
}

// Every thread gets the sum over its block; `part` has room for one value of each warp.
template <class T>
__device__ T block_sum(T v, T* part) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  v = warp_sum(v);
  __syncthreads();
  if (lane == 0) part[warp] = v;
  __syncthreads();
  T total = lane < warps ? part[lane] : T(0);
  return warp_sum(total);
}

// Every thread gets the largest value of its block; `part` has room for one value of each warp.
__device__ inline float block_max(float v, float* part) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  v = warp_max(v);
  __syncthreads();
  if (lane == 0) part[warp] = v;
  __syncthreads();
  return warp_max(lane < warps ? part[lane] : -3.4e38f);
}

// Mixes the bits of a word.
__device__ __forceinline__ unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

// The next number of a small generator, in [0, 1).
__device__ __forceinline__ float next_uniform(unsigned& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return (state >> 8) * (1.0f / 16777216.0f);
}

}  // namespace sight
