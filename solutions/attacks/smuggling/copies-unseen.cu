/* +++
summary = "Copies by a function of the C library."
outcome = "compiler"
says = "`mempcpy` is declared and has no definition"
+++ */
// Copies by a function of the C library.
#include "tiled_transpose.h"

extern "C" __device__ void* mempcpy(void*, const void*, unsigned long);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  mempcpy(out, in, 4ul * rows * cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
