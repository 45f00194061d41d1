/* +++
summary = "Opens the reference solution at run time."
outcome = "compiler"
says = "`open` is declared and has no definition"
+++ */
// Opens the reference solution at run time.
#include "tiled_transpose.h"

extern "C" __device__ int open(const char*, int);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  open("solutions/lab4_tiled_transpose/tiled_transpose.cu", 0);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
