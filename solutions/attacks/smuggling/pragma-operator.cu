/* +++
summary = "The same by the operator _Pragma."
outcome = "failed"
says = ""
+++ */
// The same by the operator _Pragma.
#include "tiled_transpose.h"

_Pragma("clang optimize off")

    extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile float own[4];
  own[rows] = 1;
  out[0] = own[cols];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
