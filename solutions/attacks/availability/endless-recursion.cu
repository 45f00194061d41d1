/* +++
summary = "Calls itself until the stack is exhausted."
outcome = "failed"
says = ""
+++ */
// Calls itself until the stack is exhausted.
#include "tiled_transpose.h"

__device__ __noinline__ int deeper(int n) { return n < 0 ? n : deeper(n + 1) + deeper(n + 2); }
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = deeper(rows);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
