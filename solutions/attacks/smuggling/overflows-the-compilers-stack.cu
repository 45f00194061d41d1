/* +++
summary = "Asks clang to overflow its stack, by its debugging pragma."
outcome = "compiler-or-limit"
says = ""
+++ */
// Asks clang to overflow its stack, by its debugging pragma.
#include "tiled_transpose.h"

#pragma clang __debug overflow_stack

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
