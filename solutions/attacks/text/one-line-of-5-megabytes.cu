/* +++
summary = "Has one line of 5 MB."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "LINE"
text = "n += rows; "
times = 470000
+++ */
// Has one line of 5 MB.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int n = 0;
  LINE out[rows * cols] = n;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
