/* +++
summary = "Kills the test program."
outcome = "compiler"
says = "`raise` is declared and has no definition"
+++ */
// Kills the test program.
#include "tiled_transpose.h"

extern "C" __device__ int raise(int);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { raise(9); }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
