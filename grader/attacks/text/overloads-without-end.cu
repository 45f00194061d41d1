// Has the compiler choose among overloads for arguments that are calls of overloads.
#include "tiled_transpose.h"

OVERLOADS
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[rows * cols] = CALLS rows ENDS;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
