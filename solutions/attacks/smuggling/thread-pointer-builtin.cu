/* +++
summary = "Asks for the thread's own memory of the program that runs it."
outcome = "compiler"
says = ""
+++ */
// Asks for the thread's own memory of the program that runs it.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int* const own = static_cast<int*>(__builtin_thread_pointer());
  own[rows] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
