/* +++
summary = "Declares, under a name of the mathematics library, a function that takes pointers."
outcome = "compiler-or-failed"
says = ""
+++ */
// Declares, under a name of the mathematics library, a function that takes pointers.
#include "tiled_transpose.h"

__device__ double odd(float* at, const float* from, long size) asm("jn");

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  if (threadIdx.x + threadIdx.y == 0) out[0] = static_cast<float>(odd(out - 4096, in, -1));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
