/* +++
summary = "Runs each launch for almost as long as a launch may take."
outcome = "failed-or-limit"
says = ""
earns = 48
+++ */
// Runs each launch for almost as long as a launch may take.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const int x = blockIdx.x * TILE + threadIdx.x;
  unsigned n = x;
  if (threadIdx.y == 0 && x % 32 == 0)
    for (int i = 0; i < 900000000 / int(gridDim.x * gridDim.y); ++i) n = n * 1664525u + 1013904223u;
  for (int y = blockIdx.y * TILE + threadIdx.y; y < (blockIdx.y + 1) * TILE; y += BLOCK_ROWS) {
    if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x] + (n == 12345u);
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
