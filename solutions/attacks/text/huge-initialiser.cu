/* +++
summary = "Writes a table of 2^28 numbers with one range."
outcome = "compiler-or-limit-or-failed"
says = ""
+++ */
// Writes a table of 2^28 numbers with one range.
#include "tiled_transpose.h"

__device__ const char table[] = {[0 ... 268435455] = 1};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = table[rows];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
