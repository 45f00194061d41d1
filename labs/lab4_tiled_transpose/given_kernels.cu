// Lab 4: the two given kernels, with which yours are compared. Launched like transpose_padded.
#include "tiled_transpose.h"

// out[r * cols + c] = in[r * cols + c]: the best case of a transpose with this block and loop.
// [copy]
extern "C" __global__ void copy_rows(const float* __restrict__ in, float* __restrict__ out, int rows,
                                     int cols) {
  const int col = blockIdx.x * TILE + threadIdx.x;
  for (int i = 0; i < TILE; i += BLOCK_ROWS) {
    const int row = blockIdx.y * TILE + threadIdx.y + i;
    if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
  }
}
// [/copy]

// The transpose without a tile: reads along rows, writes down columns.
// [naive]
extern "C" __global__ void transpose_naive(const float* __restrict__ in, float* __restrict__ out, int rows,
                                           int cols) {
  const int col = blockIdx.x * TILE + threadIdx.x;
  for (int i = 0; i < TILE; i += BLOCK_ROWS) {
    const int row = blockIdx.y * TILE + threadIdx.y + i;
    if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
  }
}
// [/naive]
