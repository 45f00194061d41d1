/* +++
summary = "Includes the reference solution."
outcome = "compiler"
says = "file not found"
+++ */
// Includes the reference solution.
#include "tiled_transpose.h"

#include "../../solutions/lab4_tiled_transpose/tiled_transpose.cu"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
