// Elements of half the size, alone and in pairs.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

extern "C" __global__ void scale_halves(const __half* in, __half* out, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2half(__half2float(in[i]) * factor);
}

extern "C" __global__ void add_half_pairs(const __half2* a, const __half2* b, __half2* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __hadd2(a[i], b[i]);
}

extern "C" __global__ void halves_to_bfloat16(const __half* in, __nv_bfloat16* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2bfloat16(__half2float(in[i]));
}

// A column of a 32 x 33 tile of halves: two lanes a word, rows 66 bytes apart.
extern "C" __global__ void transpose_halves(const __half* in, __half* out) {
  __shared__ __half tile[32][33];
  for (int y = 0; y < 32; ++y) tile[y][threadIdx.x] = in[y * 32 + threadIdx.x];
  __syncthreads();
  for (int y = 0; y < 32; ++y) out[y * 32 + threadIdx.x] = tile[threadIdx.x][y];
}
