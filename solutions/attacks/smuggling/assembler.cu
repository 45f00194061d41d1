/* +++
summary = "Calls the operating system by assembler."
outcome = "compiler"
says = "inline PTX: `syscall` is no instruction of PTX"
line_of = "asm volatile"
on_every_push = true
gpu = "compiler"
+++ */
// Calls the operating system by assembler.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  asm volatile("syscall");
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
