/* +++
summary = "Walks past a local array with a pointer, which no check of indices sees."
outcome = "failed"
says = "out-of-bounds write of local memory"
+++ */
// Walks past a local array with a pointer, which no check of indices sees.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  long own[4];
  long* at = own;
  for (int i = 0; i < 4096 * rows; ++i) *at++ = i;
  long sum = 0;
  for (int i = 0; i < 4; ++i) sum += own[i];
  out[0] = static_cast<float>(sum);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
