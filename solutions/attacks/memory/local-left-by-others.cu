/* +++
summary = "Reads local memory that it never wrote, for what the machine or another thread left there."
outcome = "failed"
says = ""
+++ */
// Reads local memory that it never wrote, for what the machine or another thread left there.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile float left[512];
  float sum = 0;
  for (int i = 0; i < 512; ++i) sum += left[(i * rows) & 511];
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
