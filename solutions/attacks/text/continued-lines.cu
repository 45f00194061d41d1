/* +++
summary = "Continues one line with 200,000 backslashes."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "CONTINUED"
text = "\\\n"
times = 200000
+++ */
// Continues one line with 200,000 backslashes.
#include "tiled_transpose.h"

#define LONG CONTINUED 1
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
