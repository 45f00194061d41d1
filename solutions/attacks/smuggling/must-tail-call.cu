/* +++
summary = "Leaves a function by a call that must be its last instruction, before the machine's own."
outcome = "compiler-or-failed"
says = ""
+++ */
// Leaves a function by a call that must be its last instruction, before the machine's own.
#include "tiled_transpose.h"

__device__ int down(int n, float* out) {
  out[0] = n;
  if (n <= 0) return 1;
  if (n & 1) [[clang::musttail]]
    return down(n - 2, out);
  return down(n - 1, out) + down(n - 3, out);
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  if (threadIdx.x + threadIdx.y == 0) out[0] = down(cols & 7, out);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
