// Shared memory and its barrier, right and wrong: of the handbook's chapter.
#include <cuda_runtime.h>

constexpr int BLOCK = 256;

// [reverse]
extern "C" __global__ void reverse_blocks(const float* in, float* out) {
  __shared__ float kept[BLOCK];
  const int first = blockIdx.x * BLOCK;
  kept[threadIdx.x] = in[first + threadIdx.x];
  __syncthreads();
  out[first + threadIdx.x] = kept[BLOCK - 1 - threadIdx.x];
}
// [/reverse]

// [no_barrier]
extern "C" __global__ void no_barrier(const float* in, float* out) {
  __shared__ float kept[BLOCK];
  const int first = blockIdx.x * BLOCK;
  kept[threadIdx.x] = in[first + threadIdx.x];
  out[first + threadIdx.x] = kept[BLOCK - 1 - threadIdx.x];
}
// [/no_barrier]

// [barrier_in_a_branch]
extern "C" __global__ void barrier_in_a_branch(const float* in, float* out, int n) {
  __shared__ float kept[BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  kept[threadIdx.x] = 0;
  if (i < n) {
    kept[threadIdx.x] = in[i];
    __syncthreads();
  }
  __syncthreads();
  if (i < n) out[i] = kept[0];
}
// [/barrier_in_a_branch]

// [warp]
extern "C" __global__ void shift_in_warp(const float* in, float* out) {
  __shared__ float kept[32];
  kept[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = kept[(threadIdx.x + 1) % 32];
}
// [/warp]
