/* +++
summary = "Asks for eight nested loops to be unrolled a thousand times each."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "LOOPS"
text = "#pragma unroll 1000\n  for (int a0 = 0; a0 < 1000; ++a0)\n#pragma unroll 1000\n  for (int a1 = 0; a1 < 1000; ++a1)\n#pragma unroll 1000\n  for (int a2 = 0; a2 < 1000; ++a2)\n#pragma unroll 1000\n  for (int a3 = 0; a3 < 1000; ++a3)\n#pragma unroll 1000\n  for (int a4 = 0; a4 < 1000; ++a4)\n#pragma unroll 1000\n  for (int a5 = 0; a5 < 1000; ++a5)\n#pragma unroll 1000\n  for (int a6 = 0; a6 < 1000; ++a6)\n#pragma unroll 1000\n  for (int a7 = 0; a7 < 1000; ++a7)"
times = 1
+++ */
// Asks for eight nested loops to be unrolled a thousand times each.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  LOOPS out[(a0 + a1 * a2 - a3 + a4 * a5 - a6 + a7) & rows] = a7;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
