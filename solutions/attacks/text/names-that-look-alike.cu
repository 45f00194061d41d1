/* +++
summary = "Has names in other alphabets and with zero-width letters, and text that runs from right to left."
outcome = "compiler-or-failed"
says = ""

[[repeat]]
marker = "BIDI"
text = "‮ } ⁦if (passed)⁩ ⁦ begin"
times = 1
+++ */
// Has names in other alphabets and with zero-width letters, and text that runs from right to left.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int rоws = 1; /* BIDI */
  out[rows * cols] = rоws;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
