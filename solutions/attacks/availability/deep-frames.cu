/* +++
summary = "Recurses with large local arrays until local memory is exhausted."
outcome = "failed"
says = ""
on_every_push = true
gpu = "failed"
+++ */
// Recurses with large local arrays until local memory is exhausted.
#include "tiled_transpose.h"

__device__ float deep(int seed, int n) {
  volatile float own[1024];
  own[seed & 1023] = n;
  return n == 0 ? own[0] : deep(seed * 3, n - 1) + own[n & 1023];
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = deep(rows, 1 << 20);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
