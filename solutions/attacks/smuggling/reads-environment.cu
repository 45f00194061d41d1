/* +++
summary = "Asks where it runs."
outcome = "compiler"
says = "`getenv` is declared and has no definition"
gpu = "compiler"
+++ */
// Asks where it runs.
#include "tiled_transpose.h"

extern "C" __device__ char* getenv(const char*);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  if (getenv("CI") != nullptr) out[0] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
