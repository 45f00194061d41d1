/* +++
summary = "Nests 100,000 conditions of the preprocessor."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "OPENS"
text = "#if 1\n"
times = 100000

[[repeat]]
marker = "CLOSES"
text = "#endif\n"
times = 100000
+++ */
// Nests 100,000 conditions of the preprocessor.
#include "tiled_transpose.h"

OPENS
CLOSES
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
