/* +++
summary = "Passes a struct by value from an invalid address to a recursive function, for which the back end copies it, behind all checks."
outcome = "compiler-or-failed"
says = ""
on_every_push = true
+++ */
// Passes a struct by value that lies nowhere, to a recursive function, for which the back end copies it,
// behind all checks.
#include "tiled_transpose.h"

struct Box {
  float x[64];
};
__device__ float deep(Box box, int i, int n) {
  if (n > 0) return deep(box, i, n - 1) * 3 + deep(box, i + 1, n - 2);
  return box.x[i & 63];
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const float value = deep(*reinterpret_cast<const Box*>(in + 100000000), cols, 2);
  if (threadIdx.x + threadIdx.y + blockIdx.x + blockIdx.y == 0) out[0] = value;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
