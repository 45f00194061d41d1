/* +++
summary = "Keeps the optimiser from all functions that follow, by #pragma clang optimize."
outcome = "failed"
says = ""
+++ */
// Keeps the optimiser from all functions that follow, by #pragma clang optimize.
#include "tiled_transpose.h"

#pragma clang optimize off

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile float own[4];
  own[rows] = 1;
  out[0] = own[cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
