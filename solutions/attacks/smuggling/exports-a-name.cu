/* +++
summary = "Gives a variable the name of one of the C library's."
outcome = "failed"
says = ""
+++ */
// Gives a variable the name of one of the C library's.
#include "tiled_transpose.h"

extern "C" __device__ __attribute__((visibility("default"), used)) char** environ = nullptr;
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = environ == nullptr;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
