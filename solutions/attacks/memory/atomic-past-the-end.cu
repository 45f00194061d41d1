/* +++
summary = "Makes a 64-bit atomic operation on the last four bytes of an array."
outcome = "failed"
says = ""
gpu = "failed"
+++ */
// Makes a 64-bit atomic operation on the last four bytes of an array.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  atomicAdd(reinterpret_cast<unsigned long long*>(out + ((rows * cols - 1) & ~1)), 1ull);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
