/* +++
summary = "Has the compiler compute constants by calls of many levels, thousands of times."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "LINES"
text = "  static_assert(deep(500) + {i} == 500 + {i});\n"
times = 1500
+++ */
// Has the compiler compute constants by calls of many levels, thousands of times.
#include "tiled_transpose.h"

__device__ constexpr int deep(int n) { return n == 0 ? 0 : deep(n - 1) + 1; }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { LINES }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
