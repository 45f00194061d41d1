/* +++
summary = "Reads past the end of a string, where the module keeps other constants."
outcome = "failed"
says = "out-of-bounds read"
gpu = "failed"
+++ */
// Reads past the end of a string, where the module keeps other constants.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const char* const text = rows > 0 ? "short" : "other";
  out[0] = text[1000 + cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
