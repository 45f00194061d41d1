/* +++
summary = "Promises by attributes that a function that stores is pure, never returns, and returns aligned memory."
outcome = "compiler-or-failed"
says = ""
+++ */
// Promises by attributes that a function that stores is pure, never returns, and returns aligned memory.
#include "tiled_transpose.h"

__device__ __attribute__((pure, noinline)) float stores(float* at) {
  *at = 1;
  return *at;
}
__device__ __attribute__((malloc, returns_nonnull, assume_aligned(4096))) float* own(float* at) { return at; }
__device__ __attribute__((noreturn)) void leaves(float* at) { *at = 2; }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  *own(out + 1) = stores(out + rows * cols) + cols;
  leaves(out);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
