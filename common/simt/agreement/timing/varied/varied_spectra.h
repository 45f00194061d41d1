// Transforms and filters of signals.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// The Fourier transform of 1,024 complex numbers a block in shared memory, by 256 threads.
__global__ void fourier_1024(const float2* in, float2* out) {
  __shared__ float2 v[1024];
  int t = threadIdx.x;
  for (int k = t; k < 1024; k += 256) v[__brev(k) >> 22] = in[blockIdx.x * 1024 + k];
  for (int half = 1; half < 1024; half *= 2) {
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      int b = t + k * 256, j = b & (half - 1), at = 2 * b - j;
      float s, c;
      __sincosf(-3.14159265f * j / half, &s, &c);
      float2 u = v[at], w = v[at + half];
      float2 turned = make_float2(w.x * c - w.y * s, w.x * s + w.y * c);
      v[at] = make_float2(u.x + turned.x, u.y + turned.y);
      v[at + half] = make_float2(u.x - turned.x, u.y - turned.y);
    }
  }
  __syncthreads();
  for (int k = t; k < 1024; k += 256) out[blockIdx.x * 1024 + k] = v[k];
}

// A pass of a Fourier transform of radix four over a large array, a thread four numbers.
__global__ void fourier_pass_4(const double2* in, double2* out, int n, int span) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, quarter = n / 4;
  if (i >= quarter) return;
  int j = i % span, to = (i - j) * 4 + j;
  double2 v[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    double2 u = in[i + k * quarter];
    double s, c;
    sincospi(-0.5 * k * j / span, &s, &c);
    v[k] = make_double2(u.x * c - u.y * s, u.x * s + u.y * c);
  }
  double2 a = make_double2(v[0].x + v[2].x, v[0].y + v[2].y),
          b = make_double2(v[0].x - v[2].x, v[0].y - v[2].y);
  double2 c = make_double2(v[1].x + v[3].x, v[1].y + v[3].y),
          d = make_double2(v[1].y - v[3].y, v[3].x - v[1].x);
  out[to] = make_double2(a.x + c.x, a.y + c.y);
  out[to + span] = make_double2(b.x + d.x, b.y + d.y);
  out[to + 2 * span] = make_double2(a.x - c.x, a.y - c.y);
  out[to + 3 * span] = make_double2(b.x - d.x, b.y - d.y);
}

__constant__ float cosine_table[64];

// The cosine transform of blocks of 8x8 of an image as two small products in shared memory.
__global__ void cosine_8x8(const float* in, float* out, int width) {
  __shared__ float pixel[4][8][9], half_done[4][8][9];
  int x = threadIdx.x, y = threadIdx.y, b = threadIdx.z;
  int at = (blockIdx.y * 8 + y) * width + (blockIdx.x * 4 + b) * 8 + x;
  pixel[b][y][x] = in[at];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += cosine_table[x * 8 + k] * pixel[b][y][k];
  half_done[b][y][x] = sum;
  __syncthreads();
  sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += cosine_table[y * 8 + k] * half_done[b][k][x];
  out[at] = sum;
}

// The transform of Walsh and Hadamard of 2,048 numbers a block: shuffles within warps, then shared memory.
__global__ void walsh_2048(const float* in, float* out) {
  __shared__ float v[2048];
  int t = threadIdx.x, lane = t % 32;
  for (int k = t; k < 2048; k += 512) {
    float own = in[blockIdx.x * 2048 + k];
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
      float other = __shfl_xor_sync(~0u, own, d);
      own = lane & d ? other - own : own + other;
    }
    v[k] = own;
  }
  for (int d = 32; d < 2048; d *= 2) {
    __syncthreads();
    for (int b = t; b < 1024; b += 512) {
      int at = 2 * b - (b & (d - 1));
      float p = v[at], q = v[at + d];
      v[at] = p + q;
      v[at + d] = p - q;
    }
  }
  __syncthreads();
  for (int k = t; k < 2048; k += 512) out[blockIdx.x * 2048 + k] = v[k];
}

// A level of Haar's wavelets over rows: averages to the left half and differences to the right.
__global__ void haar_rows(const float2* in, float* out, int pairs, int rows) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= pairs || y >= rows) return;
  float2 v = in[y * pairs + x];
  out[y * 2 * pairs + x] = (v.x + v.y) * 0.70710678f;
  out[y * 2 * pairs + pairs + x] = (v.x - v.y) * 0.70710678f;
}

// A Fourier transform from its definition, a thread a frequency.
__global__ void fourier_by_definition(const float* in, float2* out, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  float re = 0, im = 0;
  for (int i = 0; i < n; ++i) {
    float s, c, v = in[i];
    sincospif(2.f * static_cast<int>(static_cast<long long>(k) * i % n) / n, &s, &c);
    re += v * c;
    im -= v * s;
  }
  out[k] = make_float2(re, im);
}

// Puts complex numbers into the order of reversed bits.
__global__ void reverse_bits_of_places(const float2* in, float2* out, int bits) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[__brev(i) >> (32 - bits)] = in[i];
}

// A filter of two poles and two zeros along each channel, sample after sample, a thread a channel.
__global__ void recursive_filters(const float* __restrict__ in, float* __restrict__ out, int channels,
                                  int samples) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  float z1 = 0, z2 = 0;
  for (int s = 0; s < samples; ++s) {
    float x = in[s * channels + c], y = 0.2f * x + z1;
    z1 = 0.4f * x + 0.37f * y + z2;
    z2 = 0.2f * x - 0.19f * y;
    out[s * channels + c] = y;
  }
}

// A pass of a number-theoretic transform modulo 998244353 with a table of roots.
__global__ void number_transform_pass(unsigned* v, const unsigned* __restrict__ root, int half, int n) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= n / 2) return;
  int j = b & (half - 1), at = 2 * b - j;
  const unsigned prime = 998244353u;
  unsigned p = v[at];
  unsigned q = static_cast<unsigned>(static_cast<unsigned long long>(v[at + half]) * root[half + j] % prime);
  unsigned sum = p + q, difference = p + prime - q;
  v[at] = sum >= prime ? sum - prime : sum;
  v[at + half] = difference >= prime ? difference - prime : difference;
}

// A sum of sines at each point in space, as in the reconstruction of images of magnetic resonance.
__global__ void sum_of_waves(const float4* __restrict__ wave, const float* __restrict__ x,
                             const float* __restrict__ y, const float* __restrict__ z, float2* out, int waves,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float px = x[i], py = y[i], pz = z[i], re = 0, im = 0;
  for (int k = 0; k < waves; ++k) {
    float4 w = wave[k];
    float s, c;
    sincosf(6.2831853f * (w.x * px + w.y * py + w.z * pz), &s, &c);
    re += w.w * c;
    im += w.w * s;
  }
  out[i] = make_float2(re, im);
}

}  // namespace varied
