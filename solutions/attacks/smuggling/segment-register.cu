/* +++
summary = "Stores through a segment register, into the checker's thread-local memory."
outcome = "compiler"
says = "address space"
line_of = "address_space(257)"
+++ */
// Stores through a segment register, into the checker's thread-local memory.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  *reinterpret_cast<int __attribute__((address_space(257)))*>(rows) = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
