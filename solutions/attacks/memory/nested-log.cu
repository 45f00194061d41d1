/* +++
summary = "Calls itself twice on each of many levels, with stores between, to overfill the log where no loop goes round."
outcome = "failed"
says = ""
+++ */
// Calls itself twice on each of many levels, with stores between, to overfill the log where no loop goes
// round.
#include "tiled_transpose.h"

__device__ void tree(float* out, int n) {
  out[0] = n;
  out[0] = n + 1;
  if (n == 0) return;
  tree(out, n - 1);
  out[0] = n + 2;
  tree(out, n - 1);
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  tree(out, 40 + (rows & 1));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
