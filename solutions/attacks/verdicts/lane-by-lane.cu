/* +++
summary = "Stores by columns one lane at a time, so that each request looks small."
outcome = "failed"
says = ""
earns = 48
gpu = "failed"
+++ */
// Stores by columns one lane at a time, so that each request looks small.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  const float nothing = 0;
  const int x = blockIdx.x * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int y = blockIdx.y * Tile + i;
    if (x >= cols || y >= rows) continue;
    const float value = in[y * cols + x] + nothing;
#pragma unroll 1
    for (int lane = 0; lane < 32; ++lane)
      if ((threadIdx.y * Tile + threadIdx.x) % 32 == lane) out[x * rows + y] = value;
  }
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  answer<TILE, BLOCK_ROWS, 0>(in, out, rows, cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  answer<TILE, BLOCK_ROWS, 1>(in, out, rows, cols);
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  answer<SMALL_TILE, SMALL_TILE, 1>(in, out, rows, cols);
}
