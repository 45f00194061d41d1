/* +++
summary = "Loads by columns with structs that are passed by value, which no count sees."
outcome = "failed-or-limit"
says = ""
+++ */
// Loads by columns with structs that are passed by value, which no count sees.
#include "tiled_transpose.h"

struct Box {
  float x[64];
};
__device__ float pick(Box box, int i, int n) {
  if (n > 0) return pick(box, i, n - 1) * 3 + pick(box, i + 1, n - 2);
  return box.x[i & 63];
}

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  __shared__ float show[Tile][Tile + Pad];
  for (int i = threadIdx.y; i < Tile; i += Rows) show[i][threadIdx.x] = 0;
  __syncthreads();
  const float nothing = show[threadIdx.x][threadIdx.y];
  const int y = blockIdx.y * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int x = blockIdx.x * Tile + i;
    if (x >= cols || y >= rows) continue;
    const int at = y * cols + x;
    const int back = at < 64 ? 0 : 63;
    float value = pick(*reinterpret_cast<const Box*>(in + at - back), back, rows >> 20);
    if (at == 0) value = in[0];
    out[x * rows + y] = value + nothing;
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
