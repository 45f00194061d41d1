/* +++
summary = "Replaces the barriers by fences around a volatile load of a word that nobody changes."
outcome = "failed"
says = "race"
lab = "lab5"
+++ */
// Replaces the barriers by fences around a volatile load of a word that nobody changes.
#include "geam_transpose.h"

__device__ volatile int never_changes;
__device__ __forceinline__ void order_nothing() {
  __threadfence();
  if (never_changes != 0) __trap();
  __threadfence();
}

constexpr int LANES = 32;
constexpr int SECTOR = 8;             // floats
constexpr int TILE = 64;              // a block stores 64 x 64 elements
constexpr int WARPS = 16;             // of a block
constexpr int PIECES = TILE / LANES;  // requests of a warp for one row of the tile
constexpr int MARGIN = SECTOR - 1;    // rows of A that the tile holds above those of a multiple of 64
constexpr int LOADS = (TILE + MARGIN + WARPS - 1) / WARPS;
constexpr int STORES = TILE / WARPS;

using Tile = float[TILE + MARGIN][TILE + 1];

// How many floats before the multiple of 64 the pieces of C's row c begin: as many as make them begin on a
// sector.
__device__ int shift_of(int c, int rows) { return c * rows % SECTOR; }

// The most that any row of C has: 0, 4, 6 or 7, by the largest power of two that divides `rows`.
__device__ int most_shift(int rows) { return rows % SECTOR == 0 ? 0 : SECTOR - (rows & -rows); }

// [launch]
// blockIdx.x runs along the rows of A, which are the columns of C: blocks that run at the same time write
// neighbouring parts of the same rows of C.
extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  launch->grid_x = (rows + most_shift(rows) + TILE - 1) / TILE;
  launch->grid_y = (cols + TILE - 1) / TILE;
  launch->block_x = LANES;
  launch->block_y = WARPS;
  launch->dynamic_shared_bytes = 0;
}
// [/launch]

// [rows]
// The rows of A that this block's tile must hold. Row r lies in tile[r - tile_row + MARGIN].
struct HeldRows {
  int tile_row;
  int begin;
  int end;

  __device__ HeldRows(int rows)
      : tile_row(blockIdx.x * TILE),
        begin(max(0, tile_row - most_shift(rows))),
        end(min(rows, tile_row + TILE)) {}

  __device__ int of_load(int i) const { return tile_row - MARGIN + i * WARPS + int(threadIdx.y); }
  __device__ bool holds(int row) const { return row >= begin && row < end; }

  // The row of A that a lane stores in piece p of C's row c: the piece begins on a sector.
  __device__ int of_store(int c, int p, int rows) const {
    return tile_row - shift_of(c, rows) + p * LANES + int(threadIdx.x);
  }
};
// [/rows]

// [transpose]
template <bool WITH_B>
__device__ void transpose(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                          float alpha, float beta, int rows, int cols, Tile& tile) {
  const HeldRows held(rows);
  const int tile_col = blockIdx.y * TILE;

  // All loads are on their way before one is waited for: those of A, a warp along a row of A,
  float a[LOADS][PIECES] = {};
#pragma unroll
  for (int i = 0; i < LOADS; ++i) {
#pragma unroll
    for (int p = 0; p < PIECES; ++p) {
      const int row = held.of_load(i);
      const int col = tile_col + p * LANES + threadIdx.x;
      if (held.holds(row) && col < cols) a[i][p] = A[row * cols + col];
    }
  }
  // and those of B, a warp along a row of C, from a sector on.
  float b[STORES][PIECES] = {};
  if (WITH_B) {
#pragma unroll
    for (int i = 0; i < STORES; ++i) {
#pragma unroll
      for (int p = 0; p < PIECES; ++p) {
        const int c = tile_col + i * WARPS + threadIdx.y;
        if (c >= cols) continue;
        const int row = held.of_store(c, p, rows);
        if (held.holds(row)) b[i][p] = B[c * rows + row];
      }
    }
  }

#pragma unroll
  for (int i = 0; i < LOADS; ++i) {
    const int row = held.of_load(i);
    if (!held.holds(row)) continue;
#pragma unroll
    for (int p = 0; p < PIECES; ++p) tile[row - held.tile_row + MARGIN][p * LANES + threadIdx.x] = a[i][p];
  }

  order_nothing();

#pragma unroll
  for (int i = 0; i < STORES; ++i) {
#pragma unroll
    for (int p = 0; p < PIECES; ++p) {
      const int c = tile_col + i * WARPS + threadIdx.y;
      if (c >= cols) continue;
      const int row = held.of_store(c, p, rows);
      if (!held.holds(row)) continue;
      const float product = alpha * tile[row - held.tile_row + MARGIN][c - tile_col];
      C[c * rows + row] = WITH_B ? product + beta * b[i][p] : product;
    }
  }
}
// [/transpose]

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  __shared__ Tile tile;
  if (beta == 0.0F) {
    transpose<false>(A, B, C, alpha, beta, rows, cols, tile);
  } else {
    transpose<true>(A, B, C, alpha, beta, rows, cols, tile);
  }
}
