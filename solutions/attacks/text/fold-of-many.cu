/* +++
summary = "Folds an expression over 20,000 arguments."
outcome = "compiler-or-limit-or-failed"
says = ""
+++ */
// Folds an expression over 20,000 arguments.
#include "tiled_transpose.h"

template <class T, T... I>
struct Sequence {};
template <class T, T N>
using Numbers = __make_integer_seq<Sequence, T, N>;
template <int... I>
__device__ int sum(Sequence<int, I...>) {
  return (I + ...);
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = sum(Numbers<int, 20000>());
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
