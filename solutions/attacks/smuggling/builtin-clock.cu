/* +++
summary = "Reads the processor's clock."
outcome = "compiler"
says = ""
line_of = "rdtsc"
+++ */
// Reads the processor's clock.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = __builtin_ia32_rdtsc();
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
