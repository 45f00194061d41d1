/* +++
summary = "Reads before and after a constant table, where the module keeps other tables."
outcome = "failed"
says = "out-of-bounds read"
on_every_push = true
gpu = "failed"
+++ */
// Reads before and after a constant table, where the module keeps other tables.
#include "tiled_transpose.h"

__constant__ float table[4] = {1, 2, 3, 4};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  float sum = 0;
  for (int i = -64; i < 64; ++i) sum += table[i * rows];
  out[0] = sum;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
