/* +++
summary = "Finds where the machine would return to."
outcome = "compiler"
says = "llvm.frameaddress"
line_of = "__builtin_frame_address"
+++ */
// Finds where the machine would return to.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = *static_cast<float*>(__builtin_frame_address(0));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
