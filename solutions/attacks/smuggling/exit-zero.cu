/* +++
summary = "Ends the program with status 0, as if all had passed."
outcome = "compiler"
says = "`exit` is declared and has no definition"
on_every_push = true
gpu = "compiler"
+++ */
// Ends the program with status 0, as if all had passed.
#include "tiled_transpose.h"

extern "C" __device__ void exit(int);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { exit(0); }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
