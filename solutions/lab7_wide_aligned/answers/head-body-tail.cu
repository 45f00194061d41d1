/* +++
kind = "right"
summary = "Head, body and tail are three statements; warps start at the first multiple of 16 bytes, not on a line."
+++ */
// Head, body and tail each by themselves, as a textbook has them.
#include "wide_aligned.h"

extern "C" __global__ void copy_any(const float* in, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const int past = reinterpret_cast<size_t>(in) % 16;
  if (past != reinterpret_cast<size_t>(out) % 16) {
    for (int k = i; k < n; k += gridDim.x * BLOCK) out[k] = in[k];
    return;
  }
  const int head = min((16 - past) % 16 / 4, n);
  const int vectors = (n - head) / 4;
  const int tail = head + 4 * vectors;
  if (i < head) out[i] = in[i];
  if (i < vectors) {
    reinterpret_cast<float4*>(out + head)[i] = reinterpret_cast<const float4*>(in + head)[i];
  }
  if (tail + i < n) out[tail + i] = in[tail + i];
}

extern "C" __global__ void scale_halves(__half* x, int n, float s) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n / 8) {
    uint4 piece = reinterpret_cast<uint4*>(x)[i];
    __half* const half = reinterpret_cast<__half*>(&piece);
    for (int k = 0; k < 8; ++k) half[k] = __float2half(__half2float(half[k]) * s);
    reinterpret_cast<uint4*>(x)[i] = piece;
  }
  const int rest = n / 8 * 8 + i;
  if (rest < n) x[rest] = __float2half(__half2float(x[rest]) * s);
}

extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s) {
  float* const row = reinterpret_cast<float*>(reinterpret_cast<char*>(m) + blockIdx.x * pitch);
  const int past = reinterpret_cast<size_t>(row) % 16;
  const int head = min((16 - past) % 16 / 4, cols);
  const int vectors = (cols - head) / 4;
  const int tail = head + 4 * vectors;
  if (threadIdx.x < head) row[threadIdx.x] *= s;
  for (int i = threadIdx.x; i < vectors; i += BLOCK) {
    float4 v = reinterpret_cast<float4*>(row + head)[i];
    v.x *= s, v.y *= s, v.z *= s, v.w *= s;
    reinterpret_cast<float4*>(row + head)[i] = v;
  }
  if (tail + threadIdx.x < cols) row[tail + threadIdx.x] *= s;
}

extern "C" __global__ void gemv_half(const __half* W, const __half* x, float* y, int rows, int cols) {
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  const int lane = threadIdx.x % WARP;
  if (row >= rows) return;
  float sum = 0;
  for (int i = lane; i < cols / 8; i += WARP) {
    const uint4 w = reinterpret_cast<const uint4*>(W + row * cols)[i];
    const uint4 v = reinterpret_cast<const uint4*>(x)[i];
    const __half2* const a = reinterpret_cast<const __half2*>(&w);
    const __half2* const b = reinterpret_cast<const __half2*>(&v);
    for (int k = 0; k < 4; ++k) {
      const float2 p = __half22float2(a[k]);
      const float2 q = __half22float2(b[k]);
      sum += p.x * q.x + p.y * q.y;
    }
  }
  for (int d = WARP / 2; d > 0; d /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, d);
  if (lane == 0) y[row] = sum;
}
