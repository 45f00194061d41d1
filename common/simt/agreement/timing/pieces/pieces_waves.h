// Signals, prices and chances.
#pragma once
#include <cuda_runtime.h>

namespace pieces {

// Two second-order sections, one after the other, over each channel; samples interleaved, a thread a channel.
__global__ void biquads_of_channels(const float* in, float* out, int channels, int samples, float b0,
                                    float b1, float a1, float a2) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  float p = 0, q = 0, r = 0, s = 0;
  for (int t = 0; t < samples; ++t) {
    float x = in[t * channels + c], y = b0 * x + p;
    p = b1 * x - a1 * y + q;
    q = b0 * x - a2 * y;
    float z = b0 * y + r;
    r = b1 * y - a1 * z + s;
    s = b0 * y - a2 * z;
    out[t * channels + c] = z;
  }
}

// Fourier transforms of 1024 complex numbers, a block of 256 threads each: five passes of radix 4
// between two buffers in shared memory.
__global__ void fft_1024_radix_4(const float2* in, float2* out) {
  __shared__ float2 buffer[2][1024];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) buffer[0][t + 256 * k] = in[blockIdx.x * 1024 + t + 256 * k];
  __syncthreads();
  int which = 0;
  for (int size = 1; size < 1024; size *= 4, which ^= 1) {
    int k = t & (size - 1), to = (t - k) * 4 + k;
    float2 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      float2 x = buffer[which][t + 256 * j];
      float s, c;
      __sincosf(-1.5707963f * j * k / size, &s, &c);
      v[j] = make_float2(x.x * c - x.y * s, x.x * s + x.y * c);
    }
    float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y),
           b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
    float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y),
           d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
    float2* next = buffer[which ^ 1];
    next[to] = make_float2(a.x + c.x, a.y + c.y);
    next[to + size] = make_float2(b.x + d.x, b.y + d.y);
    next[to + 2 * size] = make_float2(a.x - c.x, a.y - c.y);
    next[to + 3 * size] = make_float2(b.x - d.x, b.y - d.y);
    __syncthreads();
  }
  for (int k = 0; k < 4; ++k) out[blockIdx.x * 1024 + t + 256 * k] = buffer[which][t + 256 * k];
}

// One pass of radix 2 of a long Fourier transform in place, with a table of factors; a pair a thread.
__global__ void fft_pass_radix_2(double2* data, const double2* __restrict__ factor, int half, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  int k = i & (half - 1), low = 2 * i - k, high = low + half;
  double2 w = factor[k * (n / 2 / half)], a = data[low], b = data[high];
  double2 p = make_double2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
  data[low] = make_double2(a.x + p.x, a.y + p.y);
  data[high] = make_double2(a.x - p.x, a.y - p.y);
}

// Cosine transforms of blocks of 8 x 8 pixels as two products of matrices in shared memory; four a block.
__global__ void dct_8x8_products(const float* in, const float* basis, float* out, int width) {
  __shared__ float c[8][9], pixel[4][8][9], half[4][8][9];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int at = (blockIdx.y * 8 + y) * width + (blockIdx.x * 4 + z) * 8 + x;
  if (z == 0) c[y][x] = basis[y * 8 + x];
  pixel[z][y][x] = in[at];
  __syncthreads();
  float s = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) s += c[y][k] * pixel[z][k][x];
  half[z][y][x] = s;
  __syncthreads();
  s = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) s += half[z][y][k] * c[x][k];
  out[at] = s;
}

// Convolution with a filter of any length: pieces of filter and signal in shared
// memory, four outputs a thread.
template <int Threads>
__global__ void convolve_long(const float* signal, const float* filter, float* out, int n, int taps) {
  __shared__ float weight[Threads], piece[5 * Threads];
  int t = threadIdx.x, base = blockIdx.x * 4 * Threads;
  float s[4] = {};
  for (int from = 0; from < taps; from += Threads) {
    weight[t] = from + t < taps ? filter[from + t] : 0;
    for (int k = t; k < 5 * Threads; k += Threads) {
      int i = base + from + k;
      piece[k] = i < n + taps - 1 ? signal[i] : 0;
    }
    __syncthreads();
    for (int k = 0; k < Threads; ++k)
#pragma unroll
      for (int j = 0; j < 4; ++j) s[j] += weight[k] * piece[t + k + j * Threads];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (int i = base + t + j * Threads; i < n) out[i] = s[j];
}

// Reads 16-bit stereo at another rate, with straight lines between samples.
__global__ void resample_stereo(const short2* in, short2* out, int n, int to, double ratio) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= to) return;
  double at = i * ratio;
  int k = static_cast<int>(at);
  float f = static_cast<float>(at - k);
  short2 a = in[min(k, n - 1)], b = in[min(k + 1, n - 1)];
  out[i] = make_short2(static_cast<short>(a.x + f * (b.x - a.x)), static_cast<short>(a.y + f * (b.y - a.y)));
}

// Prices of calls and puts by Black and Scholes, with the normal distribution from erfc.
template <class T>
__global__ void calls_and_puts(const T* spot, const T* strike, const T* years, T* call, T* put, int n, T rate,
                               T spread) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T s = spot[i], k = strike[i], t = years[i], root = spread * sqrt(t);
  T d1 = (log(s / k) + (rate + spread * spread / 2) * t) / root, d2 = d1 - root, later = k * exp(-rate * t);
  T n1 = erfc(-d1 * T(0.70710678)) / 2, n2 = erfc(-d2 * T(0.70710678)) / 2;
  call[i] = s * n1 - later * n2;
  put[i] = later * (1 - n2) - s * (1 - n1);
}

// An American put by a binomial tree in shared memory, a block an option, a thread a node of each level.
__global__ void american_puts_by_tree(const float* spot, const float* strike, float* out, float up,
                                      float chance, float discount) {
  extern __shared__ float node[];
  int t = threadIdx.x, steps = blockDim.x - 1;
  float s = spot[blockIdx.x], k = strike[blockIdx.x], price = s * powf(up, 2.f * t - steps);
  node[t] = fmaxf(k - price, 0.f);
  __syncthreads();
  for (int level = steps - 1; level >= 0; --level) {
    float v = 0;
    if (t <= level) {
      price *= up;
      v = fmaxf(discount * (chance * node[t + 1] + (1 - chance) * node[t]), k - price);
    }
    __syncthreads();
    if (t <= level) node[t] = v;
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = node[0];
}

// Asian calls by random walks: a thread a path, normal numbers by Box and Muller from a counter's hash.
__global__ void asian_call_walks(float* payoff, int paths, int steps, float drift, float spread,
                                 unsigned seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= paths) return;
  unsigned state = seed + i * 0x9e3779b9u;
  auto uniform = [&] {
    state = state * 747796405u + 2891336453u;
    unsigned w = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return ((w >> 22 ^ w) + 0.5f) * 2.3283064e-10f;
  };
  float price = 1, sum = 0;
  for (int k = 0; k < steps; k += 2) {
    float size = sqrtf(-2 * __logf(fmaxf(uniform(), 1e-9f))), s, c;
    __sincosf(6.2831853f * uniform(), &s, &c);
    price *= __expf(drift + spread * size * c);
    sum += price;
    price *= __expf(drift + spread * size * s);
    sum += price;
  }
  payoff[i] = fmaxf(sum / steps - 1, 0.f);
}

}  // namespace pieces
