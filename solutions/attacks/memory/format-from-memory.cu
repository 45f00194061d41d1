/* +++
summary = "Gives printf a format that it wrote itself, with conversions that read more values than there are."
outcome = "failed"
says = ""
+++ */
// Gives printf a format that it wrote itself, with conversions that read more values than there are.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  char format[] = "%p %p %p %p %p %p %p %p %s %n";
  format[1] = static_cast<char>('a' + rows);
  printf(format, 1);
  out[rows * cols] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
