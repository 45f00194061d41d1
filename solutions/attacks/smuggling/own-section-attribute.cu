/* +++
summary = "Puts a function and a variable into sections that are run or read first."
outcome = "compiler-or-failed"
says = ""
on_every_push = true
+++ */
// Puts a function and a variable into sections that are run or read first.
#include "tiled_transpose.h"

extern "C" __device__ void store(float* at) __attribute__((section(".init")));
__device__ void store(float* at) { *at = 1; }
__device__ __attribute__((section(".init_array"), used)) void* early = reinterpret_cast<void*>(0x41414141);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { store(out); }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
