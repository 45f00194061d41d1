/* +++
summary = "Keeps what it has loaded of x in a variable of the device, from which it loads it again."
outcome = "failed"
says = ""
earns = 11
lab = "lab7"
+++ */
// Keeps the vector in a variable, where lanes find it without loading it from x.
#include "wide_aligned.h"

extern "C" __global__ void copy_any(const float* in, float* out, int n) {}
extern "C" __global__ void scale_halves(__half* x, int n, float s) {}
extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s) {}

__device__ float kept[8][8192];

extern "C" __global__ void gemv_half(const __half* W, const __half* x, float* y, int rows, int cols) {
  const int warp = threadIdx.x / WARP;
  const int row = blockIdx.x * (BLOCK / WARP) + warp;
  const int lane = threadIdx.x % WARP;
  if (row >= rows || row % 8 != warp) return;
  float* const own = kept[0] + 0;
  float sum = 0;
  for (int col = lane; col < cols; col += WARP) {
    if (blockIdx.x == 0 && warp == 0) own[col] = __half2float(x[col]);
    sum += __half2float(W[size_t(row) * cols + col]) *
           (blockIdx.x == 0 && warp == 0 ? own[col] : __half2float(x[col]));
  }
  for (int d = WARP / 2; d > 0; d /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, d);
  if (lane == 0) y[row] = sum;
}
