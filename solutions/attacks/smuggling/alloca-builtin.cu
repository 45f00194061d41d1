/* +++
summary = "Takes memory of its stack by a builtin, as much as an argument says."
outcome = "compiler"
says = ""
+++ */
// Takes memory of its stack by a builtin, as much as an argument says.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  float* const much = static_cast<float*>(__builtin_alloca(rows * 4096L * 4096));
  much[0] = 1;
  much[rows * cols] = 2;
  out[0] = much[threadIdx.x];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
