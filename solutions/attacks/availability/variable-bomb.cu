/* +++
summary = "Asks for 64 GiB for a variable."
outcome = "compiler"
says = "more than 256 MiB"
line_of = "bomb[1ul << 36]"
+++ */
// Asks for 64 GiB for a variable.
#include "tiled_transpose.h"

__device__ char bomb[1ul << 36];
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = bomb[rows];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
