/* +++
summary = "Allocates memory until there is none left."
outcome = "compiler"
says = "malloc and new in a kernel are not supported here"
line_of = "malloc(1 << 30)"
+++ */
// Allocates memory until there is none left.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  while (true) malloc(1 << 30);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
