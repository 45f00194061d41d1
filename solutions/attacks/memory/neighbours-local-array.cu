/* +++
summary = "Hands the address of a local array to another thread, which stores there."
outcome = "failed"
says = ""
+++ */
// Hands the address of a local array to another thread, which stores there.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float* places[TILE * BLOCK_ROWS];
  float own[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  places[threadIdx.y * TILE + threadIdx.x] = own;
  __syncthreads();
  places[(threadIdx.y * TILE + threadIdx.x) ^ 1][rows & 7] = 9;
  __syncthreads();
  out[0] = own[cols & 7];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
