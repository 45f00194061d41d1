/* +++
summary = "Stores beta B, coalesced, and then adds the transpose of A to it by columns, with atomic operations."
outcome = "failed"
says = ""
earns = 45
lab = "lab5"
on_every_push = true
+++ */
// Stores beta B, coalesced, and then adds the transpose of A to it by columns, with atomic operations.
#include "geam_transpose.h"

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  *launch = {(cols + 31) / 32, (rows + 31) / 32, 32, 8, 0};
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  const int r = blockIdx.y * 32 + threadIdx.x;
  for (int c = blockIdx.x * 32 + threadIdx.y; c < blockIdx.x * 32 + 32; c += 8)
    if (c < cols && r < rows) C[c * rows + r] = beta == 0 ? 0.0f : beta * B[c * rows + r];
  __syncthreads();
  const int x = blockIdx.x * 32 + threadIdx.x;
  for (int y = blockIdx.y * 32 + threadIdx.y; y < blockIdx.y * 32 + 32; y += 8)
    if (x < cols && y < rows) atomicAdd(&C[x * rows + y], alpha * A[y * cols + x]);
}
