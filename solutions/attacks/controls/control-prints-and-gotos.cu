/* +++
summary = "An honest answer that prints a line, jumps by goto and switch, and asserts what holds."
outcome = "passes"
says = ""
+++ */
// An honest answer that prints a line, jumps by goto and switch, and asserts what holds.
#include "tiled_transpose.h"

#include <cassert>

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[Tile][Tile + Pad];
  assert(blockDim.x == Tile && blockDim.y == Rows);
  const int x = blockIdx.x * Tile + threadIdx.x;
  if (x == 0 && blockIdx.y == 0 && threadIdx.y == 0)
    printf("%d x %d, \"%s\", %5.1f%%\n", rows, cols, __func__, 12.5);
  int i = threadIdx.y;
again:
  if (x < cols && static_cast<int>(blockIdx.y) * Tile + i < rows)
    tile[i][threadIdx.x] = in[(blockIdx.y * Tile + i) * cols + x];
  i += Rows;
  if (i < Tile) goto again;
  __syncthreads();
  const int r = blockIdx.y * Tile + threadIdx.x;
  for (i = threadIdx.y; i < Tile; i += Rows) {
    const int c = blockIdx.x * Tile + i;
    switch ((c < cols) + 2 * (r < rows)) {
      case 3:
        out[c * rows + r] = tile[threadIdx.x][i];
        break;
      default:
        break;
    }
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
