// Has a variable of a type whose written name has 2^40 letters.
#include "tiled_transpose.h"

template <class A, class B>
struct Pair {};
using P0 = Pair<int, int>;
TYPES
template <class Type>
__device__ float table[4];

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[rows] = table<P40>[cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
