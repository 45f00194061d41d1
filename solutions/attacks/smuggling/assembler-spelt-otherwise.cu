/* +++
summary = "The same past the machine's own word on asm."
outcome = "compiler"
says = "inline PTX: `mov` is not supported by the SIMT machine"
line_of = "__asm__"
+++ */
// The same past the machine's own word on asm.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __asm__ volatile("mov $231, %eax; xor %edi, %edi; syscall");
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
