/* +++
summary = "Reads beyond the arguments that it was given."
outcome = "compiler-or-failed"
says = ""
+++ */
// Reads beyond the arguments that it was given.
#include "tiled_transpose.h"

__device__ float sum(int count, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, count);
  float total = 0;
  for (int i = 0; i < 1000; ++i) total += __builtin_va_arg(list, double);
  __builtin_va_end(list);
  return total;
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = sum(1, 2.0);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
