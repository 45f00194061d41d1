/* +++
summary = "Jumps out of the machine."
outcome = "compiler"
says = "`longjmp` is declared and has no definition"
+++ */
// Jumps out of the machine.
#include "tiled_transpose.h"

extern "C" __device__ void longjmp(void*, int);
__device__ long frame[32];
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  longjmp(frame, 1);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
