/* +++
summary = "Stores past the caches, by a builtin of the host's processor."
outcome = "compiler"
says = ""
line_of = "movnti"
+++ */
// Stores past the caches, by a builtin of the host's processor.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __builtin_ia32_movnti(reinterpret_cast<int*>(out), 1);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
