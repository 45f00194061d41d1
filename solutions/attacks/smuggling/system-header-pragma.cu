/* +++
summary = "Declares itself a system header, in which compilers warn of nothing, and stores beyond its array."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Declares itself a system header, in which compilers warn of nothing, and stores beyond its array.
#include "tiled_transpose.h"

#pragma GCC system_header
#pragma clang diagnostic ignored "-Weverything"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[rows * cols + 5] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
