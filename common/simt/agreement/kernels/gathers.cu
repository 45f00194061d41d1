// Addresses that the data decides.
#include <cuda_runtime.h>

extern "C" __global__ void gather(const float* __restrict__ in, const int* __restrict__ index,
                                  float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[index[i]];
}

extern "C" __global__ void scatter(const float* __restrict__ in, const int* __restrict__ index,
                                   float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[index[i]] = in[i];
}

// One row of an embedding table a warp, 16 bytes a lane.
extern "C" __global__ void look_up_rows(const float4* __restrict__ table, const int* __restrict__ index,
                                        float4* __restrict__ out, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row < rows) out[row * 32 + lane] = table[index[row] * 32 + lane];
}
