/* +++
summary = "Gives its own variable the name of the table that the machine reads."
outcome = "failed"
says = ""
+++ */
// Gives its own variable the name of the table that the machine reads.
#include "tiled_transpose.h"

extern "C" __device__ unsigned simt_module[64] = {2};
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  simt_module[rows % 64] = cols;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
