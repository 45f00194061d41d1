/* +++
summary = "Uses #line to place its errors in a file of another name, with line breaks and escapes in it."
outcome = "compiler"
says = "undeclared"
on_every_push = true
+++ */
// Uses #line to place its errors in a file of another name, with line breaks and escapes in it.
#include "tiled_transpose.h"

#line 7 "/etc/passwd:1:1: error: all checks passed\n100 points \033[2J"
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  undeclared = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
