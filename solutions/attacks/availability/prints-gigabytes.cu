/* +++
summary = "Prints without end."
outcome = "failed-or-limit"
says = ""
+++ */
// Prints without end.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  for (int i = 0; i < 1 << 16; ++i) printf("%1000d", i);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
