/* +++
summary = "Exchanges values with its warp without end."
outcome = "failed-or-limit"
says = ""
+++ */
// Exchanges values with its warp without end.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int value = threadIdx.x;
  while (value >= 0) value = __shfl_xor_sync(0xffffffff, value, 1) & 0xffff;
  out[0] = value;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
