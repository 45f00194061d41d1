/* +++
summary = "Has a switch of one case for each of 2^31 numbers."
outcome = "compiler-or-limit-or-failed"
says = ""
+++ */
// Has a switch of one case for each of 2^31 numbers.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  switch (rows) {
    case 0 ... 2147483646:
      out[rows * cols] = 1;
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
