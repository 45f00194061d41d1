/* +++
summary = "Has a text of 300,000 escape sequences."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "TEXT"
text = "\\\\\\\"\\x41\\u00e9"
times = 300000
+++ */
// Has a text of 300,000 escape sequences.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const char* const text = "TEXT";
  out[rows * cols] = text[cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
