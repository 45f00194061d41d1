/* +++
summary = "Writes a forged record."
outcome = "compiler"
says = "`fopen` is declared and has no definition"
+++ */
// Writes a forged record.
#include "tiled_transpose.h"

extern "C" __device__ void* fopen(const char*, const char*);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  fopen("record.json", "w");
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
