/* +++
summary = "Stores past an array at a struct's end, which compilers take for one of any length."
outcome = "failed"
says = "out-of-bounds write of local memory"
+++ */
// Stores past an array at a struct's end, which compilers take for one of any length.
#include "tiled_transpose.h"

struct Tail {
  int n;
  float x[1];
};
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  Tail tail = {rows, {0}};
  for (int i = 0; i < 4; ++i) tail.x[i * rows] = static_cast<float>(i);
  out[0] = tail.x[rows];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
