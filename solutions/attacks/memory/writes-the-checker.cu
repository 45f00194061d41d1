/* +++
summary = "Stores into the test program's own memory."
outcome = "failed"
says = "out-of-bounds"
on_every_push = true
+++ */
// Stores into the test program's own memory.
#include "tiled_transpose.h"

__device__ int mine;
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  *(&mine - (1 << 20)) = 0;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
