/* +++
summary = "Stores a vector of which only the first element is in its array."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Stores a vector of which only the first element is in its array.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const long last = (static_cast<long>(rows) * cols - 1) & ~3l;
  *reinterpret_cast<float4*>(out + last) = make_float4(1, 2, 3, 4);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
