/* +++
summary = "Chains 50,000 conditional operators."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "CHAIN"
text = "rows == {i} ? {i} : "
times = 50000
+++ */
// Chains 50,000 conditional operators.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = CHAIN 0;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
