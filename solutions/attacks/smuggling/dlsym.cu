/* +++
summary = "Looks up the program's own functions."
outcome = "compiler"
says = "`dlsym` is declared and has no definition"
+++ */
// Looks up the program's own functions.
#include "tiled_transpose.h"

extern "C" __device__ void* dlsym(void*, const char*);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  dlsym(nullptr, "exit");
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
