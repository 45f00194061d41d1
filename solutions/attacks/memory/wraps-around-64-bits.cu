/* +++
summary = "Adds so much to a pointer that the address wraps around, to the word before its array."
outcome = "failed"
says = "out-of-bounds"
gpu = "failed"
+++ */
// Adds so much to a pointer that the address wraps around, to the word before its array.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[(1l << 62) * (rows & 1 ? 4 : 8) / 2 * 2 - 1 - threadIdx.x] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
