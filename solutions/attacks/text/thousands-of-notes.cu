/* +++
summary = "Has an error with notes on 2,000 functions that do not fit."
outcome = "compiler-or-limit"
says = ""

[[repeat]]
marker = "LINES"
text = "template <int N> struct S{i} {}; template <int N> __device__ int fit(S{i}<N>) { return N; }\n"
times = 2000
+++ */
// Has an error with notes on 2,000 functions that do not fit.
#include "tiled_transpose.h"

LINES
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = fit(out, in, rows);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
