/* +++
summary = "Catches an exception that is never thrown, to get the unwinder's tables into its module."
outcome = "compiler"
says = ""
gpu = "compiler"
+++ */
// Catches an exception that is never thrown, to get the unwinder's tables into its module.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  try {
    out[0] = in[0];
  } catch (...) {
    out[0] = 1;
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
