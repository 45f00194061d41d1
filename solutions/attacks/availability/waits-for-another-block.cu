/* +++
summary = "Spins until a block that the machine runs later has started."
outcome = "failed-or-limit"
says = ""
gpu = "failed"
+++ */
// Spins until a block that the machine runs later has started.
#include "tiled_transpose.h"

__device__ int arrived;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  if (blockIdx.x + blockIdx.y == 0) {
    while (atomicAdd(&arrived, 0) == 0) {
    }
  } else if (threadIdx.x == 1 << 20) {
    atomicAdd(&arrived, 1);
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
