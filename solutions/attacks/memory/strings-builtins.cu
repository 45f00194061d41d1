/* +++
summary = "Measures and compares texts that are its input, by builtins."
outcome = "compiler-or-failed"
says = ""
+++ */
// Measures and compares texts that are its input, by builtins.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const char* const text = reinterpret_cast<const char*>(in);
  out[0] = __builtin_strlen(text) + __builtin_memcmp(text - 4096, text, rows * 4096L) +
           reinterpret_cast<long>(__builtin_memchr(text, 7, -1ul));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
