/* +++
summary = "Reaches its output from its input's pointer, by the difference of the two."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Reaches its output from its input's pointer, by the difference of the two.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  float* const from_in = const_cast<float*>(in);
  const long apart = out - in;
  from_in[apart + threadIdx.x] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
