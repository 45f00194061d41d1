/* +++
summary = "Takes a stack of any size, down into other memory."
outcome = "compiler"
says = "variable-length arrays"
+++ */
// Takes a stack of any size, down into other memory.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile char own[static_cast<long>(rows) << 30];
  own[0] = 1;
  out[0] = own[0];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
