/* +++
summary = "Stores through a function with the attribute ifunc."
outcome = "compiler"
says = "ifunc"
+++ */
// Stores through a function with the attribute ifunc.
#include "tiled_transpose.h"

extern "C" __device__ void store(float* at) __attribute__((ifunc("resolver")));
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { store(out); }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
