// Thought: coordinates are small numbers, and a short takes half a register.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void through_tile(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[Tile][Tile + Pad];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int top = blockIdx.y * Tile;
  const int left = blockIdx.x * Tile;
  for (int y = ty; y < Tile; y += Rows) {
    if (top + y < rows && left + tx < cols) tile[y][tx] = in[(top + y) * cols + left + tx];
  }
  __syncthreads();
  for (int y = ty; y < Tile; y += Rows) {
    if (left + y < cols && top + tx < rows) out[(left + y) * rows + top + tx] = tile[tx][y];
  }
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y;
  const int col = blockIdx.x * TILE + threadIdx.x;
  for (int i = 0; i < TILE; i += BLOCK_ROWS) {
    if (row + i < rows && col < cols) tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + col];
  }
  __syncthreads();
  const int out_row = blockIdx.x * TILE + threadIdx.y;
  const int out_col = blockIdx.y * TILE + threadIdx.x;
  for (int i = 0; i < TILE; i += BLOCK_ROWS) {
    if (out_row + i < cols && out_col < rows)
      out[(out_row + i) * rows + out_col] = tile[threadIdx.x][threadIdx.y + i];
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE][TILE + 1];
  const short row = blockIdx.y * TILE + threadIdx.y;
  const short col = blockIdx.x * TILE + threadIdx.x;
  for (int i = 0; i < TILE; i += BLOCK_ROWS) {
    if (row + i < rows && col < cols) tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + col];
  }
  __syncthreads();
  const short out_row = blockIdx.x * TILE + threadIdx.y;
  const short out_col = blockIdx.y * TILE + threadIdx.x;
  for (int i = 0; i < TILE; i += BLOCK_ROWS) {
    if (out_row + i < cols && out_col < rows)
      out[(out_row + i) * rows + out_col] = tile[threadIdx.x][threadIdx.y + i];
  }
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  through_tile<SMALL_TILE, SMALL_TILE, 1>(in, out, rows, cols);
}
