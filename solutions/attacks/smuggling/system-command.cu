/* +++
summary = "Starts a shell."
outcome = "compiler"
says = "`system` is declared and has no definition"
gpu = "compiler"
+++ */
// Starts a shell.
#include "tiled_transpose.h"

extern "C" __device__ int system(const char*);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { system("id"); }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
