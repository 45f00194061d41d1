/* +++
summary = "Loads another library."
outcome = "compiler"
says = "`dlopen` is declared and has no definition"
+++ */
// Loads another library.
#include "tiled_transpose.h"

extern "C" __device__ void* dlopen(const char*, int);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  dlopen("libc.so.6", 1);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
