// Random numbers and simulations with them.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// A small generator for each thread, started by a hash of its number.
struct Xorshift {
  unsigned x;
  __device__ explicit Xorshift(unsigned seed) {
    x = (seed ^ 61 ^ seed >> 16) * 9 + 0x1234567u;
    x = (x ^ x >> 4) * 0x27d4eb2du;
    x ^= x >> 15;
    if (x == 0) x = 1;
  }
  __device__ unsigned next() {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
  }
  __device__ float uniform() { return (next() >> 8) * 5.9604645e-8f; }
};

// The number pi from random points in a square.
__global__ void pi_by_chance(unsigned long long* inside, int points) {
  Xorshift random(blockIdx.x * blockDim.x + threadIdx.x);
  unsigned hits = 0;
  for (int k = 0; k < points; ++k) {
    float x = random.uniform(), y = random.uniform();
    hits += x * x + y * y < 1;
  }
  hits = __reduce_add_sync(~0u, hits);
  if (threadIdx.x % 32 == 0) atomicAdd(inside, static_cast<unsigned long long>(hits));
}

// Prices of calls and puts by the formula of Black and Scholes.
template <class T>
__global__ void black_scholes(const T* __restrict__ price, const T* __restrict__ strike,
                              const T* __restrict__ years, T* __restrict__ call, T* __restrict__ put, T rate,
                              T spread, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T s = price[i], k = strike[i], t = years[i], root = spread * sqrt(t);
  T d1 = (log(s / k) + (rate + spread * spread / 2) * t) / root, d2 = d1 - root;
  T n1 = erfc(d1 * T(-0.7071067811865476)) / 2, n2 = erfc(d2 * T(-0.7071067811865476)) / 2;
  T now = k * exp(-rate * t), c = s * n1 - now * n2;
  call[i] = c;
  put[i] = c - s + now;
}

// American puts by a tree of prices in shared memory, a block an option.
__global__ void american_puts(const float3* option, float* price, int steps, float rate) {
  __shared__ float value[513];
  float3 o = option[blockIdx.x];
  float dt = o.z / steps, up = expf(0.3f * sqrtf(dt)), down = 1 / up, grow = expf(rate * dt);
  float p = (grow - down) / (up - down), pu = p / grow, pd = (1 - p) / grow, climb = 2 * logf(up);
  for (int i = threadIdx.x; i <= steps; i += blockDim.x) {
    value[i] = fmaxf(o.y - o.x * __expf(climb * (i - 0.5f * steps)), 0.f);
  }
  for (int s = steps - 1; s >= 0; --s) {
    float next[2];
    __syncthreads();
    for (int k = 0, i = threadIdx.x; i <= s; i += blockDim.x, ++k) {
      float now = o.y - o.x * __expf(climb * (i - 0.5f * s));
      next[k] = fmaxf(pu * value[i + 1] + pd * value[i], now);
    }
    __syncthreads();
    for (int k = 0, i = threadIdx.x; i <= s; i += blockDim.x, ++k) value[i] = next[k];
  }
  if (threadIdx.x == 0) price[blockIdx.x] = value[0];
}

// Options on the mean price along random paths, with normal numbers by Box and Muller.
__global__ void asian_options(const float4* option, float* total, int paths, int steps) {
  __shared__ float warps[4];
  float4 o = option[blockIdx.y];
  Xorshift random(blockIdx.y * 7919 + blockIdx.x * blockDim.x + threadIdx.x);
  float dt = o.z / steps, drift = (0.03f - 0.5f * o.w * o.w) * dt, spread = o.w * sqrtf(dt), sum = 0;
  for (int k = 0; k < paths; ++k) {
    float s = o.x, mean = 0;
    for (int j = 0; j < steps; j += 2) {
      float radius = sqrtf(-2 * __logf(random.uniform() + 1e-7f)), sine, cosine;
      __sincosf(6.2831853f * random.uniform(), &sine, &cosine);
      s *= __expf(drift + spread * radius * cosine);
      mean += s;
      s *= __expf(drift + spread * radius * sine);
      mean += s;
    }
    sum += fmaxf(mean / steps - o.y, 0.f);
  }
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total + blockIdx.y, warps[0] + warps[1] + warps[2] + warps[3]);
}

// Fills an array with the words of the counter-based generator Philox, four a thread.
__global__ void philox_fill(uint4* out, unsigned key0, unsigned key1, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned a = i, b = 0, c = 0, d = 0;
#pragma unroll
  for (int r = 0; r < 10; ++r) {
    unsigned h0 = __umulhi(0xd2511f53u, a), l0 = 0xd2511f53u * a, h1 = __umulhi(0xcd9e8d57u, c),
             l1 = 0xcd9e8d57u * c;
    a = h1 ^ b ^ key0;
    b = l1;
    c = h0 ^ d ^ key1;
    d = l0;
    key0 += 0x9e3779b9u;
    key1 += 0xbb67ae85u;
  }
  out[i] = make_uint4(a, b, c, d);
}

// Halton's points in three dimensions, digit after digit.
__global__ void halton_points(double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bases[3] = {2, 3, 5};
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    double scale = 1, v = 0;
    for (int rest = i + 1; rest > 0; rest /= bases[k]) {
      scale /= bases[k];
      v += scale * (rest % bases[k]);
    }
    out[k * n + i] = v;
  }
}

// Half a sweep of Metropolis's method over the spins of one colour of a lattice on a torus.
__global__ void ising_half_sweep(signed char* spin, const float* table, int width, int height, int colour,
                                 unsigned seed) {
  int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y;
  if (x >= width) return;
  x += (y + colour) & 1;
  int left = x ? x - 1 : width - 1, right = x + 1 < width ? x + 1 : 0;
  int up = y ? y - 1 : height - 1, down = y + 1 < height ? y + 1 : 0, i = y * width + x;
  int around =
      spin[y * width + left] + spin[y * width + right] + spin[up * width + x] + spin[down * width + x];
  Xorshift random(seed + i);
  if (random.uniform() < table[(spin[i] * around + 4) / 2]) spin[i] = static_cast<signed char>(-spin[i]);
}

// Walks over a lattice that mark how often each cell is visited.
__global__ void walks_on_lattice(int* visits, int side, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Xorshift random(i * 31 + 5);
  int x = random.next() % side, y = random.next() % side;
  for (int s = 0; s < steps; ++s) {
    unsigned r = random.next() >> 11 & 3;
    x = min(max(x + (r == 0) - (r == 1), 0), side - 1);
    y = min(max(y + (r == 2) - (r == 3), 0), side - 1);
    atomicAdd(visits + y * side + x, 1);
  }
}

// A lagged generator whose 55 words are in a thread's own memory.
__global__ void lagged_generator(unsigned* out, int many, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned word[55];
  Xorshift random(i + 1);
  for (int k = 0; k < 55; ++k) word[k] = random.next();
  int at = 0, other = 31;
  for (int k = 0; k < many; ++k) {
    word[at] += word[other];
    out[k * n + i] = word[at];
    at = at < 54 ? at + 1 : 0;
    other = other < 54 ? other + 1 : 0;
  }
}

}  // namespace varied
