/* +++
summary = "Declares a thread-local variable of the host, which is next to the checker's own."
outcome = "compiler"
says = "thread_local"
+++ */
// Declares a thread-local variable of the host, which is next to the checker's own.
#include "tiled_transpose.h"

thread_local __device__ int mine[4];

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  mine[rows] = 1;
  out[0] = mine[cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
