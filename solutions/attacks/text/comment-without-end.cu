/* +++
summary = "Opens a comment at each of 100,000 places and closes none."
outcome = "compiler-or-limit"
says = ""

[[repeat]]
marker = "COMMENT"
text = "/* "
times = 100000
+++ */
// Opens a comment at each of 100,000 places and closes none.
#include "tiled_transpose.h"

COMMENT
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
