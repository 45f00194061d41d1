/* +++
summary = "Jumps into the middle of its loop, so that the compiler sees none: nothing checks whether the log is full."
outcome = "compiler-or-failed"
says = ""
on_every_push = true
+++ */
// Jumps into the middle of its loop, so that the compiler sees none: nothing checks whether the log is full.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile int n = rows;
  if (n & 1) goto middle;
first:
  out[0] = in[0] + n;
  n = n + 3;
  if (n == -7) return;
middle:
  out[0] = in[0] * n;
  n = n * 5;
  if (n != -3) goto first;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
