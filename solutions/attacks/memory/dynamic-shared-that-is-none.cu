/* +++
summary = "Uses dynamic shared memory in a launch that has none."
outcome = "failed"
says = "out-of-bounds"
gpu = "failed"
+++ */
// Uses dynamic shared memory in a launch that has none.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  extern __shared__ float none[];
  none[threadIdx.x] = in[0];
  __syncthreads();
  out[0] = none[threadIdx.x ^ 1];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
