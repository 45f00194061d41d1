/* +++
summary = "Asks for a sequence of 2^30 template arguments."
outcome = "compiler-or-limit"
says = ""
+++ */
// Asks for a sequence of 2^30 template arguments.
#include "tiled_transpose.h"

template <class T, T... I>
struct Sequence {};
template <class T, T N>
using Numbers = __make_integer_seq<Sequence, T, N>;
template <int... I>
__device__ int count(Sequence<int, I...>) {
  return sizeof...(I);
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = count(Numbers<int, 1 << 30>());
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
