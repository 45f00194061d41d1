/* +++
summary = "Stores by an atomic builtin of the compiler."
outcome = "compiler-or-failed"
says = ""
+++ */
// Stores by an atomic builtin of the compiler.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __atomic_store_n(reinterpret_cast<int*>(out), 1, 0);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
