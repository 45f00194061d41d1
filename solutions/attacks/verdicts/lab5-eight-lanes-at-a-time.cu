/* +++
summary = "Moves eight lanes at a time: whole sectors, in four times as many requests."
outcome = "failed"
says = "8 of 32 lanes take part on average"
earns = 45
lab = "lab5"
+++ */
// Moves eight lanes at a time: each request fills one sector, and there are four times as many.
#include "geam_transpose.h"

constexpr int TILE = 32;
constexpr int WARPS = 8;

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  launch->grid_x = (rows + TILE - 1) / TILE;
  launch->grid_y = (cols + TILE - 1) / TILE;
  launch->block_x = TILE;
  launch->block_y = WARPS;
  launch->dynamic_shared_bytes = 0;
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  __shared__ float tile[TILE][TILE + 1];
  const int tile_row = blockIdx.x * TILE;
  const int tile_col = blockIdx.y * TILE;
  const int x = threadIdx.x;
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    for (int y = threadIdx.y; y < TILE; y += WARPS) {
      const bool exists = tile_row + y < rows && tile_col + x < cols;
      if (turn == x / 8 && exists) tile[y][x] = A[(tile_row + y) * cols + tile_col + x];
      __syncwarp();
    }
  }
  __syncthreads();
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    for (int y = threadIdx.y; y < TILE; y += WARPS) {
      const int i = (tile_col + y) * rows + tile_row + x;
      if (turn == x / 8 && tile_col + y < cols && tile_row + x < rows) {
        const float product = alpha * tile[x][y];
        C[i] = beta == 0.0F ? product : product + beta * B[i];
      }
      __syncwarp();
    }
  }
}
