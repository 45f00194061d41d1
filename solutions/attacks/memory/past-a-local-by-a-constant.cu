/* +++
summary = "Stores over the machine's own variables, at a distance from a local one that the compiler knows."
outcome = "failed"
says = ""
+++ */
// Stores over the machine's own variables, at a distance from a local one that the compiler knows.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile float own[2] = {1, 2};
  volatile float* const p = own;
  p[64] = 1;
  out[0] = p[0];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
