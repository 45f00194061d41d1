/* +++
summary = "Stores a bit-field whose unit reaches over the end of its array."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Stores a bit-field whose unit reaches over the end of its array.
#include "tiled_transpose.h"

struct Bits {
  unsigned long a : 40;
  unsigned long b : 20;
};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  reinterpret_cast<Bits*>(out + rows * cols - 1)->b = 5;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
