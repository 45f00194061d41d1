/* +++
summary = "Stores through a pointer that has no value: a check and a store may each see another one."
outcome = "compiler-or-failed"
says = ""
+++ */
// Stores through a pointer that has no value: a check and a store may each see another one.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  float* nowhere;
  if (rows > 1 << 30) nowhere = out;
  long index;
  nowhere[index & cols] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
