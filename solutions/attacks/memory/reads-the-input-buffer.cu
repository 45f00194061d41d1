/* +++
summary = "Reads before the input, where the expected output may be."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Reads before the input, where the expected output may be.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  for (int i = 0; i < rows * cols; ++i) out[i] = in[i - rows * cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
