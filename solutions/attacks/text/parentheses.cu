/* +++
summary = "Nests 100,000 parentheses."
outcome = "compiler-or-limit"
says = ""
on_every_push = true

[[repeat]]
marker = "OPEN"
text = "("
times = 100000

[[repeat]]
marker = "CLOSE"
text = ")"
times = 100000
+++ */
// Nests 100,000 parentheses.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = OPENrowsCLOSE;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
