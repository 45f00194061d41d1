/* +++
summary = "Waits for the others of its block again and again, without end."
outcome = "failed-or-limit"
says = ""
gpu = "failed"
+++ */
// Waits for the others of its block again and again, without end.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile int go = 1;
  while (go != 0) __syncthreads();
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
