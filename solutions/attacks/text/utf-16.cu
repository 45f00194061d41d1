/* +++
summary = "Is written in UTF-16."
outcome = "compiler"
says = "UTF-16"

[[repeat]]
marker = "// Is written in UTF-16.\nWHOLE\n"
hex = "fffe2f002f000a00"
times = 1
+++ */
// Is written in UTF-16.
WHOLE
#include "tiled_transpose.h"

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
