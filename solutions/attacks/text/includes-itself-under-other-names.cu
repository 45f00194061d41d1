/* +++
summary = "Includes itself by other names for the same file, behind conditions that never end."
outcome = "compiler-or-limit"
says = ""
+++ */
// Includes itself by other names for the same file, behind conditions that never end.
#include "tiled_transpose.h"

#ifndef DEPTH
#define DEPTH 0
#endif
#include __FILE__
#include __FILE__

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
