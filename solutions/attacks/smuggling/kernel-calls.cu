/* +++
summary = "Calls the operating system through the C library."
outcome = "compiler"
says = "`syscall` is declared and has no definition"
on_every_push = true
+++ */
// Calls the operating system through the C library.
#include "tiled_transpose.h"

extern "C" __device__ long syscall(long, long);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  syscall(231, 0);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
