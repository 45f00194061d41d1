/* +++
summary = "Keeps vectors of 64 KiB over barriers, which the compiler puts on the native stack."
outcome = "compiler-or-failed-or-limit"
says = ""
+++ */
// Keeps vectors of 64 KiB over barriers, which the compiler puts on the native stack.
#include "tiled_transpose.h"

typedef float Wide __attribute__((ext_vector_type(4096)));

__device__ float deep(Wide v, int n) {
  if (n <= 0) return v[n & 4095];
  return deep(v * 3.0f, n - 1) + deep(v + 1.0f, n - 2);
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  Wide sum = static_cast<float>(rows);
  for (int i = 0; i < 4; ++i) {
    Wide other = sum * 2.0f;
    other[cols & 4095] = i;
    __syncthreads();
    sum += other;
    sum[threadIdx.x] = deep(sum, i);
  }
  if (threadIdx.x + threadIdx.y == 0) out[0] = sum[rows];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
