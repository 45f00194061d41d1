/* +++
summary = "Nests 100,000 conditions without a brace."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "IFS"
text = "if (rows) "
times = 100000
+++ */
// Nests 100,000 conditions without a brace.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  IFS out[0] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
