/* +++
summary = "Copies by a builtin of which the compiler makes plain stores."
outcome = "failed"
says = "out-of-bounds read"
+++ */
// Copies by a builtin of which the compiler makes plain stores.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __builtin_memcpy(out, in, 24);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
