/* +++
summary = "Declares a pointer to a pointer, 100,000 times over."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "STARS"
text = "*"
times = 100000
+++ */
// Declares a pointer to a pointer, 100,000 times over.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int STARS nowhere = nullptr;
  out[0] = nowhere == nullptr;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
