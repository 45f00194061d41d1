/* +++
summary = "Stores nothing to its output, coalesced, and then the transpose by columns with atomic exchanges."
outcome = "failed"
says = ""
earns = 48
on_every_push = true
gpu = "failed"
+++ */
// Stores nothing to its output, coalesced, and then the transpose by columns with atomic exchanges.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  // A tile that is there for show.
  __shared__ float show[Tile][Tile + Pad];
  for (int i = threadIdx.y; i < Tile; i += Rows) show[i][threadIdx.x] = 0;
  __syncthreads();
  const float nothing = show[threadIdx.x][threadIdx.y];
  const int r = blockIdx.y * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int c = blockIdx.x * Tile + i;
    if (c < cols && r < rows) out[c * rows + r] = nothing;
  }
  __syncthreads();
  const int x = blockIdx.x * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int y = blockIdx.y * Tile + i;
    if (x < cols && y < rows) atomicExch(&out[x * rows + y], in[y * cols + x]);
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
