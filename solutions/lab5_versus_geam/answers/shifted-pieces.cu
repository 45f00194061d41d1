/* +++
kind = "right"
summary = "4-byte accesses for every shape; the pieces of each row of C begin up to 7 floats later, and the first tile stores what lies before."

[measured.geam-bandwidth]
verdict = "failed"
why = "B is loaded behind the barrier, one element before each store to C: too few bytes are on their way. The bound knows only how many there are."
contains = ["beta 0.5", "times the bandwidth of cublasSgeam; 0.85 required", "without B it came to", "is B loaded behind the barrier"]

[measured.geam-faster]
verdict = "failed"
why = "Without B, too, a loop whose length the compiler does not know has few loads on their way."
contains = ["4096 x 4096, beta 0,", "where geam-traffic has passed"]
+++ */
// 4-byte accesses for every shape; each row of C is stored in pieces that start on a sector.
#include "geam_transpose.h"

constexpr int TILE = 64;  // rows of A; 32 columns; a block of 32 x 8 threads
constexpr int LANES = 32;
constexpr int WARPS = 8;

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  launch->grid_x = (cols + LANES - 1) / LANES;
  launch->grid_y = (rows + TILE - 1) / TILE;
  launch->block_x = LANES;
  launch->block_y = WARPS;
  launch->dynamic_shared_bytes = 0;
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
