// Kernels bound by arithmetic: fractals, finance, rays, random numbers, big integers and number theory.
#pragma once
#include "sight_helpers.h"

namespace sight {

// Counts the steps until each point of the plane escapes under the map of Mandelbrot.
template <class T>
__global__ void mandelbrot(unsigned short* out, int width, int height, T x0, T y0, T step, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  T cx = x0 + step * x, cy = y0 + step * y, u = 0, v = 0, uu = 0, vv = 0;
  int k = 0;
  for (; k < most && uu + vv < T(4); ++k) {
    v = 2 * u * v + cy;
    u = uu - vv + cx;
    uu = u * u;
    vv = v * v;
  }
  out[y * width + x] = k;
}

// Prices calls and puts by the formula of Black and Scholes.
template <class T>
__global__ void black_scholes(const T* price, const T* strike, const T* years, T* call, T* put, T rate,
                              T sigma, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    T s = price[i], k = strike[i], t = years[i], root = sigma * sqrt(t);
    T d1 = (log(s / k) + (rate + sigma * sigma / 2) * t) / root, d2 = d1 - root;
    T n1 = erfc(-d1 * T(0.70710678118654752)) / 2, n2 = erfc(-d2 * T(0.70710678118654752)) / 2;
    T discounted = k * exp(-rate * t), c = s * n1 - discounted * n2;
    call[i] = c;
    put[i] = c - s + discounted;
  }
}

// Prices American puts by a binomial tree that a block keeps in shared memory.
__global__ void binomial_puts(const float* price, const float* strike, float* value, float up, float chance,
                              float discount, int steps) {
  extern __shared__ float nodes[];
  float s = price[blockIdx.x], k = strike[blockIdx.x], log_up = __logf(up);
  for (int i = threadIdx.x; i <= steps; i += blockDim.x)
    nodes[i] = fmaxf(k - s * __expf(log_up * (2 * i - steps)), 0.0f);
  __syncthreads();
  for (int level = steps - 1; level >= 0; --level) {
    for (int first = 0; first <= level; first += blockDim.x) {
      int i = first + threadIdx.x;
      float v = 0;
      if (i <= level)
        v = fmaxf(discount * (chance * nodes[i + 1] + (1 - chance) * nodes[i]),
                  k - s * __expf(log_up * (2 * i - level)));
      __syncthreads();
      if (i <= level) nodes[i] = v;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) value[blockIdx.x] = nodes[0];
}

// Traces a ray a pixel through spheres in shared memory, with a mirror reflection up to a depth.
__global__ void trace_spheres(const float4* sphere, float* out, int spheres, int width, int height,
                              int depth) {
  extern __shared__ float4 scene[];
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < spheres; i += blockDim.x * blockDim.y)
    scene[i] = sphere[i];
  __syncthreads();
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float3 o = make_float3(0, 0, -3), d = make_float3((x + 0.5f) / width - 0.5f, (y + 0.5f) / height - 0.5f, 1);
  float light = 0, strength = 1;
  for (int bounce = 0; bounce < depth; ++bounce) {
    float inverse = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    d = make_float3(d.x * inverse, d.y * inverse, d.z * inverse);
    float nearest = 1e30f;
    int hit = -1;
    for (int i = 0; i < spheres; ++i) {
      float4 s = scene[i];
      float ox = s.x - o.x, oy = s.y - o.y, oz = s.z - o.z, b = ox * d.x + oy * d.y + oz * d.z;
      float under = b * b - (ox * ox + oy * oy + oz * oz) + s.w * s.w;
      if (under > 0) {
        float t = b - sqrtf(under);
        if (t > 1e-3f && t < nearest) {
          nearest = t;
          hit = i;
        }
      }
    }
    if (hit < 0) {
      light += strength * (0.5f + 0.5f * d.y);
      break;
    }
    float4 s = scene[hit];
    o = make_float3(o.x + nearest * d.x, o.y + nearest * d.y, o.z + nearest * d.z);
    float nx = (o.x - s.x) / s.w, ny = (o.y - s.y) / s.w, nz = (o.z - s.z) / s.w;
    light += strength * 0.3f * fmaxf(ny, 0.0f);
    strength *= 0.6f;
    float twice = 2 * (d.x * nx + d.y * ny + d.z * nz);
    d = make_float3(d.x - twice * nx, d.y - twice * ny, d.z - twice * nz);
  }
  out[y * width + x] = light;
}

struct BoxNode {
  float low[3], high[3];
  int left, right;  // In a leaf, left is -1 - the object and right is not used.
};

// Follows rays through a tree of boxes with a stack of its own and finds the first box of a leaf that each ray meets.
__global__ void walk_boxes(const BoxNode* node, const float* ray, float* distance, int* object, int rays) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rays) return;
  float o[3], inverse[3], nearest = 1e30f;
  for (int k = 0; k < 3; ++k) {
    o[k] = ray[k * rays + i];
    inverse[k] = 1 / ray[(k + 3) * rays + i];
  }
  int stack[24], top = 0, found = -1;
  stack[top++] = 0;
  while (top > 0) {
    const BoxNode& n = node[stack[--top]];
    float enter = 0, leave = nearest;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      float a = (n.low[k] - o[k]) * inverse[k], b = (n.high[k] - o[k]) * inverse[k];
      enter = fmaxf(enter, fminf(a, b));
      leave = fminf(leave, fmaxf(a, b));
    }
    if (enter > leave) continue;
    if (n.left < 0) {
      if (enter < nearest) {
        nearest = enter;
        found = -1 - n.left;
      }
    } else {
      stack[top++] = n.left;
      stack[top++] = n.right;
    }
  }
  distance[i] = nearest;
  object[i] = found;
}

// Evaluates a polynomial of degree 31 in double precision by Horner's rule.
__global__ void polynomial_31(const double* x, const double* coefficient, double* y, int n) {
  __shared__ double c[32];
  if (threadIdx.x < 32) c[threadIdx.x] = coefficient[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double v = x[i], sum = c[31];
#pragma unroll
  for (int k = 30; k >= 0; --k) sum = fma(sum, v, c[k]);
  y[i] = sum;
}

// Fills an array with normal numbers from ten rounds of the counter-based generator Philox.
__global__ void philox_normals(float4* out, int quads, unsigned long long seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= quads) return;
  unsigned c0 = i, c1 = 0, c2 = 0, c3 = 0, k0 = static_cast<unsigned>(seed),
           k1 = static_cast<unsigned>(seed >> 32);
#pragma unroll
  for (int r = 0; r < 10; ++r) {
    unsigned h0 = __umulhi(0xd2511f53u, c0), l0 = 0xd2511f53u * c0, h1 = __umulhi(0xcd9e8d57u, c2),
             l1 = 0xcd9e8d57u * c2;
    c0 = h1 ^ c1 ^ k0;
    c1 = l1;
    c2 = h0 ^ c3 ^ k1;
    c3 = l0;
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  auto pair = [](unsigned a, unsigned b, float& x, float& y) {
    float r = sqrtf(-2 * __logf((a + 0.5f) * 2.3283064e-10f)), s, c;
    __sincosf(6.2831853f * 2.3283064e-10f * b, &s, &c);
    x = r * c;
    y = r * s;
  };
  float4 v;
  pair(c0, c1, v.x, v.y);
  pair(c2, c3, v.z, v.w);
  out[i] = v;
}

__device__ __forceinline__ unsigned long long multiply_mod(unsigned long long a, unsigned long long b,
                                                           unsigned long long m) {
  return a * b % m;
}

// Raises numbers to powers modulo a prime of 31 bits, by squaring and 64-bit remainders.
__global__ void powers_modulo(const unsigned* base, const unsigned* exponent, unsigned* out, unsigned modulus,
                              int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long b = base[i] % modulus, result = 1;
  for (unsigned e = exponent[i]; e; e >>= 1) {
    if (e & 1) result = multiply_mod(result, b, modulus);
    b = multiply_mod(b, b, modulus);
  }
  out[i] = static_cast<unsigned>(result);
}

// Multiplies pairs of big integers of 64 words; a block of 128 threads computes the columns, then carries.
__global__ void multiply_big(const unsigned* a, const unsigned* b, unsigned* out) {
  __shared__ unsigned x[64], y[64];
  __shared__ unsigned long long low[128];
  __shared__ unsigned high[128];
  int t = threadIdx.x;
  if (t < 64)
    x[t] = a[blockIdx.x * 64 + t];
  else
    y[t - 64] = b[blockIdx.x * 64 + t - 64];
  __syncthreads();
  unsigned long long sum = 0;
  unsigned over = 0;
  for (int i = max(0, t - 63); i <= min(t, 63); ++i) {
    unsigned long long p = static_cast<unsigned long long>(x[i]) * y[t - i];
    sum += p;
    over += sum < p;
  }
  low[t] = sum;
  high[t] = over;
  __syncthreads();
  if (t == 0) {
    unsigned long long carry = 0;
    for (int i = 0; i < 128; ++i) {
      unsigned long long s = low[i] + carry;
      unsigned extra = high[i] + (s < carry);
      low[i] = s & 0xffffffffu;
      carry = s >> 32 | static_cast<unsigned long long>(extra) << 32;
    }
  }
  __syncthreads();
  out[blockIdx.x * 128 + t] = static_cast<unsigned>(low[t]);
}

// Counts the steps of Collatz's map for a range of starts and keeps the longest of a block.
__global__ void collatz_longest(unsigned long long first, unsigned* longest, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned steps = 0;
  if (i < n)
    for (unsigned long long v = first + i; v > 1; ++steps) v = v & 1 ? 3 * v + 1 : v >> 1;
  steps = __reduce_max_sync(kAll, steps);
  if (threadIdx.x % 32 == 0) atomicMax(longest + blockIdx.x, steps);
}

// Counts the placements of queens below the first two rows; each thread searches with its own stack.
__global__ void count_queens(int side, unsigned long long* total) {
  __shared__ int part[32];
  int start = blockIdx.x * blockDim.x + threadIdx.x, a = start / side, b = start % side, found = 0;
  unsigned all = (1u << side) - 1;
  if (start < side * side && abs(a - b) > 1) {
    unsigned column[16], left[16], right[16], open[16];
    int depth = 2;
    column[2] = 1u << a | 1u << b;
    left[2] = (1u << a << 2 | 1u << b << 1) & all;
    right[2] = 1u << a >> 2 | 1u << b >> 1;
    open[2] = all & ~(column[2] | left[2] | right[2]);
    while (depth >= 2) {
      unsigned bit = open[depth] & -open[depth];
      if (!bit) {
        --depth;
        continue;
      }
      open[depth] ^= bit;
      if (depth == side - 1) {
        ++found;
        continue;
      }
      column[depth + 1] = column[depth] | bit;
      left[depth + 1] = (left[depth] | bit) << 1 & all;
      right[depth + 1] = (right[depth] | bit) >> 1;
      ++depth;
      open[depth] = all & ~(column[depth] | left[depth] | right[depth]);
    }
  }
  found = block_sum(found, part);
  if (threadIdx.x == 0 && found) atomicAdd(total, static_cast<unsigned long long>(found));
}

// Solves Kepler's equation by Newton's method until it has converged.
__global__ void kepler_anomaly(const double* mean, const double* eccentricity, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double m = mean[i], e = eccentricity[i], x = e < 0.8 ? m : 3.14159265358979;
  for (int k = 0; k < 30; ++k) {
    double s, c;
    sincos(x, &s, &c);
    double d = (x - e * s - m) / (1 - e * c);
    x -= d;
    if (fabs(d) < 1e-12) break;
  }
  out[i] = x;
}

}  // namespace sight
