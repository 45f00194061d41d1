/* +++
summary = "Leaves a handler that ends the program with status 0."
outcome = "compiler"
says = "`atexit` is declared and has no definition"
+++ */
// Leaves a handler that ends the program with status 0.
#include "tiled_transpose.h"

extern "C" __device__ void _exit(int);
extern "C" __device__ int atexit(void (*)());
__device__ static void leave() { _exit(0); }
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { atexit(leave); }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
