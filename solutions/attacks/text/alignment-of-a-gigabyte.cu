/* +++
summary = "Asks for an alignment of 256 MiB for each of its local variables."
outcome = "compiler-or-limit-or-failed"
says = ""
+++ */
// Asks for an alignment of 256 MiB for each of its local variables.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  alignas(1 << 28) volatile char a[3], b[3];
  a[rows & 1] = b[cols & 1] = 1;
  out[rows * cols] = a[0] + b[0];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
