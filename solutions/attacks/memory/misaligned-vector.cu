/* +++
summary = "Loads vectors from misaligned addresses, by promising the compiler that they are aligned."
outcome = "failed"
says = "misaligned"
gpu = "failed"
+++ */
// Loads vectors from misaligned addresses, by promising the compiler that they are aligned.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const float4 v = *reinterpret_cast<const float4*>(in + (rows & 1 ? 1 : 2) % (rows * cols + 1));
  out[0] = v.x + v.w;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
