/* +++
summary = "The same by a switch into a loop's body, as Duff wrote it."
outcome = "compiler-or-failed"
says = ""
+++ */
// The same by a switch into a loop's body, as Duff wrote it.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int n = rows * 1000000 + cols;
  switch (n & 3) {
    do {
      case 0:
        out[0] = in[0];
      case 3:
        out[0] = in[0] + 1;
      case 2:
        out[0] = in[0] + 2;
      case 1:
        out[0] = in[0] + 3;
    } while (--n > 0);
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
