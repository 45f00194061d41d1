// The conflicted load shares its line with many that have no conflict.
#include "tiled_transpose.h"

// clang-format off
#define HARMLESS(n) (tile[n][threadIdx.x] == -1.25f)
#define MANY (HARMLESS(0) + HARMLESS(1) + HARMLESS(2) + HARMLESS(3) + HARMLESS(4) + HARMLESS(5) + HARMLESS(6))
// clang-format on

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  __shared__ volatile float tile[TILE][TILE];
  const int left = blockIdx.x * TILE;
  const int top = blockIdx.y * TILE;
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    const bool inside = top + y < rows && left + threadIdx.x < cols;
    tile[y][threadIdx.x] = inside ? in[(top + y) * cols + left + threadIdx.x] : 0;
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    const float element = tile[threadIdx.x][y] + MANY;
    if (left + y < cols && top + threadIdx.x < rows) out[(left + y) * rows + top + threadIdx.x] = element;
  }
}

// Honest.
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE][TILE];
  const int left = blockIdx.x * TILE;
  const int top = blockIdx.y * TILE;
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    if (top + y < rows && left + threadIdx.x < cols)
      tile[y][threadIdx.x] = in[(top + y) * cols + left + threadIdx.x];
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    if (left + y < cols && top + threadIdx.x < rows)
      out[(left + y) * rows + top + threadIdx.x] = tile[threadIdx.x][y];
  }
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
