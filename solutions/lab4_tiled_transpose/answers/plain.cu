/* +++
kind = "right"
summary = "One function template makes all three kernels, with the tile's side and its padding as parameters."
+++ */
// Written plainly: most other answers of this lab change this one in one place.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void through_tile(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[Tile][Tile + Pad];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int top = blockIdx.y * Tile;
  const int left = blockIdx.x * Tile;
  for (int y = ty; y < Tile; y += Rows) {
    if (top + y < rows && left + tx < cols) tile[y][tx] = in[(top + y) * cols + left + tx];
  }
  __syncthreads();
  for (int y = ty; y < Tile; y += Rows) {
    if (left + y < cols && top + tx < rows) out[(left + y) * rows + top + tx] = tile[tx][y];
  }
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  through_tile<TILE, BLOCK_ROWS, 0>(in, out, rows, cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  through_tile<TILE, BLOCK_ROWS, 1>(in, out, rows, cols);
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  through_tile<SMALL_TILE, SMALL_TILE, 1>(in, out, rows, cols);
}
