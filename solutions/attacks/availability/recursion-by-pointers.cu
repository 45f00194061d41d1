/* +++
summary = "Recurses without end by way of pointers to functions."
outcome = "failed-or-limit"
says = ""
+++ */
// Recurses without end by way of pointers to functions.
#include "tiled_transpose.h"

typedef int (*Step)(void*, int);
__device__ int pong(void* other, int n);
__device__ int ping(void* other, int n) {
  return reinterpret_cast<Step>(other)(reinterpret_cast<void*>(&ping), n + 1) + n;
}
__device__ int pong(void* other, int n) {
  return reinterpret_cast<Step>(other)(reinterpret_cast<void*>(&pong), n + 2) * 3 + n;
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = ping(reinterpret_cast<void*>(&pong), rows);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
