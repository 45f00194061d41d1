/* +++
summary = "Includes itself, twice each time, without end."
outcome = "compiler"
says = ""
+++ */
// Includes itself, twice each time, without end.
#include "tiled_transpose.h"

#include __FILE__
#include __FILE__

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
