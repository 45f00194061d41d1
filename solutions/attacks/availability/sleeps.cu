/* +++
summary = "Sleeps for hours."
outcome = "failed-or-limit"
says = ""
+++ */
// Sleeps for hours.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  for (long i = 0; i < 1l << 40; ++i) __nanosleep(1000000000u);
  out[0] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
