/* +++
summary = "Makes atomic operations on local, constant and foreign memory."
outcome = "compiler-or-failed"
says = ""
+++ */
// Makes atomic operations on local, constant and foreign memory.
#include "tiled_transpose.h"

__constant__ int table[2] = {1, 2};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int own[4] = {1, 2, 3, 4};
  atomicAdd(&own[rows & 3], 1);
  atomicExch(reinterpret_cast<int*>(out) + rows * cols, own[cols & 3]);
  atomicCAS(const_cast<int*>(&table[1]), 2, 3);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
