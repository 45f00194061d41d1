/* +++
summary = "Makes the compiler compute a constant with 2^60 calls."
outcome = "compiler-or-limit"
says = ""
+++ */
// Makes the compiler compute a constant with 2^60 calls.
#include "tiled_transpose.h"

__device__ constexpr long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  constexpr long value = fibonacci(90);
  out[0] = value;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
