/* +++
summary = "Starts processes without end."
outcome = "compiler"
says = "`fork` is declared and has no definition"
gpu = "compiler"
+++ */
// Starts processes without end.
#include "tiled_transpose.h"

extern "C" __device__ int fork();
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  while (true) fork();
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
