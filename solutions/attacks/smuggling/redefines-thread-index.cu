/* +++
summary = "Defines the function that gives a thread its index, so that every thread is the same."
outcome = "compiler-or-failed"
says = ""
+++ */
// Defines the function that gives a thread its index, so that every thread is the same.
#include "tiled_transpose.h"

extern "C" __device__ unsigned simt_thread_index_x() { return 1u << 31; }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[threadIdx.x + rows * cols] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
