/* +++
summary = "The same by another name."
outcome = "compiler"
says = "`quick_exit` is declared and has no definition"
+++ */
// The same by another name.
#include "tiled_transpose.h"

extern "C" __device__ void quick_exit(int);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { quick_exit(0); }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
