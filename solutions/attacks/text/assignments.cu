/* +++
summary = "Assigns through 50,000 variables in one expression."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "CHAIN"
text = "a = "
times = 50000
+++ */
// Assigns through 50,000 variables in one expression.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int a = 0;
  out[0] = CHAIN 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
