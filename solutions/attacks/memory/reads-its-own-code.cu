/* +++
summary = "Reads its own kernel's instructions, and stores into them."
outcome = "compiler-or-failed"
says = ""
gpu = "failed"
+++ */
// Reads its own kernel's instructions, and stores into them.
#include "tiled_transpose.h"

__device__ __noinline__ void helper(float* out) { out[0] = 1; }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int* const code = reinterpret_cast<int*>(&helper);
  out[0] = static_cast<float>(code[rows]);
  code[cols] = 0x0F0B;
  helper(out);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
