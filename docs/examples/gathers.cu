// Addresses that the data decides: of the handbook's chapter.
#include <cuda_runtime.h>

// [gather]
extern "C" __global__ void gather(const float* in, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int from = index[i];
  out[i] = in[from];
}
// [/gather]

// [scatter]
extern "C" __global__ void scatter(const float* in, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int to = index[i];
  out[to] = in[i];
}
// [/scatter]

// [rows]
extern "C" __global__ void gather_rows(const float4* table, const int* index, float4* out) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  out[row * 32 + lane] = table[index[row] * 32 + lane];
}
// [/rows]

// [count]
extern "C" __global__ void count(const int* bin, unsigned* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counts[bin[i]], 1u);
}
// [/count]
