// No dynamic shared memory, so nothing is said about it.
#include "geam_transpose.h"

constexpr int TILE = 64;  // rows of A; 32 columns; a block of 32 x 8 threads
constexpr int LANES = 32;
constexpr int WARPS = 8;

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  launch->grid_x = (cols + LANES - 1) / LANES;
  launch->grid_y = (rows + TILE - 1) / TILE;
  launch->block_x = LANES;
  launch->block_y = WARPS;
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  __shared__ float tile[TILE + 7][LANES + 1];
  const int top = blockIdx.y * TILE;
  const int left = blockIdx.x * LANES;
  const int x = threadIdx.x;
  const int held = rows % 8 == 0 ? TILE : TILE + 7;
  for (int y = threadIdx.y; y < held; y += WARPS) {
    if (top + y < rows && left + x < cols) tile[y][x] = A[(top + y) * cols + left + x];
  }
  __syncthreads();
  for (int c = threadIdx.y; c < LANES && left + c < cols; c += WARPS) {
    const int begin = (left + c) * rows;
    const int lead = (8 - begin % 8) % 8;
    for (int y = lead + x - (top == 0 ? LANES : 0); y < TILE + lead; y += LANES) {
      if (y < 0 || top + y >= rows) continue;
      const int to = begin + top + y;
      const float a = alpha * tile[y][c];
      C[to] = beta == 0.0F ? a : a + beta * B[to];
    }
  }
}
