/* +++
summary = "Gives recursive functions calling conventions that keep other registers."
outcome = "compiler-or-failed"
says = ""
+++ */
// Gives recursive functions calling conventions that keep other registers.
#include "tiled_transpose.h"

__device__ __attribute__((preserve_all)) int all(int n) { return n < 2 ? n : all(n - 1) + all(n - 2); }
__device__ __attribute__((swiftcall)) int swift(int n) { return n < 2 ? n : swift(n - 1) + swift(n - 2); }
__device__ __attribute__((preserve_most)) int most(int n) { return n < 2 ? n : most(n - 1) + most(n - 2); }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  if (threadIdx.x + threadIdx.y == 0) out[0] = all(rows & 7) + swift(cols & 7) + most(rows & 7);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
