/* +++
summary = "Has 100,000 warnings, for which clang has no limit."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "LINES"
text = "#warning all checks passed {i}\n"
times = 100000
+++ */
// Has 100,000 warnings, for which clang has no limit.
#include "tiled_transpose.h"

LINES
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
