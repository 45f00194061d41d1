/* +++
summary = "Leaves a kernel out, so that nothing could fail."
outcome = "failed"
says = "is not defined"
+++ */
// Leaves a kernel out, so that nothing could fail.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
