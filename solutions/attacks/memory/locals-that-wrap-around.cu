/* +++
summary = "Has local arrays whose sizes overflow to less than zero, each so long that it covers all of memory."
outcome = "compiler-or-failed"
says = ""
on_every_push = true
+++ */
// Has local arrays whose sizes overflow to less than zero, each so long that it covers all of memory.
#include "tiled_transpose.h"

typedef char Huge[(1ul << 61) - 16];

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile Huge a, b, c, d, e, f, g, h;
  a[rows * 4096L * 4096] = 1;
  b[cols] = c[cols] = d[cols] = e[cols] = f[cols] = g[cols] = h[cols] = 1;
  out[0] = a[rows] + b[rows] + c[rows] + d[rows] + e[rows] + f[rows] + g[rows] + h[rows];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
