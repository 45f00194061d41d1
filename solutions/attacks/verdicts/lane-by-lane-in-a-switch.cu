/* +++
summary = "The same by a switch with a case for each lane."
outcome = "failed"
says = ""
earns = 48

[[repeat]]
marker = "CASES"
text = "case {i}: out[x * rows + y] = value + {i} * 0.0f; break;\n"
times = 32
+++ */
// The same by a switch with a case for each lane.
#include "tiled_transpose.h"

template <int Tile, int Rows, int Pad>
__device__ void answer(const float* in, float* out, int rows, int cols) {
  const float nothing = 0;
  const int x = blockIdx.x * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i += Rows) {
    const int y = blockIdx.y * Tile + i;
    if (x >= cols || y >= rows) continue;
    const float value = in[y * cols + x] + nothing;
    switch (threadIdx.x) { CASES }
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
