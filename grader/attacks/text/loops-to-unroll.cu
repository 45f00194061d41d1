// Asks for eight nested loops to be unrolled a thousand times each.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  LOOPS out[(a0 + a1 * a2 - a3 + a4 * a5 - a6 + a7) & rows] = a7;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
