/* +++
kind = "wrong"
summary = "Rows of C are stored in pieces that begin up to 7 floats earlier, rather than later; B is loaded behind the barrier, one element before each store to C."
fails = ["geam-bandwidth"]
skips = ["geam-faster"]

[[messages]]
check = "geam-bandwidth"
contains = ["times the bandwidth of cublasSgeam; 0.72 required", "too few loads are in flight"]
+++ */
// Each piece begins on the sector before, not on the one behind; the launch is written as a whole.
#include "geam_transpose.h"

constexpr int TILE = 96;
constexpr int LANES = 32;
constexpr int WARPS = 8;

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  *launch = {(cols + LANES - 1) / LANES, (rows + 7 + TILE - 1) / TILE, LANES, WARPS, 0};
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  __shared__ float tile[TILE + 7][LANES + 1];
  const int top = blockIdx.y * TILE;
  const int left = blockIdx.x * LANES;
  const int x = threadIdx.x;
  for (int y = (rows % 8 == 0 ? 0 : -7) + int(threadIdx.y); y < TILE; y += WARPS) {
    if (top + y >= 0 && top + y < rows && left + x < cols) tile[y + 7][x] = A[(top + y) * cols + left + x];
  }
  __syncthreads();
  for (int c = threadIdx.y; c < LANES; c += WARPS) {
    if (left + c >= cols) continue;
    const int begin = (left + c) * rows;
    const int shift = begin % 8;
    for (int i = 0; i < TILE; i += LANES) {
      const int y = i + x - shift;
      if (top + y < 0 || top + y >= rows) continue;
      const int to = begin + top + y;
      const float a = alpha * tile[y + 7][c];
      C[to] = beta == 0.0F ? a : a + beta * B[to];
    }
  }
}
