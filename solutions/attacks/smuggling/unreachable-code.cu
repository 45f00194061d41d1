/* +++
summary = "Tells the compiler that its function's end cannot be reached, and runs on into the code after it."
outcome = "compiler-or-failed"
says = ""
+++ */
// Tells the compiler that its function's end cannot be reached, and runs on into the code after it.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = 1;
  __builtin_unreachable();
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
