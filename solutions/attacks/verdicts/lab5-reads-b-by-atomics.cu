/* +++
summary = "Reads B although beta is 0, by atomic operations, which are not loads."
outcome = "failed"
says = "may only read"
lab = "lab5"
+++ */
// Reads B although beta is 0, by atomic operations, which are not loads.
#include "geam_transpose.h"

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  *launch = {(cols + 31) / 32, (rows + 31) / 32, 32, 8, 0};
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  for (int y = blockIdx.y * 32 + threadIdx.y; y < blockIdx.y * 32 + 32; y += 8) {
    if (x >= cols || y >= rows) continue;
    const int at = x * rows + y;
    const float b = B == nullptr ? 0.0f : atomicAdd(const_cast<float*>(B) + at, 0.0f);
    C[at] = alpha * A[y * cols + x] + (beta != 0 ? beta * b : 0.0f);
  }
}
