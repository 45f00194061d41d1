// The first lane of each strided request reads a variable, so that the request counts as one to that.
#include "tiled_transpose.h"

__device__ float elsewhere[1];

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const int left = blockIdx.x * TILE;
  const int row = blockIdx.y * TILE + threadIdx.x;
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    if (left + y >= cols || row >= rows) continue;
    const float* const mine = &in[row * cols + left + y];
    float element = *(threadIdx.x == 0 ? elsewhere : mine);  // strided
    if (threadIdx.x == 0) element = *mine;
    out[(left + y) * rows + row] = element;
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
