/* +++
kind = "wrong"
summary = "No tile: a warp reads a row of A and writes a column of C."
fails = ["geam-traffic", "geam-bandwidth"]
skips = ["geam-conflict-free", "geam-faster"]

[[messages]]
check = "geam-traffic"
contains = ["the store of `C`", "is not coalesced: 32 sectors per request, where its bytes fill 4", "would do; the launch moves 4.5 times what it must"]
line_of = "C[to] = beta == 0.0F"

[[messages]]
check = "geam-bandwidth"
contains = ["times the bandwidth of cublasSgeam", "uncoalesced accesses"]
line_of = "C[to] = beta == 0.0F"
+++ */
// One element a thread, straight from A to C.
#include "geam_transpose.h"

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  launch->grid_x = (rows + 7) / 8;  // up to 125,000: too many for y
  launch->grid_y = (cols + 31) / 32;
  launch->block_x = 32;
  launch->block_y = 8;
  launch->dynamic_shared_bytes = 0;
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  const int col = blockIdx.y * blockDim.x + threadIdx.x;
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const int to = col * rows + row;
  const float a = alpha * A[row * cols + col];
  C[to] = beta == 0.0F ? a : a + beta * B[to];
}
