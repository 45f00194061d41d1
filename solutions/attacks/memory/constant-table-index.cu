/* +++
summary = "Stores beside a constant table, and into it."
outcome = "failed"
says = ""
+++ */
// Stores beside a constant table, and into it.
#include "tiled_transpose.h"

__constant__ float table[4] = {1, 2, 3, 4};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const_cast<float*>(table)[rows + 3] = 1;
  float* at = const_cast<float*>(table);
  at[threadIdx.x] = out[0];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
