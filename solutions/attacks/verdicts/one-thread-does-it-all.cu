/* +++
summary = "Has one thread of each block move the whole tile, element by element."
outcome = "failed"
says = ""
earns = 48
gpu = "failed"
+++ */
// Has one thread of each block move the whole tile, element by element.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  const float nothing = 0;
  if (threadIdx.x + threadIdx.y != 0) return;
  for (int i = 0; i < Tile * Tile; ++i) {
    const int x = blockIdx.x * Tile + i / Tile;
    const int y = blockIdx.y * Tile + i % Tile;
    if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x] + nothing;
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
