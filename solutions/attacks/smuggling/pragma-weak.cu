/* +++
summary = "Makes its kernel a weak symbol."
outcome = "failed"
says = ""
+++ */
// Makes its kernel a weak symbol.
#include "tiled_transpose.h"

#pragma weak transpose_padded

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
