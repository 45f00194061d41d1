/* +++
summary = "Asks LLVM for a fatal error, by clang's debugging pragma."
outcome = "compiler"
says = ""
+++ */
// Asks LLVM for a fatal error, by clang's debugging pragma.
#include "tiled_transpose.h"

#pragma clang __debug llvm_fatal_error

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
