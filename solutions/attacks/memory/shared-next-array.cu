/* +++
summary = "Walks from one shared array into the next, and below the first."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Walks from one shared array into the next, and below the first.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ volatile float a[32];
  __shared__ volatile float b[32];
  if (threadIdx.y == 0) b[threadIdx.x] = 2;
  __syncthreads();
  a[threadIdx.x + 32 * (rows & 1 ? 3 : -3)] = 1;
  out[0] = b[threadIdx.x];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
