/* +++
summary = "Defines the function that printf calls."
outcome = "compiler-or-failed"
says = ""
+++ */
// Defines the function that printf calls.
#include "tiled_transpose.h"

extern "C" __device__ int vprintf(const char* format, void* values) {
  static_cast<int*>(values)[1000] = 1;
  return 0;
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  printf("%d", rows);
  out[rows * cols] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
