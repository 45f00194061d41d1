/* +++
summary = "Opens a place's window with one array, and then comes there with another and an index of the first."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Opens a place's window with one array, and then comes there with another and an index of the first.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    const float* const from = i & 1 ? out : in;
    sum += from[i < 2 ? 0 : 1 << (20 + i)];
  }
  out[0] = sum;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
