/* +++
kind = "right"
summary = "No shared memory where both sides divide by 8: a square of 4 x 4 is transposed in registers."

[measured.geam-bandwidth]
verdict = "failed"
why = "At odd sides it goes through a tile, as shifted-pieces does, and loads B behind the barrier."
contains = ["4095 x 4097, beta 0.5"]

[measured.geam-faster]
verdict = "failed"
why = "With B a thread loads it after the first stores, with nothing else on its way."
contains = ["4096 x 4096, beta 0.5"]
+++ */
// Where both sides divide by 8 a thread turns 4 x 4 elements in its registers: no tile, no barrier.
#include "geam_transpose.h"

constexpr int TILE = 64;  // rows of A; 32 columns; a block of 32 x 8 threads
constexpr int LANES = 32;
constexpr int WARPS = 8;

// 32 columns and 128 rows of A: 8 x 32 threads, each of which loads 4 rows of 4 floats.
constexpr int QUADS_X = 8;
constexpr int QUADS_Y = 32;

__device__ bool is_even(int rows, int cols) { return rows % 8 == 0 && cols % 8 == 0; }

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  if (is_even(rows, cols)) {
    *launch = {(cols + 4 * QUADS_X - 1) / (4 * QUADS_X), (rows + 4 * QUADS_Y - 1) / (4 * QUADS_Y), QUADS_X,
               QUADS_Y, 0};
    return;
  }
  launch->grid_x = (cols + LANES - 1) / LANES;
  launch->grid_y = (rows + TILE - 1) / TILE;
  launch->block_x = LANES;
  launch->block_y = WARPS;
  launch->dynamic_shared_bytes = 0;
}

__device__ void store_quad(const float* B, float* C, float alpha, float beta, int to, float4 a) {
  float4 c = make_float4(alpha * a.x, alpha * a.y, alpha * a.z, alpha * a.w);
  if (beta != 0.0F) {
    const float4 b = *reinterpret_cast<const float4*>(&B[to]);
    c = make_float4(c.x + beta * b.x, c.y + beta * b.y, c.z + beta * b.z, c.w + beta * b.w);
  }
  *reinterpret_cast<float4*>(&C[to]) = c;
}

__device__ void through_registers(const float* A, const float* B, float* C, float alpha, float beta, int rows,
                                  int cols) {
  const int row = 4 * (blockIdx.y * QUADS_Y + threadIdx.y);
  const int col = 4 * (blockIdx.x * QUADS_X + threadIdx.x);
  if (row >= rows || col >= cols) return;
  float4 a[4];
  for (int i = 0; i < 4; ++i) a[i] = *reinterpret_cast<const float4*>(&A[(row + i) * cols + col]);
  const int to = col * rows + row;
  store_quad(B, C, alpha, beta, to, make_float4(a[0].x, a[1].x, a[2].x, a[3].x));
  store_quad(B, C, alpha, beta, to + rows, make_float4(a[0].y, a[1].y, a[2].y, a[3].y));
  store_quad(B, C, alpha, beta, to + 2 * rows, make_float4(a[0].z, a[1].z, a[2].z, a[3].z));
  store_quad(B, C, alpha, beta, to + 3 * rows, make_float4(a[0].w, a[1].w, a[2].w, a[3].w));
}

__device__ void through_tile(const float* A, const float* B, float* C, float alpha, float beta, int rows,
                             int cols) {
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

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  if (is_even(rows, cols)) {
    through_registers(A, B, C, alpha, beta, rows, cols);
  } else {
    through_tile(A, B, C, alpha, beta, rows, cols);
  }
}
