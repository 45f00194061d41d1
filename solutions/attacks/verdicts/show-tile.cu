/* +++
summary = "Transposes by columns, beside a tile that is there for show."
outcome = "failed"
says = ""
earns = 48
gpu = "failed"
+++ */
// Transposes by columns, beside a tile that is there for show.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  // A tile that is there for show.
  __shared__ float show[Tile][Tile + Pad];
  for (int i = threadIdx.y; i < Tile; i += Rows) show[i][threadIdx.x] = 0;
  __syncthreads();
  const float nothing = show[threadIdx.x][threadIdx.y];
  const int x = blockIdx.x * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int y = blockIdx.y * Tile + i;
    if (x >= cols || y >= rows) continue;
    const float value = in[y * cols + x] + nothing;
    out[x * rows + y] = value;
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
