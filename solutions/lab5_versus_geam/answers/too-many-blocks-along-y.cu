/* +++
kind = "wrong"
summary = "geam_launch asks for a row of blocks for every 8 rows of A: more than 65,535 where A has a million."
fails = ["geam-safe"]
skips = ["geam-values", "geam-beta-zero", "geam-traffic", "geam-conflict-free", "geam-bandwidth", "geam-faster"]

[[messages]]
check = "geam-safe"
contains = ["geam_launch, ", "grid_y is 12", "must be at most 65535", "a GPU takes 2147483647 blocks along x"]
line_of = "launch->grid_y = (rows + ROWS - 1) / ROWS;"
+++ */
// The padded tile, eight rows at a time: a block moves 8 rows of A and nothing more.
#include "geam_transpose.h"

constexpr int LANES = 32;
constexpr int ROWS = 8;

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  launch->grid_x = (cols + LANES - 1) / LANES;
  launch->grid_y = (rows + ROWS - 1) / ROWS;
  launch->block_x = LANES;
  launch->block_y = ROWS;
  launch->dynamic_shared_bytes = 0;
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  __shared__ float tile[ROWS][LANES + 1];
  const int top = blockIdx.y * ROWS;
  const int left = blockIdx.x * LANES;
  const int row = top + threadIdx.y;
  if (row < rows && left + threadIdx.x < cols) {
    tile[threadIdx.y][threadIdx.x] = A[row * cols + left + threadIdx.x];
  }
  __syncthreads();
  const int t = threadIdx.y * LANES + threadIdx.x;
  const int r = top + t % ROWS;
  const int c = left + t / ROWS;
  if (r >= rows || c >= cols) return;
  const float a = alpha * tile[t % ROWS][t / ROWS];
  C[c * rows + r] = beta == 0.0F ? a : a + beta * B[c * rows + r];
}
