/* +++
summary = "Fills a tile of which each thread reads back what it stored itself, and transposes by a strided store beside it."
outcome = "failed"
says = "is not coalesced"
line_of = "out[col * rows + row] = tile[threadIdx.y + i][threadIdx.x];"
earns = 48
+++ */
// The tile passes nothing from one thread to another: the store to `out` is strided, as without a tile.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pitch>
__device__ void transpose_beside_a_tile(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[Tile][Pitch];
  const int col = blockIdx.x * Tile + threadIdx.x;
  for (int i = 0; i < Tile; i += Rows) {
    const int row = blockIdx.y * Tile + threadIdx.y + i;
    if (row < rows && col < cols) tile[threadIdx.y + i][threadIdx.x] = in[row * cols + col];
  }
  __syncthreads();
  for (int i = 0; i < Tile; i += Rows) {
    const int row = blockIdx.y * Tile + threadIdx.y + i;
    if (row < rows && col < cols) out[col * rows + row] = tile[threadIdx.y + i][threadIdx.x];
  }
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  transpose_beside_a_tile<TILE, BLOCK_ROWS, TILE>(in, out, rows, cols);
}
extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  transpose_beside_a_tile<TILE, BLOCK_ROWS, TILE + 1>(in, out, rows, cols);
}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  transpose_beside_a_tile<SMALL_TILE, SMALL_TILE, SMALL_TILE + 1>(in, out, rows, cols);
}
