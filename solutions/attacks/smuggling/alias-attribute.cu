/* +++
summary = "Stores through a function with the attribute alias."
outcome = "compiler"
says = "alias"
+++ */
// Stores through a function with the attribute alias.
#include "tiled_transpose.h"

extern "C" __device__ void store(float* at) __attribute__((alias("transpose_padded")));
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { store(out); }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
