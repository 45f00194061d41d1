// Monte Carlo with own generators, differential equations a thread, and finance.
#pragma once
#include <cuda_runtime.h>

namespace everyday {

__device__ __forceinline__ unsigned next_random(unsigned& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

__device__ __forceinline__ float next_uniform(unsigned& state) {
  return (next_random(state) >> 8) * (1 / 16777216.f) + 1e-8f;
}

// Two normal numbers after Box and Muller.
__device__ __forceinline__ float2 next_normals(unsigned& state) {
  float r = sqrtf(-2 * __logf(next_uniform(state))), s, c;
  __sincosf(6.2831853f * next_uniform(state), &s, &c);
  return make_float2(r * c, r * s);
}

__device__ __forceinline__ unsigned random_state(unsigned i) {
  unsigned h = (i + 1) * 2654435761u;
  h = (h ^ h >> 15) * 0x2c1b3c6du;
  return (h ^ h >> 12) | 1;
}

// The mean pay of a call on a basket of four correlated shares; each block adds its part.
__global__ void basket_calls(const float* __restrict__ factor, float* total, int paths, int steps,
                             float strike, float drift) {
  __shared__ float warps[8];
  float l[10], pay = 0;
#pragma unroll
  for (int i = 0; i < 10; ++i) l[i] = factor[i];
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < paths; p += gridDim.x * blockDim.x) {
    unsigned state = random_state(p);
    float x[4] = {};
    for (int t = 0; t < steps; ++t) {
      float2 a = next_normals(state), b = next_normals(state);
      x[0] += drift + l[0] * a.x;
      x[1] += drift + l[1] * a.x + l[2] * a.y;
      x[2] += drift + l[3] * a.x + l[4] * a.y + l[5] * b.x;
      x[3] += drift + l[6] * a.x + l[7] * a.y + l[8] * b.x + l[9] * b.y;
    }
    pay += fmaxf(25 * (__expf(x[0]) + __expf(x[1]) + __expf(x[2]) + __expf(x[3])) - strike, 0);
  }
  for (int d = 16; d; d /= 2) pay += __shfl_down_sync(~0u, pay, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = pay;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; ++w) pay += warps[w];
    atomicAdd(total, pay / paths);
  }
}

// Outbreaks of a disease by Gillespie's method: each thread runs one until nobody is ill.
__global__ void outbreaks(int* size, float* duration, int n, int people, float contact) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned state = random_state(i);
  int ill = 2, well = people - 2;
  float time = 0;
  while (ill > 0) {
    float infect = contact * ill * well / people, recover = ill, rate = infect + recover;
    time -= __logf(next_uniform(state)) / rate;
    if (next_uniform(state) * rate < infect) {
      --well;
      ++ill;
    } else {
      --ill;
    }
  }
  size[i] = people - well;
  duration[i] = time;
}

// The oscillator of van der Pol with steps that adapt (Bogacki and Shampine), one stiffness a thread.
__global__ void van_der_pol(const float* stiffness, float2* end, int* steps, int n, float until,
                            float tolerance) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float mu = stiffness[i], x = 2, v = 0, t = 0, h = 0.01f;
  int count = 0;
  float k1 = mu * (1 - x * x) * v - x;
  while (t < until && count < 4000) {
    float x2 = x + 0.5f * h * v, v2 = v + 0.5f * h * k1, k2 = mu * (1 - x2 * x2) * v2 - x2;
    float x3 = x + 0.75f * h * v2, v3 = v + 0.75f * h * k2, k3 = mu * (1 - x3 * x3) * v3 - x3;
    float xn = x + h * (2 * v + 3 * v2 + 4 * v3) / 9, vn = v + h * (2 * k1 + 3 * k2 + 4 * k3) / 9;
    float k4 = mu * (1 - xn * xn) * vn - xn;
    float ex = h * (-5 * v / 72 + v2 / 12 + v3 / 9 - vn / 8),
          ev = h * (-5 * k1 / 72 + k2 / 12 + k3 / 9 - k4 / 8);
    float error = sqrtf(ex * ex + ev * ev) / tolerance;
    if (error <= 1) {
      t += h;
      x = xn;
      v = vn;
      k1 = k4;
    }
    h = fminf(h * fminf(4.f, fmaxf(0.2f, 0.9f * cbrtf(1 / (error + 1e-6f)))), until - t + 1e-6f);
    ++count;
  }
  end[i] = make_float2(x, v);
  steps[i] = count;
}

// Hunters and their prey by the classic method of Runge and Kutta in double precision; each thread has rates
// of growth and of loss for both.
__global__ void hunters_and_prey(const double2* prey, const double2* hunters, double2* state, int n,
                                 int steps, double h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double2 p = prey[i], q = hunters[i], s = state[i];
  for (int t = 0; t < steps; ++t) {
    double ax = s.x * (p.x - p.y * s.y), ay = s.y * (q.x * s.x - q.y);
    double x = s.x + 0.5 * h * ax, y = s.y + 0.5 * h * ay;
    double bx = x * (p.x - p.y * y), by = y * (q.x * x - q.y);
    x = s.x + 0.5 * h * bx;
    y = s.y + 0.5 * h * by;
    double cx = x * (p.x - p.y * y), cy = y * (q.x * x - q.y);
    x = s.x + h * cx;
    y = s.y + h * cy;
    double dx = x * (p.x - p.y * y), dy = y * (q.x * x - q.y);
    s.x += h / 6 * (ax + 2 * bx + 2 * cx + dx);
    s.y += h / 6 * (ay + 2 * by + 2 * cy + dy);
  }
  state[i] = s;
}

// Prices of puts by the scheme of Crank and Nicolson on 48 points; a thread solves its tridiagonal systems in
// local memory.
__global__ void crank_nicolson_puts(const float3* option, float* price, int n, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 o = option[i];  // strike, volatility, rate
  float v[48], c[48], dt = 1.f / steps, ds = 3 * o.x / 47;
  for (int j = 0; j < 48; ++j) v[j] = fmaxf(o.x - j * ds, 0);
  for (int t = 0; t < steps; ++t) {
    float before = v[0];
    v[0] *= 1 - o.z * dt;
    c[0] = 0;
    for (int j = 1; j < 47; ++j) {
      float s2 = o.y * o.y * j * j, a = 0.25f * dt * (s2 - o.z * j), b = -0.5f * dt * (s2 + o.z);
      float g = 0.25f * dt * (s2 + o.z * j);
      float right = a * before + (1 + b) * v[j] + g * v[j + 1];
      before = v[j];
      float m = 1 / (1 - b + a * c[j - 1]);
      c[j] = -g * m;
      v[j] = (right + a * v[j - 1]) * m;
    }
    for (int j = 46; j > 0; --j) v[j] -= c[j] * v[j + 1];
  }
  price[i] = 0.5f * (v[15] + v[16]);
}

// The yield of each bond from its price by Newton's method, in double precision.
__global__ void yields_of_bonds(const double* price, const double* coupon, const int* years, double* yield,
                                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double y = 0.05, target = price[i], c = coupon[i];
  int periods = 2 * years[i];
  for (int k = 0; k < 12; ++k) {
    double discount = 1 / (1 + 0.5 * y), power = 1, value = 0, slope = 0;
    for (int t = 1; t <= periods; ++t) {
      power *= discount;
      double pay = (0.5 * c + (t == periods ? 100 : 0)) * power;
      value += pay;
      slope -= 0.5 * t * pay * discount;
    }
    double step = (value - target) / slope;
    y -= step;
    if (fabs(step) < 1e-10) break;
  }
  yield[i] = y;
}

// What a rule that follows two moving averages earns, for each pair of their lengths, from sums of all prices
// so far.
__global__ void crossing_averages(const float* __restrict__ price, const float* __restrict__ sums,
                                  float* gain, int days, int shortest, int longest) {
  int fast = shortest + blockIdx.x * blockDim.x + threadIdx.x, slow = longest + blockIdx.y;
  if (fast >= longest) return;
  float earned = 0, bought = 0;
  bool holds = false;
  for (int d = slow; d < days; ++d) {
    bool above = (sums[d] - sums[d - fast]) * slow > (sums[d] - sums[d - slow]) * fast;
    if (above != holds) {
      float p = price[d];
      if (holds) earned += p - bought - 0.001f * p;
      bought = p;
      holds = above;
    }
  }
  gain[blockIdx.y * (longest - shortest) + fast - shortest] = earned;
}

// Photons wander through a layer that absorbs and scatters; what they leave behind is counted by depth.
__global__ void photons_in_a_layer(float* left, float* through, int photons, float absorb, float scatter,
                                   float g) {
  __shared__ float depth[128];
  if (threadIdx.x < 128) depth[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < photons) {
    unsigned state = random_state(i);
    float z = 0, uz = 1, weight = 1, total = absorb + scatter;
    for (int k = 0; k < 500 && weight > 0; ++k) {
      z -= uz * __logf(next_uniform(state)) / total;
      if (z < 0 || z >= 1) {
        if (z >= 1) atomicAdd(through, weight);
        break;
      }
      float lost = weight * absorb / total;
      atomicAdd(depth + static_cast<int>(z * 128), lost);
      weight -= lost;
      if (weight < 0.01f) weight = next_uniform(state) < 0.1f ? weight * 10 : 0;
      float q = (1 - g * g) / (1 - g + 2 * g * next_uniform(state));
      float cosine = (1 + g * g - q * q) / (2 * g), turn = 6.2831853f * next_uniform(state);
      float next = uz * cosine - sqrtf(fmaxf(0, (1 - uz * uz) * (1 - cosine * cosine))) * __cosf(turn);
      uz = fminf(1, fmaxf(-1, next));
    }
  }
  __syncthreads();
  if (threadIdx.x < 128) atomicAdd(left + threadIdx.x, depth[threadIdx.x]);
}

}  // namespace everyday
