/* +++
summary = "Renames its function to one of the C library's by #pragma redefine_extname."
outcome = "compiler"
says = "declared and has no definition"
+++ */
// Renames its function to one of the C library's by #pragma redefine_extname.
#include "tiled_transpose.h"

#pragma redefine_extname harmless system
extern "C" __device__ int harmless(const char*);

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = static_cast<float>(harmless("id"));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
