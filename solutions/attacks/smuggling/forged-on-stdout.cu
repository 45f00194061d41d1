/* +++
summary = "Prints what GoogleTest prints when all passed."
outcome = "compiler"
says = "`puts` is declared and has no definition"
+++ */
// Prints what GoogleTest prints when all passed.
#include "tiled_transpose.h"

extern "C" __device__ int puts(const char*);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  puts("[  PASSED  ] 13 tests.");
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
