/* +++
summary = "Has printf store where it points."
outcome = "failed"
says = "%n"
on_every_push = true
+++ */
// Has printf store where it points.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  printf("%n", reinterpret_cast<int*>(out));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
