/* +++
summary = "Divides integers of many thousand bits."
outcome = "compiler-or-limit-or-failed"
says = ""
on_every_push = true
+++ */
// Divides integers of many thousand bits.
#include "tiled_transpose.h"

#if __clang_major__ >= 15
typedef unsigned _BitInt(65536) Wide;
#else
typedef unsigned _ExtInt(65536) Wide;
#endif

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  Wide wide = rows;
  wide = wide * wide / cols % 7;
  out[rows * cols] = static_cast<float>(static_cast<int>(wide));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
