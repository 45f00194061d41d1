/* +++
summary = "Throws an exception through the machine."
outcome = "compiler"
says = ""
line_of = "throw 1"
gpu = "compiler"
+++ */
// Throws an exception through the machine.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { throw 1; }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
