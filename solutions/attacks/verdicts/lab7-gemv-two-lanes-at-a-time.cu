/* +++
summary = "Loads weights two lanes at a time: whole sectors, in sixteen times as many requests."
outcome = "failed"
says = ""
earns = 11
lab = "lab7"
+++ */
// Two lanes of a warp load at a time: each request fills a sector, and there are sixteen times as many.
#include "wide_aligned.h"

extern "C" __global__ void copy_any(const float* in, float* out, int n) {}
extern "C" __global__ void scale_halves(__half* x, int n, float s) {}
extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s) {}

__device__ float product(unsigned a, unsigned b) {
  const float2 p = __half22float2(*reinterpret_cast<const __half2*>(&a));
  const float2 q = __half22float2(*reinterpret_cast<const __half2*>(&b));
  return p.x * q.x + p.y * q.y;
}

extern "C" __global__ void gemv_half(const __half* W, const __half* x, float* y, int rows, int cols) {
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  const int lane = threadIdx.x % WARP;
  if (row >= rows) return;
  const uint4* const weights = reinterpret_cast<const uint4*>(W + size_t(row) * cols);
  const uint4* const factors = reinterpret_cast<const uint4*>(x);
  float sum = 0;
  for (int start = 0; start < cols / WIDE_HALVES; start += WARP) {
    const int i = start + lane;
#pragma unroll 1
    for (int turn = 0; turn < WARP; turn += 2) {
      if (turn == lane / 2 * 2 && i < cols / WIDE_HALVES) {
        const uint4 a = weights[i];
        const uint4 b = factors[i];
        sum += product(a.x, b.x) + product(a.y, b.y) + product(a.z, b.z) + product(a.w, b.w);
      }
      __syncwarp();
    }
  }
  for (int d = WARP / 2; d > 0; d /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, d);
  if (lane == 0) y[row] = sum;
}
