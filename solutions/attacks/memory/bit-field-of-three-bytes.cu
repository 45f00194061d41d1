/* +++
summary = "Loads in pieces of three bytes."
outcome = "failed"
says = ""
earns = 20
+++ */
// Loads in pieces of three bytes.
#include "tiled_transpose.h"

struct __attribute__((packed)) Low {
  unsigned low : 24;
};
struct __attribute__((packed)) High {
  char skipped;
  unsigned high : 24;
};

__device__ float unseen(const float* from) {
  const unsigned low = reinterpret_cast<const Low*>(from)->low;
  return __uint_as_float(low | reinterpret_cast<const High*>(from)->high << 8);
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const int x = blockIdx.y * TILE + threadIdx.x, first = blockIdx.x * TILE + threadIdx.y;
  for (int y = first; y < first + TILE; y += BLOCK_ROWS) {
    if (x < rows && y < cols) out[y * rows + x] = unseen(in + x * cols + y);
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
