/* +++
summary = "Instantiates 2^40 templates."
outcome = "limit"
says = ""
+++ */
// Instantiates 2^40 templates.
#include "tiled_transpose.h"

template <int Depth, int Way>
struct Tree {
  static constexpr unsigned long value =
      Tree<Depth - 1, 2 * Way>::value + Tree<Depth - 1, 2 * Way + 1>::value;
};
template <int Way>
struct Tree<0, Way> {
  static constexpr unsigned long value = 1;
};
__device__ unsigned long size = Tree<30, 0>::value;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
