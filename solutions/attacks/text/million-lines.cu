/* +++
summary = "Has a million empty lines before its error."
outcome = "compiler-or-limit"
says = ""

[[repeat]]
marker = "LINES"
text = "\n"
times = 1000000
+++ */
// Has a million empty lines before its error.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  LINES
  undeclared = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
