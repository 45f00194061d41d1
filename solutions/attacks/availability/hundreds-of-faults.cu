/* +++
summary = "Has a race on each of 400 lines."
outcome = "failed-or-limit"
says = ""

[[repeat]]
marker = "LINES"
text = "  atomicExch(&one[rows & 1], {i}); one[cols & 1] += threadIdx.x;\n"
times = 400
+++ */
// Has a race on each of 400 lines.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ int one[4];
  LINES
  out[0] = one[0];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
