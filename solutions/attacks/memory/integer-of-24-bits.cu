/* +++
summary = "Loads integers of 24 bits."
outcome = "failed"
says = ""
+++ */
// Loads integers of 24 bits.
#include "tiled_transpose.h"

using Odd = _BitInt(24);

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const int x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
  if (x < rows && y < cols)
    out[y * rows + x] = static_cast<float>(*reinterpret_cast<const Odd*>(in + x * cols + y));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
