/* +++
summary = "Loads by columns through the read-only cache, past the caches, and volatile."
outcome = "failed"
says = ""
earns = 48
gpu = "failed"
+++ */
// Loads by columns through the read-only cache, past the caches, and volatile.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  const float nothing = 0;
  const int y = blockIdx.y * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int x = blockIdx.x * Tile + i;
    if (x >= cols || y >= rows) continue;
    const float* const from = in + y * cols + x;
    float value = 0;
    switch (i % 4) {
      case 0:
        value = __ldg(from);
        break;
      case 1:
        value = __ldcs(from);
        break;
      case 2:
        value = *const_cast<const volatile float*>(from);
        break;
      default:
        value = __ldcg(from);
    }
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
