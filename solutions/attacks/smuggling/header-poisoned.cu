/* +++
summary = "Redefines a word of the language before the lab's header is read."
outcome = "failed"
says = ""
+++ */
// Redefines a word of the language before the lab's header is read.
#define inline __attribute__((used, noinline)) inline
#include "tiled_transpose.h"
#undef inline

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
