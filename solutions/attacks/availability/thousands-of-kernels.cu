/* +++
summary = "Defines thousands of kernels with many parameters each."
outcome = "failed-or-limit"
says = ""

[[repeat]]
marker = "KERNELS"
text = "__global__ void k{i}(const float* a, float* b, int c, float4 d, double e, char f) { b[c] = a[{i}]; }\n"
times = 3000
+++ */
// Defines thousands of kernels with many parameters each.
#include "tiled_transpose.h"

KERNELS
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
