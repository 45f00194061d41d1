/* +++
summary = "Calls another kernel through a pointer, as if it were a function."
outcome = "compiler-or-failed"
says = ""
+++ */
// Calls another kernel through a pointer, as if it were a function.
#include "tiled_transpose.h"

typedef void (*Kernel)(const float*, float*, int, int);
extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  out[0] = in[0];
}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
__device__ Kernel kernels[2] = {transpose_padded, transpose_tile16};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  kernels[rows & 1](in, out, rows, cols);
}
