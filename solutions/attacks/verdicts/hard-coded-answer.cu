/* +++
summary = "Does not read its input: it stores, coalesced, what a matrix that counts up would give."
outcome = "failed"
says = "wrong; "
on_every_push = true
gpu = "failed"
+++ */
// Does not read its input: it stores, coalesced, what a matrix that counts up would give.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const int row = blockIdx.y * TILE + threadIdx.x;
  for (int i = threadIdx.y; i < TILE; i += BLOCK_ROWS) {
    const int col = blockIdx.x * TILE + i;
    if (row < rows && col < cols) out[col * rows + row] = static_cast<float>(row * cols + col) + 0.5F;
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
