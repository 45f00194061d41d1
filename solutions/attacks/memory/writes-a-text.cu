/* +++
summary = "Stores into a string literal."
outcome = "failed"
says = ""
+++ */
// Stores into a string literal.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile char* const text = const_cast<char*>("format %d");
  text[rows & 7] = '%';
  out[0] = text[0];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
