/* +++
summary = "The same in shared memory."
outcome = "compiler"
says = ""
+++ */
// The same in shared memory.
#include "tiled_transpose.h"

typedef char Huge[(1ul << 61) - 16];
__shared__ Huge a, b, c, d, e, f, g, h;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  a[rows * 4096L * 4096] = 1;
  b[cols] = c[cols] = d[cols] = e[cols] = f[cols] = g[cols] = h[cols] = 1;
  out[0] = a[rows];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
