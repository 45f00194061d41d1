/* +++
summary = "Initialises a static variable inside its kernel by a call, behind a guard."
outcome = "compiler"
says = ""
+++ */
// Initialises a static variable inside its kernel by a call, behind a guard.
#include "tiled_transpose.h"

__device__ __noinline__ float once(float* out) { return out[0] + 1; }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  static float first = once(out);
  out[0] = first;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
