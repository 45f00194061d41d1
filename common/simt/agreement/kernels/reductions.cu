// Reductions without atomics: by shuffles, and by a tree in shared memory.
#include <cuda_runtime.h>

constexpr unsigned kAllLanes = 0xFFFFFFFFU;

__device__ float sum_of_warp(float value) {
  for (int delta = 16; delta > 0; delta /= 2) value += __shfl_down_sync(kAllLanes, value, delta);
  return value;
}

extern "C" __global__ void sum_warps(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = sum_of_warp(i < n ? in[i] : 0.0F);
  if (threadIdx.x % 32 == 0) out[i / 32] = sum;
}

extern "C" __global__ void sum_block_by_warps(const float* in, float* out, int n) {
  __shared__ float partial[32];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
  sum = sum_of_warp(sum);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    const float total = sum_of_warp(threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0F);
    if (threadIdx.x == 0) out[0] = total;
  }
}

extern "C" __global__ void sum_block_by_tree(const float* in, float* out) {
  __shared__ float partial[256];
  partial[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

// The tree that meets the same bank: neighbours first, steps of 2, 4, 8, ...
extern "C" __global__ void sum_block_interleaved(const float* in, float* out) {
  __shared__ float partial[256];
  partial[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    const int mine = 2 * step * threadIdx.x;
    if (mine < blockDim.x) partial[mine] += partial[mine + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}
