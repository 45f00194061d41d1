// Who of a block's warps makes its requests to global memory.
#include <cuda_runtime.h>

extern "C" __global__ void all_warps(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

extern "C" __global__ void first_warp(const float* in, float* out) {
  if (threadIdx.x >= warpSize) return;
  for (unsigned i = threadIdx.x; i < blockDim.x; i += warpSize)
    out[blockIdx.x * blockDim.x + i] = in[blockIdx.x * blockDim.x + i];
}

// The first warp moves half of the block's elements, the others the rest. All use shared memory alike.
extern "C" __global__ void half_by_one(const float* in, float* out) {
  __shared__ float tile[256];
  const unsigned half = blockDim.x / 2;
  const unsigned begin = blockIdx.x * blockDim.x;
  if (threadIdx.x < warpSize) {
    for (unsigned i = threadIdx.x; i < half; i += warpSize) out[begin + i] = in[begin + i];
  }
  __syncthreads();
  if (threadIdx.x >= half) out[begin + threadIdx.x] = in[begin + threadIdx.x];
  tile[threadIdx.x] = 1;
}

// In scattered requests, to both arrays at once.
extern "C" __global__ void either_array(float* in, float* out) {
  float* const from = threadIdx.x % 2 == 0 ? in : out;
  from[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

extern "C" __global__ void no_request(float* out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = 1;
}
