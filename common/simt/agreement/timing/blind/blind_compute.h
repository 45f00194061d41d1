// Arithmetic: fractals, hashes, finance, special functions, integers and double precision.
#pragma once
#include "blind_warp.h"

__global__ void julia_set(uchar4* image, int width, int height, float cx, float cy, int most) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  float x = 3.2f * px / width - 1.6f, y = 2.4f * py / height - 1.2f, x2 = x * x, y2 = y * y;
  int i = 0;
  for (; i < most && x2 + y2 < 16; ++i) {
    y = 2 * x * y + cy;
    x = x2 - y2 + cx;
    x2 = x * x;
    y2 = y * y;
  }
  float shade = i == most ? 0.0f : i + 1 - log2f(0.5f * log2f(x2 + y2));
  image[py * width + px] = make_uchar4(static_cast<unsigned char>(128 + 127 * __sinf(shade * 0.1f)),
                                       static_cast<unsigned char>(128 + 127 * __sinf(shade * 0.13f + 2)),
                                       static_cast<unsigned char>(i), 255);
}

__constant__ unsigned sha_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ inline unsigned rotate_right(unsigned v, int n) { return v >> n | v << (32 - n); }

// SHA-256 of a block of 64 bytes that ends in the number of the thread, as a miner computes it.
__global__ void sha256_nonces(const unsigned* header, unsigned* digests, unsigned first) {
  unsigned nonce = first + blockIdx.x * blockDim.x + threadIdx.x, w[16];
#pragma unroll
  for (int i = 0; i < 15; ++i) w[i] = header[i];
  w[15] = nonce;
  unsigned s[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                   0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
#pragma unroll
  for (int i = 0; i < 64; ++i) {
    if (i >= 16) {
      unsigned a = w[(i + 1) % 16], b = w[(i + 14) % 16];
      w[i % 16] += (rotate_right(a, 7) ^ rotate_right(a, 18) ^ a >> 3) + w[(i + 9) % 16] +
                   (rotate_right(b, 17) ^ rotate_right(b, 19) ^ b >> 10);
    }
    unsigned t1 = s[7] + (rotate_right(s[4], 6) ^ rotate_right(s[4], 11) ^ rotate_right(s[4], 25)) +
                  ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha_constants[i] + w[i % 16];
    unsigned t2 = (rotate_right(s[0], 2) ^ rotate_right(s[0], 13) ^ rotate_right(s[0], 22)) +
                  ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    s[7] = s[6], s[6] = s[5], s[5] = s[4], s[4] = s[3] + t1;
    s[3] = s[2], s[2] = s[1], s[1] = s[0], s[0] = t1 + t2;
  }
  digests[nonce - first] = s[0] ^ s[7];
}

// An arithmetic Asian option: each thread simulates some paths, the block adds their payoffs.
__global__ void asian_option_paths(double* sum, int paths_per_thread, int steps, float spot, float strike,
                                   float rate, float volatility, float step) {
  __shared__ float space[32];
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned s[4] = {id * 0x9e3779b9u + 1, id ^ 0x7f4a7c15u, id * 0x85ebca6bu + 7, 0x2545f491u};
  float drift = (rate - 0.5f * volatility * volatility) * step, spread = volatility * sqrtf(step), payoff = 0;
  auto next = [&] {
    unsigned t = s[3];
    s[3] = s[2], s[2] = s[1], s[1] = s[0];
    t ^= t << 11;
    t ^= t >> 8;
    return s[0] = t ^ s[0] ^ s[0] >> 19;
  };
  for (int p = 0; p < paths_per_thread; ++p) {
    float log_price = logf(spot), mean = 0;
    for (int i = 0; i < steps; i += 2) {
      float u = (next() + 1.0f) * 2.3283062e-10f, angle = next() * 1.4629181e-9f, a, b;
      __sincosf(angle, &a, &b);
      float r = sqrtf(-2 * __logf(u));
      log_price += drift + spread * r * a;
      mean += __expf(log_price);
      log_price += drift + spread * r * b;
      mean += __expf(log_price);
    }
    payoff += fmaxf(mean / steps - strike, 0.0f);
  }
  payoff = block_sum(payoff, space);
  if (threadIdx.x == 0) atomicAdd(sum, static_cast<double>(payoff));
}

// An American put by a binomial tree: one block has one option, one barrier pair a level.
__global__ void american_put_tree(const float2* spot_strike, float* price, int steps, float up,
                                  float discount, float probability) {
  extern __shared__ float values[];
  float2 option = spot_strike[blockIdx.x];
  float log_up = logf(up);
  for (int i = threadIdx.x; i <= steps; i += blockDim.x)
    values[i] = fmaxf(option.y - option.x * __expf(log_up * (2 * i - steps)), 0.0f);
  __syncthreads();
  for (int level = steps - 1; level >= 0; --level) {
    for (int first = 0; first <= level; first += blockDim.x) {
      int i = first + threadIdx.x;
      float v = 0;
      if (i <= level) {
        v = discount * (probability * values[i + 1] + (1 - probability) * values[i]);
        v = fmaxf(v, option.y - option.x * __expf(log_up * (2 * i - level)));
      }
      __syncthreads();
      if (i <= level) values[i] = v;
      __syncthreads();
    }
  }
  if (threadIdx.x == 0) price[blockIdx.x] = values[0];
}

// Newton's method for the volatility that explains an option's price, in double precision.
__global__ void implied_volatility(const double* price, const double* strike, double* volatility, int n,
                                   double spot, double rate, double time) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double v = 0.3, k = strike[i], wanted = price[i], root = sqrt(time), discounted = k * exp(-rate * time);
  for (int step = 0; step < 8; ++step) {
    double d1 = (log(spot / k) + (rate + 0.5 * v * v) * time) / (v * root), d2 = d1 - v * root;
    double value =
        0.5 * (spot * erfc(-d1 * 0.70710678118654752) - discounted * erfc(-d2 * 0.70710678118654752));
    double vega = spot * root * 0.3989422804014327 * exp(-0.5 * d1 * d1);
    double change = (value - wanted) / (vega + 1e-8);
    v = fmin(fmax(v - change, 0.01), 4.0);
    if (fabs(change) < 1e-10) break;
  }
  volatility[i] = v;
}

// Miller and Rabin's test to base 2 with the remainder of 64-bit division.
__global__ void probable_primes(const unsigned* numbers, unsigned char* prime, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long m = numbers[i] | 1u, power = 2, result = 1;
  unsigned d = static_cast<unsigned>(m) - 1;
  int twos = __ffs(static_cast<int>(d)) - 1;
  for (unsigned e = d >> twos; e; e >>= 1) {
    if (e & 1) result = result * power % m;
    power = power * power % m;
  }
  bool ok = result == 1 || result == m - 1;
  for (int k = 1; k < twos && !ok; ++k) {
    result = result * result % m;
    ok = result == m - 1;
  }
  prime[i] = ok;
}

__global__ void special_functions(const float* x, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = x[i];
    out[i] = lgammaf(v + 0.5f) + j0f(v) * erff(v) + cbrtf(v) * atanhf(0.9f * sinf(v)) + powf(v, 0.37f);
  }
}

// The Lorenz system by Runge and Kutta's method of fourth order in double precision.
__global__ void __launch_bounds__(256, 4)
    lorenz_rk4(double* x, double* y, double* z, int n, int steps, double h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double3 p = {x[i], y[i], z[i]};
  auto slope = [](double3 q) {
    return double3{10 * (q.y - q.x), q.x * (28 - q.z) - q.y, q.x * q.y - 8.0 / 3 * q.z};
  };
  auto along = [](double3 q, double3 d, double k) {
    return double3{q.x + k * d.x, q.y + k * d.y, q.z + k * d.z};
  };
  for (int s = 0; s < steps; ++s) {
    double3 a = slope(p), b = slope(along(p, a, h / 2)), c = slope(along(p, b, h / 2)),
            d = slope(along(p, c, h));
    p = {p.x + h / 6 * (a.x + 2 * b.x + 2 * c.x + d.x), p.y + h / 6 * (a.y + 2 * b.y + 2 * c.y + d.y),
         p.z + h / 6 * (a.z + 2 * b.z + 2 * c.z + d.z)};
  }
  x[i] = p.x;
  y[i] = p.y;
  z[i] = p.z;
}

// Chebyshev sums with 80 coefficients a thread, which need more registers than the launch bounds allow.
__global__ void __launch_bounds__(512, 2)
    clenshaw_spilled(const float* coefficients, const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float c[80], v = x[i], w = 1 - v;
#pragma unroll
  for (int k = 0; k < 80; ++k) c[k] = coefficients[k * 32 + i % 32];
  float total = 0;
  for (int round = 0; round < 6; ++round) {
    float a = 0, b = 0;
#pragma unroll
    for (int k = 79; k >= 0; --k) {
      float t = 2 * v * a - b + c[k];
      b = a;
      a = t;
    }
    total += a - v * b;
    v = v * w;
#pragma unroll
    for (int k = 0; k < 80; ++k) c[k] = c[k] * 0.5f + v;
  }
  out[i] = total;
}
