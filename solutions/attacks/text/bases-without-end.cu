/* +++
summary = "Derives a class from a thousand others, each of them from two."
outcome = "compiler-or-limit-or-failed"
says = ""
+++ */
// Derives a class from a thousand others, each of them from two.
#include "tiled_transpose.h"

template <int N, int K>
struct D : D<N - 1, K * 2>, D<N - 1, K * 2 + 1> {
  char own;
};
template <int K>
struct D<0, K> {
  char own;
};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  D<24, 0> all;
  out[rows * cols] = sizeof(all);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
