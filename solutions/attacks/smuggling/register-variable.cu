/* +++
summary = "Names the stack pointer as a variable's register, and reads and writes it."
outcome = "compiler"
says = ""
+++ */
// Names the stack pointer as a variable's register, and reads and writes it.
#include "tiled_transpose.h"

register long stack_pointer asm("rsp");

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  stack_pointer = reinterpret_cast<long>(out);
  out[0] = static_cast<float>(stack_pointer);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
