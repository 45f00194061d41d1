/* +++
summary = "Has the compiler choose among overloads for arguments that are calls of overloads."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "OVERLOADS"
text = "struct O{i} {}; __device__ int f(O{i}, int); __device__ int f(int, O{i});\n"
times = 60

[[repeat]]
marker = "CALLS"
text = "g("
times = 200

[[repeat]]
marker = "ENDS"
text = ")"
times = 200
+++ */
// Has the compiler choose among overloads for arguments that are calls of overloads.
#include "tiled_transpose.h"

OVERLOADS
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[rows * cols] = CALLS rows ENDS;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
