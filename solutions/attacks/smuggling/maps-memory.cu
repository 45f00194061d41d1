/* +++
summary = "Asks for memory that may be executed."
outcome = "compiler"
says = "`mmap` is declared and has no definition"
+++ */
// Asks for memory that may be executed.
#include "tiled_transpose.h"

extern "C" __device__ void* mmap(void*, unsigned long, int, int, int, long);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  mmap(nullptr, 4096, 7, 34, -1, 0);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
