/* +++
summary = "Stores a tile to its output untransposed, loads it from there by columns, and corrects it with atomic exchanges."
outcome = "failed"
says = ""
earns = 48
+++ */
// Stores a tile to its output as it is, loads it from there by columns, and puts it right by atomic
// exchanges.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  // A tile that is there for show.
  __shared__ float show[Tile][Tile + Pad];
  for (int i = threadIdx.y; i < Tile; i += Rows) show[i][threadIdx.x] = 0;
  __syncthreads();
  const float nothing = show[threadIdx.x][threadIdx.y];
  const int left = blockIdx.x * Tile;
  const int top = blockIdx.y * Tile;
  const bool is_whole = left + Tile <= cols && top + Tile <= rows;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int to = (left + i) * rows + top + threadIdx.x;
    if (is_whole)
      out[to] = in[(top + i) * cols + left + threadIdx.x] + nothing;
    else if (left + i < cols && top + threadIdx.x < rows)
      out[to] = nothing;
  }
  __syncthreads();
  float kept[Tile / Rows] = {};
  if (is_whole)
    for (int k = 0; k < Tile / Rows; ++k)
      kept[k] = out[(left + threadIdx.x) * rows + top + threadIdx.y + k * Rows];
  __syncthreads();
  for (int k = 0; k < Tile / Rows; ++k) {
    const int i = threadIdx.y + k * Rows;
    if (is_whole)
      atomicExch(&out[(left + i) * rows + top + threadIdx.x], kept[k]);
    else if (left + threadIdx.x < cols && top + i < rows)
      atomicExch(&out[(left + threadIdx.x) * rows + top + i], in[(top + i) * cols + left + threadIdx.x]);
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
