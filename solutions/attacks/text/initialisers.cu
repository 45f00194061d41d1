/* +++
summary = "Nests the braces of an initialiser 10,000 times."
outcome = "compiler-or-limit"
says = ""

[[repeat]]
marker = "OPEN"
text = "{"
times = 10000

[[repeat]]
marker = "CLOSE"
text = "}"
times = 10000
+++ */
// Nests the braces of an initialiser 10,000 times.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int a = OPEN1CLOSE;
  out[0] = a;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
