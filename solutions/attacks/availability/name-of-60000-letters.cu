/* +++
summary = "Races on an array whose name has 60,000 letters, which every message repeats."
outcome = "compiler-or-failed-or-limit"
says = ""
on_every_push = true

[[repeat]]
marker = "NAME"
text = "a"
times = 60000
+++ */
// Races on an array whose name has 60,000 letters, which every message repeats.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float NAME[8];
  NAME[rows & 7] = threadIdx.x;
  out[0] = NAME[cols & 7];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
