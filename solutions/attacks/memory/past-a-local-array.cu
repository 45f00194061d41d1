/* +++
summary = "Stores past a local array, over what the machine keeps on its stack."
outcome = "failed"
says = "out-of-bounds write of local memory"
on_every_push = true
+++ */
// Stores past a local array, over what the machine keeps on its stack.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  float own[4];
  for (int i = 0; i < 1024 * rows; ++i) own[i] = static_cast<float>(i);
  out[0] = own[rows & 3];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
