/* +++
summary = "Dilutes the conflicts of a tile without padding by harmless accesses in the same line."
outcome = "failed"
says = ""
earns = 97
+++ */
// Dilutes the conflicts of a tile without padding by harmless accesses in the same line.
#include "tiled_transpose.h"

// An honest transpose through a tile.
template <int Tile, int Rows, int Pad>
__device__ __forceinline__ void tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[Tile][Tile + Pad];
  const int x = blockIdx.x * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int y = blockIdx.y * Tile + i;
    if (x < cols && y < rows) tile[i][threadIdx.x] = in[y * cols + x];
  }
  __syncthreads();
  const int r = blockIdx.y * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int c = blockIdx.x * Tile + i;
    if (c < cols && r < rows) out[c * rows + r] = tile[threadIdx.x][i];
  }
}

__device__ void diluted(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[SMALL_TILE][SMALL_TILE];
  const int x = blockIdx.x * SMALL_TILE + threadIdx.x;
  const int y = blockIdx.y * SMALL_TILE + threadIdx.y;
  if (x < cols && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
  __syncthreads();
  const int r = blockIdx.y * SMALL_TILE + threadIdx.x;
  const int c = blockIdx.x * SMALL_TILE + threadIdx.y;
  const volatile float* from = tile[0];
  float value = 0;
#pragma unroll 1
  for (int i = 0; i < 32; ++i) {
    const int at = i < 31 ? 0 : threadIdx.x * SMALL_TILE + threadIdx.y;
    if (c < cols && r < rows) value = from[at];
  }
  if (c < cols && r < rows) out[c * rows + r] = value;
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  tiled<TILE, BLOCK_ROWS, 0>(in, out, rows, cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  tiled<TILE, BLOCK_ROWS, 1>(in, out, rows, cols);
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  diluted(in, out, rows, cols);
}
