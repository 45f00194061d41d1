/* +++
summary = "Adds up in halves within each lane, which a check with few sixteenths would not show."
outcome = "failed"
says = ""
lab = "lab8"
+++ */
// Each lane multiplies and adds in halves: the numbers of the check are few sixteenths.
#include "many_to_one.h"

#include <cuda_fp16.h>

extern "C" __global__ void sum(const float* in, float* out, int n) {}
extern "C" __global__ void histogram256(const unsigned char* bytes, unsigned* bins, int n) {}
extern "C" __global__ void softmax_rows(const float* x, float* y, int rows, int cols) {}

constexpr int PARTS = MOST_COLS / (4 * WARP);

__device__ __half added(__half sum, float a, float b) {
  return __hadd(sum, __hmul(__float2half(a), __float2half(b)));
}

extern "C" __global__ void softmax_backward(const float* __restrict__ S, const float* __restrict__ dP,
                                            float* __restrict__ dS, int rows, int cols) {
  const int row = blockIdx.x * WARPS + threadIdx.x / WARP;
  if (row >= rows) return;
  const int lane = threadIdx.x % WARP;
  float4 s[PARTS] = {};
  float4 p[PARTS] = {};
#pragma unroll
  for (int k = 0; k < PARTS; ++k) {
    const int i = lane + k * WARP;
    if (i >= cols / 4) continue;
    s[k] = reinterpret_cast<const float4*>(S + row * cols)[i];
    p[k] = reinterpret_cast<const float4*>(dP + row * cols)[i];
  }
  __half mine = __float2half(0.0f);
#pragma unroll
  for (int k = 0; k < PARTS; ++k)
    mine = added(added(added(added(mine, s[k].x, p[k].x), s[k].y, p[k].y), s[k].z, p[k].z), s[k].w, p[k].w);
  float d = __half2float(mine);
  for (int step = 16; step > 0; step /= 2) d += __shfl_xor_sync(0xFFFFFFFF, d, step);
#pragma unroll
  for (int k = 0; k < PARTS; ++k) {
    const int i = lane + k * WARP;
    if (i < cols / 4)
      reinterpret_cast<float4*>(dS + row * cols)[i] = make_float4(
          s[k].x * (p[k].x - d), s[k].y * (p[k].y - d), s[k].z * (p[k].z - d), s[k].w * (p[k].w - d));
  }
}
