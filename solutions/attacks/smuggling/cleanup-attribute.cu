/* +++
summary = "Stores in a function that the attribute cleanup calls at a variable's end."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Stores in a function that the attribute cleanup calls at a variable's end.
#include "tiled_transpose.h"

__device__ void at_end(float** past) { **past = 1; }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __attribute__((cleanup(at_end))) float* past = out + rows * cols;
  out[0] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
