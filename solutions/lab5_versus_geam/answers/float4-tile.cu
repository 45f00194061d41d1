/* +++
kind = "wrong"
summary = "16-byte accesses where both sides divide by 8, tall tiles elsewhere, all in dynamic shared memory: B is loaded too late."
fails = ["geam-bandwidth"]
skips = ["geam-faster"]

[[messages]]
check = "geam-bandwidth"
contains = ["times the bandwidth of cublasSgeam; 0.72 required", "too few loads are in flight"]
+++ */
// Two kernels in one: where both sides divide by 8, a thread turns 4 x 4 elements in its registers and hands
// them over in 16 bytes; elsewhere pieces of C begin later, on the sector behind, in a tile whose height the
// shape decides.
#include "geam_transpose.h"

constexpr int SECTOR = 8;  // floats

__device__ bool starts_rows_on_sectors(int rows, int cols) {
  return rows % SECTOR == 0 && cols % SECTOR == 0;
}

__device__ int tiles(int elements, int tile) { return (elements + tile - 1) / tile; }

// B is read where beta is not 0 only.
__device__ float blend(float alpha, float a, float beta, const float* __restrict__ B, int at) {
  return beta == 0.0F ? alpha * a : alpha * a + beta * B[at];
}

constexpr int LANES = 32;

// The floats of C's row c that lie before its first own sector. None count where the row is one request
// anyway.
__device__ int lead_of(int c, int rows) { return rows <= LANES ? 0 : (SECTOR - c * rows % SECTOR) % SECTOR; }

// The most that any row has: 0, 4, 6 or 7, by the largest power of two that divides `rows`.
__device__ int most_lead(int rows) {
  return rows <= LANES || rows % SECTOR == 0 ? 0 : SECTOR - (rows & -rows);
}

// 64 x 64 elements, moved by 16 x 16 threads. A thread loads 4 rows of 4 floats, turns that square in its
// registers, and hands it over in 4 pieces of 16 bytes.
struct QuadTile {
  static constexpr int SIDE = 64;
  static constexpr int QUADS = SIDE / 4;  // of a row of the tile, and threads along each side of the block
  static constexpr int SHARED_BYTES = SIDE * SIDE * int(sizeof(float));
};

// Where quad q of the tile's row c is kept. 8 lanes make a wavefront of 16 bytes each: they write one q of 8
// rows that lie 4 apart, or read 8 quads of one row. Either way q ^ (c / 4) takes 8 values modulo 8.
__device__ int quad_at(int c, int q) { return c * QuadTile::QUADS + (q ^ (c / 4 % 8)); }

__device__ void transpose_quads(const float* __restrict__ A, const float* __restrict__ B,
                                float* __restrict__ C, float alpha, float beta, int rows, int cols,
                                float4* tile) {
  constexpr int SIDE = QuadTile::SIDE;
  constexpr int QUADS = QuadTile::QUADS;
  const int tile_row = blockIdx.y * SIDE;
  const int tile_col = blockIdx.x * SIDE;
  const int x = threadIdx.x;
  const int y = threadIdx.y;

  const int col = tile_col + 4 * x;  // a warp reads 64 floats of each of two rows of A
  float4 a[4] = {};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int row = tile_row + 4 * y + i;
    if (row < rows && col < cols) a[i] = *reinterpret_cast<const float4*>(&A[row * cols + col]);
  }
  tile[quad_at(4 * x + 0, y)] = make_float4(a[0].x, a[1].x, a[2].x, a[3].x);
  tile[quad_at(4 * x + 1, y)] = make_float4(a[0].y, a[1].y, a[2].y, a[3].y);
  tile[quad_at(4 * x + 2, y)] = make_float4(a[0].z, a[1].z, a[2].z, a[3].z);
  tile[quad_at(4 * x + 3, y)] = make_float4(a[0].w, a[1].w, a[2].w, a[3].w);

  __syncthreads();

  const int row = tile_row + 4 * x;  // and writes 64 floats of each of two rows of C
#pragma unroll
  for (int i = 0; i < SIDE; i += QUADS) {
    const int c = i + y;
    if (tile_col + c >= cols || row >= rows) continue;
    const int to = (tile_col + c) * rows + row;
    const float4 t = tile[quad_at(c, x)];
    float4 result = make_float4(alpha * t.x, alpha * t.y, alpha * t.z, alpha * t.w);
    if (beta != 0.0F) {
      const float4 b = *reinterpret_cast<const float4*>(&B[to]);
      result.x += beta * b.x;
      result.y += beta * b.y;
      result.z += beta * b.z;
      result.w += beta * b.w;
    }
    *reinterpret_cast<float4*>(&C[to]) = result;
  }
}

// Row c of C begins somewhere within a sector; its first sector that is all its own begins `lead` floats
// later. There its pieces of 32 floats begin: each one fills 4 sectors, and none is written in two parts. The
// price: a tile holds up to 7 rows of A more than it stores.
template <int Rows>
struct ShiftedTile {
  static constexpr int ROWS = Rows;
  static constexpr int COLS = LANES;
  static constexpr int PITCH = COLS + 1;
  static constexpr int BLOCK_ROWS = Rows / 8;          // of 32 threads each: 8 stores and 9 loads a thread
  static constexpr int HELD_ROWS = Rows + BLOCK_ROWS;  // 7 more would do; so many end the loop evenly
  static constexpr int SHARED_BYTES = HELD_ROWS * PITCH * int(sizeof(float));

  __device__ static void transpose(const float* __restrict__ A, const float* __restrict__ B,
                                   float* __restrict__ C, float alpha, float beta, int rows, int cols,
                                   float* tile) {
    const int x = threadIdx.x;
    const int tile_row = blockIdx.y * Rows;
    const int tile_col = blockIdx.x * COLS;
    const int col = tile_col + x;  // a warp reads along a row of A
    const int rows_end = min(rows, tile_row + Rows + most_lead(rows));
#pragma unroll
    for (int i = 0; i < HELD_ROWS; i += BLOCK_ROWS) {
      const int y = i + threadIdx.y;
      const bool is_inside = tile_row + y < rows_end && col < cols;
      tile[y * PITCH + x] = is_inside ? A[(tile_row + y) * cols + col] : 0.0F;
    }

    __syncthreads();

    const auto store = [=](int to, float a) { C[to] = blend(alpha, a, beta, B, to); };
#pragma unroll
    for (int i = 0; i < COLS; i += BLOCK_ROWS) {  // and along a row of C
      const int c = i + threadIdx.y;
      if (tile_col + c >= cols) return;
      const int row_of_c = (tile_col + c) * rows;
      const int lead = lead_of(tile_col + c, rows);
      if (tile_row == 0 && x < lead) store(row_of_c + x, tile[x * PITCH + c]);
#pragma unroll
      for (int piece = 0; piece < Rows; piece += LANES) {
        const int y = lead + piece + x;
        const float a = tile[y * PITCH + c];
        if (tile_row + y < rows) store(row_of_c + tile_row + y, a);
      }
    }
  }
};

using Tall = ShiftedTile<128>;
using Short = ShiftedTile<64>;  // where tall tiles are too few to keep all SMs of an H200 busy

constexpr int ENOUGH_BLOCKS = 4 * 132;

template <class Tile>
__device__ GeamLaunch shifted_launch(int rows, int cols) {
  return {tiles(cols, Tile::COLS), tiles(rows, Tile::ROWS), Tile::COLS, Tile::BLOCK_ROWS, Tile::SHARED_BYTES};
}

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  if (starts_rows_on_sectors(rows, cols)) {
    *launch = {tiles(cols, QuadTile::SIDE), tiles(rows, QuadTile::SIDE), QuadTile::QUADS, QuadTile::QUADS,
               QuadTile::SHARED_BYTES};
    return;
  }
  const GeamLaunch tall = shifted_launch<Tall>(rows, cols);
  *launch = tall.grid_x * tall.grid_y >= ENOUGH_BLOCKS ? tall : shifted_launch<Short>(rows, cols);
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  extern __shared__ float4 shared[];
  if (blockDim.x == QuadTile::QUADS) {
    transpose_quads(A, B, C, alpha, beta, rows, cols, shared);
  } else if (blockDim.y == Tall::BLOCK_ROWS) {
    Tall::transpose(A, B, C, alpha, beta, rows, cols, reinterpret_cast<float*>(shared));
  } else {
    Short::transpose(A, B, C, alpha, beta, rows, cols, reinterpret_cast<float*>(shared));
  }
}
