/* +++
summary = "Has 100,000 errors."
outcome = "compiler-or-limit"
says = ""

[[repeat]]
marker = "LINES"
text = "  undeclared{i} = ;\n"
times = 100000
+++ */
// Has 100,000 errors.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { LINES }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
