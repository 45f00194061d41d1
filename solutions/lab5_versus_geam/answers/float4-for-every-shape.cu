/* +++
kind = "wrong"
summary = "Loads of 16 bytes also where rows of A do not start on a multiple of 16 bytes."
fails = ["geam-safe"]
skips = ["geam-values", "geam-beta-zero", "geam-traffic", "geam-conflict-free", "geam-bandwidth", "geam-faster"]

[[messages]]
check = "geam-safe"
contains = ["33 x 65", "misaligned read", "an access of 16 bytes needs an address that is a multiple of 16"]
line_of = "reinterpret_cast<const float4*>(&A"
+++ */
// Thought: a row is a row, four floats at a time.
#include "geam_transpose.h"

constexpr int SIDE = 64;

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  *launch = {(cols + SIDE - 1) / SIDE, (rows + SIDE - 1) / SIDE, SIDE / 4, SIDE / 4, 0};
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  __shared__ float tile[SIDE][SIDE + 1];
  const int x = 4 * threadIdx.x;
  const int top = blockIdx.y * SIDE;
  const int left = blockIdx.x * SIDE;
  for (int y = threadIdx.y; y < SIDE; y += SIDE / 4) {
    if (top + y >= rows || left + x >= cols) continue;
    const float4 a = *reinterpret_cast<const float4*>(&A[(top + y) * cols + left + x]);
    tile[y][x] = a.x;
    tile[y][x + 1] = a.y;
    tile[y][x + 2] = a.z;
    tile[y][x + 3] = a.w;
  }
  __syncthreads();
  for (int c = threadIdx.y; c < SIDE; c += SIDE / 4) {
    for (int i = 0; i < 4; ++i) {
      const int y = threadIdx.x + i * (SIDE / 4);
      if (left + c >= cols || top + y >= rows) continue;
      const int to = (left + c) * rows + top + y;
      const float a = alpha * tile[y][c];
      C[to] = beta == 0.0F ? a : a + beta * B[to];
    }
  }
}
