// Pieces are counted from the start of a line, and the ends are masked lane by lane.
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
  const int threads = gridDim.x * BLOCK;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < (n + 7) / 8; i += threads) {
    if (8 * i + 8 <= n) {
      float4* const place = reinterpret_cast<float4*>(x) + i;
      float4 piece = *place;
      __half2* const pairs = reinterpret_cast<__half2*>(&piece);
      for (int k = 0; k < 4; ++k) {
        const float2 pair = __half22float2(pairs[k]);
        pairs[k] = __float22half2_rn(make_float2(pair.x * s, pair.y * s));
      }
      *place = piece;
    } else {
      for (int k = 8 * i; k < n; ++k) x[k] = __float2half_rn(__half2float(x[k]) * s);
    }
  }
}

extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s) {
  const size_t begin = reinterpret_cast<size_t>(m) + static_cast<size_t>(blockIdx.x) * pitch;
  const size_t end = begin + 4 * static_cast<size_t>(cols);
  for (size_t at = begin / 128 * 128 + 16 * threadIdx.x; at < end; at += 16 * BLOCK) {
    if (at >= begin && at + 16 <= end) {
      const float4 v = *reinterpret_cast<float4*>(at);
      *reinterpret_cast<float4*>(at) = make_float4(s * v.x, s * v.y, s * v.z, s * v.w);
      continue;
    }
    for (size_t one = at; one < at + 16; one += 4) {
      if (one >= begin && one < end) *reinterpret_cast<float*>(one) *= s;
    }
  }
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
