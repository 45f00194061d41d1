/* +++
summary = "Writes the annotations by which simtcc knows constants and kernels' written names."
outcome = "compiler-or-failed"
says = ""
+++ */
// Writes the annotations by which simtcc knows constants and kernels' written names.
#include "tiled_transpose.h"

__attribute__((annotate("simt.constant"))) __device__ float table[4];
__attribute__((annotate("simt.written:transpose_padded"))) __device__ void* name = nullptr;
__attribute__((annotate("simt.launch_bounds"))) __device__ int bounds = 1;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  table[threadIdx.x + 64] = 1;
  out[0] = table[0];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
