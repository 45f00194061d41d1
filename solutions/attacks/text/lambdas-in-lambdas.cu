/* +++
summary = "Nests 200 generic lambdas, each of which is called in the next."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "OPEN"
text = "[](auto a) { return a + 1; }("
times = 200

[[repeat]]
marker = "CLOSE"
text = ")"
times = 200
+++ */
// Nests 200 generic lambdas, each of which is called in the next.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[rows * cols] = OPENrowsCLOSE;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
