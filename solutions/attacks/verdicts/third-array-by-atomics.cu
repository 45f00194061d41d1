/* +++
summary = "The same with atomic operations, which the bandwidth does not count either."
outcome = "failed"
says = ""
earns = 48
+++ */
// The same with atomic operations, which the bandwidth does not count either.
#include "tiled_transpose.h"

__device__ float scratch[1 << 22];

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  // A tile that is there for show.
  __shared__ float show[Tile][Tile + Pad];
  for (int i = threadIdx.y; i < Tile; i += Rows) show[i][threadIdx.x] = 0;
  __syncthreads();
  const float nothing = show[threadIdx.x][threadIdx.y];
  float* const mine = scratch + (blockIdx.y * gridDim.x + blockIdx.x) * Tile * Tile;
  const int x = blockIdx.x * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int y = blockIdx.y * Tile + i;
    if (x < cols && y < rows) atomicExch(&mine[i * Tile + threadIdx.x], in[y * cols + x]);
  }
  __syncthreads();
  const int r = blockIdx.y * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int c = blockIdx.x * Tile + i;
    if (c < cols && r < rows) out[c * rows + r] = atomicAdd(&mine[threadIdx.x * Tile + i], 0.0f) + nothing;
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
