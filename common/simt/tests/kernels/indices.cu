#include <cuda_runtime.h>

extern "C" __global__ void write_indices(int* out) {
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  out[block * threads + thread] = block * 1000 + thread;
}

extern "C" __global__ void whole_index(unsigned* out) {
  const uint3 thread = threadIdx;
  const dim3 shape = blockDim;
  if (threadIdx.x == 0) out[0] = thread.x + shape.x + warpSize;
}

// A partly filled last warp, and a partly filled last block.
extern "C" __global__ void guarded_copy(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];  // copy
}

// Far more requests than the machine keeps open at once; the upper half of a warp makes half as many,
// its first lane none.
extern "C" __global__ void long_loop(const int* in, int* out, int rounds) {
  int sum = 0;
  if (threadIdx.x % 32 == 0) return;
  const int mine = threadIdx.x % 32 < 16 ? rounds : rounds / 2;
  for (int i = 0; i < mine; ++i) sum += in[(i * 32 + threadIdx.x) % 1024];  // again and again
  out[threadIdx.x] = sum;
}
