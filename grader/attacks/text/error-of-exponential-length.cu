// Has an error whose message names a type of 2^40 letters.
#include "tiled_transpose.h"

template <class A, class B>
struct Pair {};
using P0 = Pair<int, int>;
TYPES

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  P40 value = rows;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
