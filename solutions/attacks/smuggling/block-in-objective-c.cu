/* +++
summary = "Uses clang's blocks, which are called through memory."
outcome = "compiler"
says = ""
+++ */
// Uses clang's blocks, which are called through memory.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  float (^const block)(int) = ^(int i) {
    return out[i];
  };
  out[0] = block(rows * cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
