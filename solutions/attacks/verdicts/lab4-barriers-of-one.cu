/* +++
summary = "Replaces the barriers by a cuda::barrier that only the calling thread arrives at."
outcome = "failed"
says = "race"
lab = "lab4"
+++ */
// Replaces the barriers by a cuda::barrier that only the calling thread arrives at.
#include "tiled_transpose.h"

#include <cuda/barrier>
__device__ __forceinline__ void order_nothing() {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier alone[1024];
  Barrier* const mine = &alone[threadIdx.y * blockDim.x + threadIdx.x];
  init(mine, 1);
  mine->arrive_and_wait();
}

// Which tile a block moves, counted in tiles.
struct Place {
  unsigned row;
  unsigned col;
};

__device__ Place as_in_the_grid() { return {blockIdx.y, blockIdx.x}; }

// Blocks that start one after the other walk down a column of tiles: together they write along rows of `out`.
__device__ Place down_the_columns() {
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  return {block % gridDim.y, block / gridDim.y};
}

// [tile]
// One tile of Tile x Tile elements, `Pad` unused columns behind each row of it; a block of Tile x Rows
// threads. Steps that the compiler knows let it unroll the loops and keep `element` in registers: all loads
// of a thread are on their way before the first is waited for.
template <int Tile, int Rows, int Pad>
__device__ void transpose_through_tile(const float* __restrict__ in, float* __restrict__ out, int rows,
                                       int cols, Place place) {
  __shared__ float tile[Tile][Tile + Pad];
  const int tile_row = place.row * Tile;
  const int tile_col = place.col * Tile;

  const int col = tile_col + threadIdx.x;  // a warp reads along a row of `in`
  float element[Tile / Rows] = {};
#pragma unroll
  for (int i = 0; i < Tile / Rows; ++i) {
    const int row = tile_row + threadIdx.y + i * Rows;
    if (row < rows && col < cols) element[i] = in[row * cols + col];
  }
#pragma unroll
  for (int i = 0; i < Tile / Rows; ++i) tile[threadIdx.y + i * Rows][threadIdx.x] = element[i];

  order_nothing();  // outside every `if`: all threads of the block come here

  const int row = tile_row + threadIdx.x;  // and writes along a row of `out`, which is a column of the tile
  for (int y = threadIdx.y; y < Tile; y += Rows) {
    if (tile_col + y < cols && row < rows) out[(tile_col + y) * rows + row] = tile[threadIdx.x][y];
  }
}
// [/tile]

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  transpose_through_tile<TILE, BLOCK_ROWS, 0>(in, out, rows, cols, as_in_the_grid());
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  transpose_through_tile<TILE, BLOCK_ROWS, 1>(in, out, rows, cols, down_the_columns());
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  transpose_through_tile<SMALL_TILE, SMALL_TILE, 1>(in, out, rows, cols, as_in_the_grid());
}
