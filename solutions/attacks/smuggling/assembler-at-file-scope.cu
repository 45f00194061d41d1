/* +++
summary = "Has assembler outside of any function."
outcome = "compiler-or-failed"
says = ""
+++ */
// Has assembler outside of any function.
#include "tiled_transpose.h"

asm(".globl simt_module\nsimt_module: ret");
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
