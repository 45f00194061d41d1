/* +++
summary = "Asks for a stack of 1 GiB."
outcome = "failed"
says = "local memory"
+++ */
// Asks for a stack of 1 GiB.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile char big[1 << 30];
  big[rows] = 1;
  out[0] = big[cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
