/* +++
summary = "Asks the operating system for the time, to tell a check from a rehearsal."
outcome = "compiler"
says = "`clock_gettime` is declared and has no definition"
+++ */
// Asks the operating system for the time, to tell a check from a rehearsal.
#include "tiled_transpose.h"

extern "C" __device__ int clock_gettime(int, long*);
__device__ long now[2];
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  clock_gettime(0, now);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
