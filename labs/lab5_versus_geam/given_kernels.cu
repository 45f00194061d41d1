// Lab 5: the given kernel, drawn next to yours on the scorecard. It fulfils the contract of geam_transpose
// without a tile: a warp reads along a row of A and writes down a column of C. Launched with one block of 32
// x 8 threads for each 32 x 32 elements of A.
#include <cuda_runtime.h>

constexpr int NAIVE_TILE = 32;
constexpr int NAIVE_BLOCK_ROWS = 8;

// [naive]
extern "C" __global__ void geam_naive(const float* __restrict__ A, const float* __restrict__ B,
                                      float* __restrict__ C, float alpha, float beta, int rows, int cols) {
  const int col = blockIdx.x * NAIVE_TILE + threadIdx.x;
  for (int i = 0; i < NAIVE_TILE; i += NAIVE_BLOCK_ROWS) {
    const int row = blockIdx.y * NAIVE_TILE + threadIdx.y + i;
    if (row >= rows || col >= cols) continue;
    const float a = alpha * A[row * cols + col];
    const int to = col * rows + row;
    C[to] = beta == 0.0F ? a : a + beta * B[to];
  }
}
// [/naive]
