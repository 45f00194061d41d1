/* +++
summary = "Has printf read memory as text: its input, a number, wide characters."
outcome = "failed"
says = ""
+++ */
// Has printf read memory as text: its input, a number, wide characters.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  printf("%s %ls %S\n", reinterpret_cast<const char*>(in), in, 0x400000l);
  out[rows * cols] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
