/* +++
summary = "Takes a lock that another lane of its warp holds."
outcome = "failed-or-limit"
says = ""
+++ */
// Takes a lock that another lane of its warp holds.
#include "tiled_transpose.h"

__device__ int lock;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  out[0] = in[0];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
