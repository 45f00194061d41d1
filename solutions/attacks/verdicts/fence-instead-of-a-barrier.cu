/* +++
summary = "Exchanges a tile without a barrier, behind a fence and an atomic operation that order nothing."
outcome = "failed-or-limit"
says = ""
+++ */
// Exchanges a tile without a barrier, behind a fence and an atomic operation that order nothing.
#include "tiled_transpose.h"

__device__ int order;

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[Tile][Tile + Pad];
  const int x = blockIdx.x * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int y = blockIdx.y * Tile + i;
    if (x < cols && y < rows) tile[i][threadIdx.x] = in[y * cols + x];
  }
  __threadfence();
  atomicAdd(&order, 1);
  const int r = blockIdx.y * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int c = blockIdx.x * Tile + i;
    if (c < cols && r < rows) out[c * rows + r] = tile[threadIdx.x][i];
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
