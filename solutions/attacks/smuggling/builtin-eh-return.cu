/* +++
summary = "Returns to an address that it chose."
outcome = "compiler"
says = "llvm.eh.return"
line_of = "__builtin_eh_return"
+++ */
// Returns to an address that it chose.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __builtin_eh_return(0, out);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
