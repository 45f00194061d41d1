// Gives a macro its own expansion as arguments, 30 times over.
#include "tiled_transpose.h"

#define M0(x) x + x
MACROS
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = M30(rows);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
