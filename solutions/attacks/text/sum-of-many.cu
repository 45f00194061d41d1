/* +++
summary = "Adds up 200,000 terms in one expression."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "TERMS"
text = "+cols"
times = 200000
+++ */
// Adds up 200,000 terms in one expression.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = rows TERMS;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
