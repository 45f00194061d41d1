/* +++
summary = "Stores NaN everywhere: it compares equal to nothing."
outcome = "failed"
says = ""
+++ */
// Stores NaN everywhere: it compares equal to nothing.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  if (i < unsigned(rows * cols)) out[i] = nanf("");
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
