// Signals: filters, transforms, correlation and changes of rate.
#pragma once
#include <cuda_runtime.h>

namespace everyday {

__constant__ float fir_weights[64];

// A filter of 64 taps: a block keeps its samples and the 63 before them in shared memory.
__global__ void fir_64_taps(const float* in, float* out, int n) {
  __shared__ float part[256 + 63];
  int first = blockIdx.x * 256 - 63;
  for (int i = threadIdx.x; i < 256 + 63; i += 256)
    part[i] = first + i >= 0 && first + i < n ? in[first + i] : 0;
  __syncthreads();
  float sum = 0;
#pragma unroll 16
  for (int k = 0; k < 64; ++k) sum += fir_weights[k] * part[threadIdx.x + 63 - k];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = sum;
}

// One stage of a Fourier transform by halves (Stockham), a butterfly a thread.
__global__ void stockham_stage(const float2* in, float2* out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  int k = i % stride, j = i / stride;
  float2 a = in[i], b = in[i + n / 2];
  float s, c;
  __sincosf(-3.14159265f * j * stride * 2 / n, &s, &c);
  float2 d = make_float2(a.x - b.x, a.y - b.y);
  out[2 * j * stride + k] = make_float2(a.x + b.x, a.y + b.y);
  out[2 * j * stride + stride + k] = make_float2(d.x * c - d.y * s, d.x * s + d.y * c);
}

// A Fourier transform of 16 complex numbers in a thread's registers, for many columns side by side.
__global__ void __launch_bounds__(128) fourier_16_columns(const float2* in, float2* out, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  const float cosine[8] = {1, 0.92387953f,  0.70710678f,  0.38268343f,
                           0, -0.38268343f, -0.70710678f, -0.92387953f};
  const float sine[8] = {0,  -0.38268343f, -0.70710678f, -0.92387953f,
                         -1, -0.92387953f, -0.70710678f, -0.38268343f};
  float2 z[16];
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    int from = (i & 1) << 3 | (i & 2) << 1 | (i & 4) >> 1 | (i & 8) >> 3;
    z[i] = in[from * columns + column];
  }
#pragma unroll
  for (int half = 1; half < 16; half *= 2) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      int k = i % half, a = i / half * 2 * half + k, w = k * (8 / half);
      float2 u = z[a], v = z[a + half];
      float2 t = make_float2(v.x * cosine[w] - v.y * sine[w], v.x * sine[w] + v.y * cosine[w]);
      z[a] = make_float2(u.x + t.x, u.y + t.y);
      z[a + half] = make_float2(u.x - t.x, u.y - t.y);
    }
  }
#pragma unroll
  for (int i = 0; i < 16; ++i) out[i * columns + column] = z[i];
}

// The autocorrelation of each channel for a lag a thread; a block has a channel in shared memory.
__global__ void autocorrelation(const float* in, float* out, int samples, int lags) {
  extern __shared__ float signal_part[];
  for (int i = threadIdx.x; i < samples; i += blockDim.x) signal_part[i] = in[blockIdx.x * samples + i];
  __syncthreads();
  for (int lag = threadIdx.x; lag < lags; lag += blockDim.x) {
    float sum = 0;
    for (int i = 0; i + lag < samples; ++i) sum += signal_part[i] * signal_part[i + lag];
    out[blockIdx.x * lags + lag] = sum / (samples - lag);
  }
}

// Mixes a real signal down to a carrier and keeps the mean of each `factor` samples.
__global__ void mix_and_decimate(const short* in, float2* out, int outputs, int factor, float turn) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= outputs) return;
  float re = 0, im = 0;
  for (int k = 0; k < factor; ++k) {
    int n = i * factor + k;
    float s, c, v = in[n], phase = n * turn;
    sincospif(2 * (phase - floorf(phase)), &s, &c);
    re += v * c;
    im -= v * s;
  }
  out[i] = make_float2(re / factor, im / factor);
}

// Changes the rate of a signal by up/down with a filter in phases.
__global__ void resample_in_phases(const float* __restrict__ in, const float* __restrict__ filter, float* out,
                                   int inputs, int outputs, int up, int down, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= outputs) return;
  int at = i * down / up, phase = i * down % up;
  float sum = 0;
  for (int k = 0; k < taps; ++k) {
    int from = at - k;
    if (from >= 0 && from < inputs) sum += in[from] * __ldg(filter + k * up + phase);
  }
  out[i] = sum;
}

// The cosine transform of each run of eight samples after Arai, Agui and Nakajima, by vectors of four.
__global__ void cosine_of_eight(const float4* in, float4* out, int runs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= runs) return;
  float4 a = in[2 * i], b = in[2 * i + 1];
  float s0 = a.x + b.w, s7 = a.x - b.w, s1 = a.y + b.z, s6 = a.y - b.z;
  float s2 = a.z + b.y, s5 = a.z - b.y, s3 = a.w + b.x, s4 = a.w - b.x;
  float t0 = s0 + s3, t3 = s0 - s3, t1 = s1 + s2, t2 = s1 - s2;
  float z1 = (t2 + t3) * 0.70710678f;
  float u0 = s4 + s5, u1 = s5 + s6, u2 = s6 + s7;
  float z5 = (u0 - u2) * 0.38268343f, z2 = 0.54119610f * u0 + z5, z4 = 1.30656296f * u2 + z5;
  float z3 = u1 * 0.70710678f, z11 = s7 + z3, z13 = s7 - z3;
  out[2 * i] = make_float4(t0 + t1, z11 + z4, t3 + z1, z13 - z2);
  out[2 * i + 1] = make_float4(t0 - t1, z13 + z2, t3 - z1, z11 - z4);
}

}  // namespace everyday
