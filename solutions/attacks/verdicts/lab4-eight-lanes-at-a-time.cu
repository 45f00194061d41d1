/* +++
summary = "Moves eight lanes at a time: whole sectors, in four times as many requests."
outcome = "failed"
says = "8 of 32 lanes take part on average"
earns = 66
lab = "lab4"
+++ */
// Moves eight lanes at a time: each request fills one sector, and there are four times as many.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void transpose_in_turns(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[Tile][Tile + Pad];
  const int tile_row = blockIdx.y * Tile;
  const int tile_col = blockIdx.x * Tile;
  const int group = (threadIdx.y * Tile + threadIdx.x) % 32 / 8;
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    for (int y = threadIdx.y; y < Tile; y += Rows) {
      const bool exists = tile_row + y < rows && tile_col + threadIdx.x < cols;
      if (turn == group && exists) tile[y][threadIdx.x] = in[(tile_row + y) * cols + tile_col + threadIdx.x];
      __syncwarp();
    }
  }
  __syncthreads();
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    for (int y = threadIdx.y; y < Tile; y += Rows) {
      const bool exists = tile_col + y < cols && tile_row + threadIdx.x < rows;
      if (turn == group && exists) out[(tile_col + y) * rows + tile_row + threadIdx.x] = tile[threadIdx.x][y];
      __syncwarp();
    }
  }
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  transpose_in_turns<TILE, BLOCK_ROWS, 0>(in, out, rows, cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  transpose_in_turns<TILE, BLOCK_ROWS, 1>(in, out, rows, cols);
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  transpose_in_turns<SMALL_TILE, SMALL_TILE, 1>(in, out, rows, cols);
}
