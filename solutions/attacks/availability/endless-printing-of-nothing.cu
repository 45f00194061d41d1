/* +++
summary = "Prints nothing, without end."
outcome = "failed-or-limit"
says = ""
+++ */
// Prints nothing, without end.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  for (unsigned i = rows | 1; i != 0; i = i * 3 | 1) printf("");
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
