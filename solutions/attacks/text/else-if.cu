/* +++
summary = "Chains 50,000 conditions by else."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "CHAIN"
text = "if (rows == {i}) out[{i}] = {i}; else "
times = 50000
+++ */
// Chains 50,000 conditions by else.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  CHAIN out[0] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
