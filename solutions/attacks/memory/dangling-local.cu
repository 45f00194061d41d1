/* +++
summary = "Keeps the address of a local variable of a function that has returned, and stores there."
outcome = "failed"
says = ""
+++ */
// Keeps the address of a local variable of a function that has returned, and stores there.
#include "tiled_transpose.h"

__device__ float* address(int n) {
  float own[8] = {1, 2};
  own[n] = 3;
  float* volatile hidden = own;
  return n > 100 ? address(n - 1) : hidden;
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  float* const gone = address(cols & 7);
  const float other = *address(2);
  gone[rows] = 5;
  out[rows * cols] = other + gone[1];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
