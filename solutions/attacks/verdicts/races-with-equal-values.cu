/* +++
summary = "Stores every element from every warp: they race, with equal values."
outcome = "failed"
says = "race"
+++ */
// Stores every element from every warp: they race, with equal values.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  const int r = blockIdx.y * Tile + threadIdx.x;
  for (int i = 0; i < Tile; ++i) {
    const int c = blockIdx.x * Tile + i;
    if (c < cols && r < rows) out[c * rows + r] = in[r * cols + c];
  }
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  answer<TILE, BLOCK_ROWS, 0>(in, out, rows, cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  answer<TILE, BLOCK_ROWS, 1>(in, out, rows, cols);
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  answer<SMALL_TILE, SMALL_TILE, 1>(in, out, rows, cols);
}
