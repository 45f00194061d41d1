/* +++
summary = "Puts a variable where code that runs first is looked for, by #pragma clang section."
outcome = "failed"
says = ""
+++ */
// Puts a variable where code that runs first is looked for, by #pragma clang section data = ".init_array"
#include "tiled_transpose.h"

#pragma clang section data = ".init_array"
__device__ void* early = reinterpret_cast<void*>(0x41414141);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = early == nullptr;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
