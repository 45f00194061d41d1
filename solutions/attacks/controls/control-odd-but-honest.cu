/* +++
summary = "An honest answer that uses much of what looks suspicious, and is allowed."
outcome = "passes"
says = ""
on_every_push = true
+++ */
// An honest answer that uses much of what looks suspicious, and is allowed.
#include <cassert>
#include <cfloat>
#include <cstdint>

#include "tiled_transpose.h"

#define ROWS_OF(tile) (tile / BLOCK_ROWS)

namespace {

struct __align__(8) Place {
  int row;
  int col;
};

__constant__ int steps[4] = {0, 8, 16, 24};

template <class Body>
__device__ __forceinline__ void for_each_row(int first, int step, Body body) {
#pragma unroll
  for (int i = first; i < TILE; i += step) body(i);
}

[[maybe_unused]] __device__ int kind_of(int what) {
  switch (what & 7) {
    case 0:
      return 3;
    case 1:
      return 14;
    case 2:
      return 15;
    case 3:
      return 92;
    case 4:
      return 65;
    case 5:
      return 35;
    default:
      return 0;
  }
}

template <int Pad>
__device__ void through_tile(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  alignas(16) __shared__ float tile[TILE][TILE + Pad];
  const Place from = {int(blockIdx.y) * TILE, int(blockIdx.x) * TILE};
  assert(blockDim.x == 32u);
  if (kind_of(rows) < 0 || FLT_MAX < 0) printf("%d rows, %s\n", rows, __func__);
  for_each_row(threadIdx.y, BLOCK_ROWS, [&](int y) {
    const int row = from.row + y, col = from.col + threadIdx.x;
    if (row < rows && col < cols) tile[y][threadIdx.x] = __ldg(in + row * cols + col);
  });
  __syncthreads();
  for (int i = 0; i < ROWS_OF(TILE); ++i) {
    const int y = threadIdx.y + steps[i];
    const int row = from.row + threadIdx.x, col = from.col + y;
    if (row < rows && col < cols) out[static_cast<std::int64_t>(col) * rows + row] = tile[threadIdx.x][y];
  }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    transpose_tiled(const float* in, float* out, int rows, int cols) {
  through_tile<0>(in, out, rows, cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  through_tile<1>(in, out, rows, cols);
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[SMALL_TILE][SMALL_TILE + 1];
  const int row = blockIdx.y * SMALL_TILE + threadIdx.y, col = blockIdx.x * SMALL_TILE + threadIdx.x;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  const int to = blockIdx.x * SMALL_TILE + threadIdx.y, at = blockIdx.y * SMALL_TILE + threadIdx.x;
  if (to < cols && at < rows) out[to * rows + at] = tile[threadIdx.x][threadIdx.y];
}
