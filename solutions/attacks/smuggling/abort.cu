/* +++
summary = "Ends the program by a signal."
outcome = "compiler"
says = "`abort` is declared and has no definition"
+++ */
// Ends the program by a signal.
#include "tiled_transpose.h"

extern "C" __device__ void abort();
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { abort(); }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
