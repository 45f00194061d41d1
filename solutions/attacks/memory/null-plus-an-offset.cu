/* +++
summary = "Computes an address from a null pointer, and one from zero that the compiler does not see."
outcome = "failed"
says = ""
gpu = "failed"
+++ */
// Computes an address from a null pointer, and one from zero that the compiler does not see.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  float* const nothing = nullptr;
  nothing[reinterpret_cast<long>(out) / 4 - 4096 + rows] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
