/* +++
summary = "Stores to numbers that it treats as shared and local addresses."
outcome = "failed"
says = "out-of-bounds write"
line_of = "address_space"
+++ */
// Stores to numbers that it treats as shared and local addresses.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  *reinterpret_cast<int __attribute__((address_space(3)))*>(rows * 4096) = 1;
  *reinterpret_cast<int __attribute__((address_space(5)))*>(cols * 4096) = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
