/* +++
summary = "Catches the crash that it causes."
outcome = "compiler"
says = "`signal` is declared and has no definition"
+++ */
// Catches the crash that it causes.
#include "tiled_transpose.h"

extern "C" __device__ void (*signal(int, void (*)(int)))(int);
__device__ static void stay(int) {}
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  signal(11, stay);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
