/* +++
summary = "Asks clang to crash, by its own debugging pragma."
outcome = "compiler"
says = ""
on_every_push = true
+++ */
// Asks clang to crash, by its own debugging pragma.
#include "tiled_transpose.h"

#pragma clang __debug crash

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
