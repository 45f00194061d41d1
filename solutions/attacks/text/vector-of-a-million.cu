/* +++
summary = "Computes with vectors of a million elements."
outcome = "compiler-or-limit-or-failed"
says = ""
+++ */
// Computes with vectors of a million elements.
#include "tiled_transpose.h"

typedef float Wide __attribute__((ext_vector_type(1 << 20)));

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  Wide wide = static_cast<float>(rows);
  wide = wide * wide / static_cast<float>(cols);
  out[rows * cols] = wide[cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
