/* +++
summary = "Keeps the optimiser from its kernel."
outcome = "failed"
says = ""
+++ */
// Keeps the optimiser from its kernel.
#include "tiled_transpose.h"

extern "C" __global__ __attribute__((optnone, noinline)) void transpose_tiled(const float* in, float* out,
                                                                              int rows, int cols) {
  volatile float own[4];
  own[rows] = 1;
  out[0] = own[cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
