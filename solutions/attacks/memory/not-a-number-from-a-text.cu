/* +++
summary = "Has nan() and its builtin read a text at an address of its choosing."
outcome = "compiler-or-failed"
says = ""
+++ */
// Has nan() and its builtin read a text at an address of its choosing.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = static_cast<float>(__builtin_nan(reinterpret_cast<const char*>(in)) +
                              nan(reinterpret_cast<char*>(0x400000)));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
