/* +++
kind = "wrong"
summary = "transpose_padded waits for its own warp only, where it needs the whole block."
fails = ["padded-safe"]
skips = ["padded-values", "padded-coalesced", "padded-conflict-free", "padded-bandwidth"]

[[messages]]
check = "padded-safe"
contains = ["race in shared memory: `tile`", "orders the threads of one warp, and these are of two", "use __syncthreads()"]
line_of = "out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];"
+++ */
// Thought: a warp moves the tile, and waits for itself.
#include "tiled_transpose.h"

template <int Pad>
__device__ void through_tile(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE][TILE + Pad];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += BLOCK_ROWS)
    if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += BLOCK_ROWS)
    if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <int Pad>
__device__ void through_padded_tile(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE][TILE + Pad];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += BLOCK_ROWS)
    if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
  __syncwarp();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += BLOCK_ROWS)
    if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  through_tile<0>(in, out, rows, cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  through_padded_tile<1>(in, out, rows, cols);
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[SMALL_TILE][SMALL_TILE + 1];
  int x = blockIdx.x * SMALL_TILE + threadIdx.x;
  int y = blockIdx.y * SMALL_TILE + threadIdx.y;
  if (x < cols && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
  __syncthreads();
  x = blockIdx.y * SMALL_TILE + threadIdx.x;
  y = blockIdx.x * SMALL_TILE + threadIdx.y;
  if (x < rows && y < cols) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}
