/* +++
summary = "Jumps to a label's address and beyond."
outcome = "compiler"
says = "goto *"
+++ */
// Jumps to a label's address and beyond.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  void* const labels[] = {&&one, &&two};
  goto* static_cast<char*>(labels[rows & 1]) + cols;
one:
  out[0] = 1;
  return;
two:
  out[1] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
