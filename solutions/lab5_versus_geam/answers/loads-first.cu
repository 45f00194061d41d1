/* +++
kind = "right"
summary = "4-byte accesses for every shape, as in shifted-pieces; each thread makes all its loads, of A and of B, before its first store to the tile."

[measured.geam-faster]
verdict = "failed"
why = "Ahead of cublasSgeam without B, but at 0.88 to 0.99 of it with B, at all but the smallest shape."
contains = ["times the bandwidth of cublasSgeam; 1.00 required"]
+++ */
// As shifted-pieces, but every load of a thread, of A and of B, is made before one is waited for.
#include "geam_transpose.h"

constexpr int LANES = 32;
constexpr int WARPS = 8;
constexpr int TILE = 64;                 // rows of A; 32 columns; a block of 32 x 8 threads
constexpr int LOADS = TILE / WARPS + 1;  // 7 rows more than the tile has, where pieces are shifted
constexpr int STORES = LANES / WARPS;
constexpr int PIECES =
    TILE / LANES + 1;  // of a row of C; the first only for what lies before its first sector

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  launch->grid_x = (cols + LANES - 1) / LANES;
  launch->grid_y = (rows + TILE - 1) / TILE;
  launch->block_x = LANES;
  launch->block_y = WARPS;
  launch->dynamic_shared_bytes = 0;
}

// A lane's place in piece p of C's row c: `y` rows below the top of the tile. `is_mine`: this lane stores it.
struct Place {
  int y;
  bool is_mine;

  __device__ Place(int c, int p, int top, int rows, int cols) {
    const int lead = (8 - c * rows % 8) % 8;
    y = lead + (p - 1) * LANES + int(threadIdx.x);
    is_mine = c < cols && (p > 0 || top == 0) && y >= 0 && y < TILE + lead && top + y < rows;
  }
};

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  __shared__ float tile[TILE + 7][LANES + 1];
  const int top = blockIdx.y * TILE;
  const int left = blockIdx.x * LANES;
  const int x = threadIdx.x;
  const int held = rows % 8 == 0 ? TILE : TILE + 7;

  float a[LOADS] = {};
#pragma unroll
  for (int i = 0; i < LOADS; ++i) {
    const int y = threadIdx.y + i * WARPS;
    if (y < held && top + y < rows && left + x < cols) a[i] = A[(top + y) * cols + left + x];
  }
  float b[STORES][PIECES] = {};
  if (beta != 0.0F) {
#pragma unroll
    for (int i = 0; i < STORES; ++i) {
#pragma unroll
      for (int p = 0; p < PIECES; ++p) {
        const int c = left + threadIdx.y + i * WARPS;
        const Place place(c, p, top, rows, cols);
        if (place.is_mine) b[i][p] = B[c * rows + top + place.y];
      }
    }
  }
#pragma unroll
  for (int i = 0; i < LOADS; ++i) {
    const int y = threadIdx.y + i * WARPS;
    if (y < held) tile[y][x] = a[i];
  }

  __syncthreads();

#pragma unroll
  for (int i = 0; i < STORES; ++i) {
#pragma unroll
    for (int p = 0; p < PIECES; ++p) {
      const int c = left + threadIdx.y + i * WARPS;
      const Place place(c, p, top, rows, cols);
      if (!place.is_mine) continue;
      const float product = alpha * tile[place.y][c - left];
      C[c * rows + top + place.y] = beta == 0.0F ? product : product + beta * b[i][p];
    }
  }
}
