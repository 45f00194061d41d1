/* +++
summary = "Loops without end and without effects, which C++ lets a compiler assume to be impossible."
outcome = "failed-or-limit"
says = ""
+++ */
// Loops without end and without effects, which C++ lets a compiler assume to be impossible.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  unsigned n = rows;
  while (n != 0) n = n * 2 | 1;
  out[rows * cols] = n;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
