/* +++
summary = "Loads by columns with atomic additions of nothing to its input."
outcome = "failed"
says = "may only read"
+++ */
// Loads by columns with atomic additions of nothing to its input.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  const int y = blockIdx.y * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int x = blockIdx.x * Tile + i;
    if (x >= cols || y >= rows) continue;
    out[x * rows + y] = atomicAdd(const_cast<float*>(in) + y * cols + x, 0.0f);
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
