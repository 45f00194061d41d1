/* +++
summary = "Waits until its clock shows a time that never comes."
outcome = "failed-or-limit"
says = ""
+++ */
// Waits until its clock shows a time that never comes.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  while (clock64() < 1ll << 62) {
  }
  out[0] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
