/* +++
summary = "Chooses between arrays of other sizes at one place, at the end of the larger."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Chooses between arrays of other sizes at one place, at the end of the larger.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE];
  float* at = tile;
  for (int i = 0; i < 3; ++i) {
    at[threadIdx.x] = i;
    at = i == 0 ? out : tile + TILE + rows;
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
