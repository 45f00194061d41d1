/* +++
summary = "Moves a terabyte by a builtin, over its own end."
outcome = "failed-or-limit"
says = "out-of-bounds"
+++ */
// Moves a terabyte by a builtin, over its own end.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __builtin_memmove(out, out + 1, static_cast<unsigned long>(rows) << 40);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
