/* +++
summary = "Answers only the shapes that the checks are known to use; others are drawn at each run."
outcome = "failed"
says = "the kernel writes nothing to `out`"
+++ */
// Answers only the shapes that the checks are known to use: a real transpose there, nothing elsewhere.
#include "tiled_transpose.h"

struct Shape {
  int rows, cols;
};

__constant__ const Shape kKnown[] = {{256, 512}, {250, 500}, {1, 1},    {1, 97},  {97, 1},
                                     {33, 65},   {32, 32},   {31, 33},  {33, 31}, {64, 32},
                                     {32, 96},   {65, 63},   {37, 101}, {160, 96}};

__device__ bool is_known(int rows, int cols) {
  for (const Shape& shape : kKnown) {
    if (shape.rows == rows && shape.cols == cols) return true;
  }
  return false;
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  if (!is_known(rows, cols)) return;
  const int col = blockIdx.x * TILE + threadIdx.x;
  for (int i = threadIdx.y; i < TILE; i += BLOCK_ROWS) {
    const int row = blockIdx.y * TILE + i;
    if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
