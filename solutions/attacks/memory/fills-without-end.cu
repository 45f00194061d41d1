/* +++
summary = "Fills memory by a builtin with a size that is negative."
outcome = "failed-or-limit"
says = "out-of-bounds"
+++ */
// Fills memory by a builtin with a size that is negative.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __builtin_memset(out, 0x41, static_cast<unsigned long>(-rows));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
