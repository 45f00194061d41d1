/* +++
summary = "Checks which files exist."
outcome = "failed"
says = ""
+++ */
// Checks which files exist.
#include "tiled_transpose.h"

#if __has_include("/work") || __has_include("/root")
#define FOUND 1
#endif

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
