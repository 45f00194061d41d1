/* +++
summary = "Reads and writes around its own parameters."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Reads and writes around its own parameters.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile char* const mine = reinterpret_cast<volatile char*>(&rows);
  mine[64 + cols] = 1;
  out[0] = mine[-64 - cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
