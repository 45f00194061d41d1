/* +++
summary = "Reads through a null pointer that the compiler sees."
outcome = "failed"
says = "through a null pointer"
+++ */
// Reads through a null pointer that the compiler sees.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = *static_cast<volatile float*>(nullptr);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
