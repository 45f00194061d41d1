/* +++
summary = "Has thousands of shared arrays and variables, each used once."
outcome = "compiler-or-failed-or-limit"
says = ""

[[repeat]]
marker = "VARIABLES"
text = "__shared__ float s{i}[2]; __device__ float d{i}[2];\n"
times = 4000

[[repeat]]
marker = "USES"
text = "  s{i}[0] = d{i}[1];\n"
times = 4000
+++ */
// Has thousands of shared arrays and variables, each used once.
#include "tiled_transpose.h"

VARIABLES
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { USES }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
