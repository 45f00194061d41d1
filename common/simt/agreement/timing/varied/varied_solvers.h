// Solvers of small and banded systems, factorizations, eigenvalues, and differential equations.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// Thomas's algorithm, a thread a system; systems are interleaved or lie one behind the other.
template <class T>
__global__ void solve_tridiagonal(const T* lower, const T* middle, const T* upper, const T* right, T* scratch,
                                  T* x, int systems, int size, int step, int skip) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= systems) return;
  int at = i * skip;
  T c = upper[at] / middle[at], d = right[at] / middle[at];
  scratch[at] = c;
  x[at] = d;
  for (int k = 1; k < size; ++k) {
    at += step;
    T scale = T(1) / (middle[at] - lower[at] * c);
    c = upper[at] * scale;
    d = (right[at] - lower[at] * d) * scale;
    scratch[at] = c;
    x[at] = d;
  }
  for (int k = size - 2; k >= 0; --k) {
    at -= step;
    d = x[at] - scratch[at] * d;
    x[at] = d;
  }
}

// Parallel cyclic reduction of a system of 256 equations, a block a system.
__global__ void cyclic_reduction_256(const float4* equation, float* x) {
  __shared__ float4 row[256];
  int t = threadIdx.x;
  float4 own = equation[blockIdx.x * 256 + t];
  row[t] = own;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    float4 before = t >= d ? row[t - d] : make_float4(0, 1, 0, 0);
    float4 after = t + d < 256 ? row[t + d] : make_float4(0, 1, 0, 0);
    float k = own.x / before.y, l = own.z / after.y;
    own = make_float4(-before.x * k, own.y - before.z * k - after.x * l, -after.z * l,
                      own.w - before.w * k - after.w * l);
    __syncthreads();
    row[t] = own;
    __syncthreads();
  }
  x[blockIdx.x * 256 + t] = own.w / own.y;
}

// The Cholesky factors of matrices of 32x32, a block of 32x8 threads each.
template <class T>
__global__ void cholesky_32(const T* in, T* out) {
  __shared__ T m[32][33];
  int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += 8) m[y][x] = in[(blockIdx.x * 32 + y) * 32 + x];
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    T pivot = sqrt(m[k][k]);
    __syncthreads();
    if (threadIdx.y == 0 && x >= k) m[x][k] = x == k ? pivot : m[x][k] / pivot;
    __syncthreads();
    for (int y = k + 1 + threadIdx.y; y < 32; y += 8) {
      if (x > k && x <= y) m[y][x] -= m[y][k] * m[x][k];
    }
    __syncthreads();
  }
  for (int y = threadIdx.y; y < 32; y += 8) out[(blockIdx.x * 32 + y) * 32 + x] = x <= y ? m[y][x] : T(0);
}

// The determinant of a matrix of 6x6 for each thread, by elimination without pivots in registers.
__global__ void determinants_6x6(const double* in, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double m[6][6], product = 1;
#pragma unroll
  for (int k = 0; k < 36; ++k) m[k / 6][k % 6] = in[k * n + i];
#pragma unroll
  for (int k = 0; k < 6; ++k) {
    product *= m[k][k];
    double inverse = 1 / m[k][k];
#pragma unroll
    for (int r = k + 1; r < 6; ++r) {
      double f = m[r][k] * inverse;
#pragma unroll
      for (int c = k + 1; c < 6; ++c) m[r][c] -= f * m[k][c];
    }
  }
  out[i] = product;
}

// One step of Gauss's elimination: the pivot's row is taken from all rows below it.
__global__ void eliminate_column(const float* factor, float* m, float* right, int n, int pivot) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + pivot,
      y = blockIdx.y * blockDim.y + threadIdx.y + pivot + 1;
  if (x >= n || y >= n) return;
  m[y * n + x] -= factor[y] * m[pivot * n + x];
  if (x == pivot) right[y] -= factor[y] * right[pivot];
}

// Solves an upper triangular system of up to 512 unknowns by one block, column after column.
__global__ void solve_upper(const double* m, const double* right, double* x, int n) {
  __shared__ double known[512];
  int t = threadIdx.x;
  const double* own_m = m + static_cast<size_t>(blockIdx.x) * n * n;
  double own = t < n ? right[blockIdx.x * n + t] : 0;
  for (int k = n - 1; k >= 0; --k) {
    if (t == k) {
      own /= own_m[k * n + k];
      known[k] = own;
    }
    __syncthreads();
    if (t < k) own -= own_m[t * n + k] * known[k];
  }
  if (t < n) x[blockIdx.x * n + t] = own;
}

// The eigenvalues of symmetric matrices of 3x3 in closed form.
template <class T>
__global__ void eigenvalues_3x3(const T* __restrict__ in, T* __restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T a = in[i], b = in[n + i], c = in[2 * n + i], d = in[3 * n + i], e = in[4 * n + i], f = in[5 * n + i];
  T mean = (a + b + c) / 3, off = d * d + e * e + f * f;
  T p = sqrt(((a - mean) * (a - mean) + (b - mean) * (b - mean) + (c - mean) * (c - mean) + 2 * off) / 6);
  T u = a - mean, v = b - mean, w = c - mean;
  T r = (u * (v * w - f * f) - d * (d * w - f * e) + e * (d * f - v * e)) / (2 * p * p * p);
  r = r < T(-1) ? T(-1) : r > T(1) ? T(1) : r;
  T angle = acos(r) / 3, high = mean + 2 * p * cos(angle),
    low = mean + 2 * p * cos(angle + T(2.0943951023931953));
  out[i] = high;
  out[n + i] = 3 * mean - high - low;
  out[2 * n + i] = low;
}

// Makes the 24 columns of a tall matrix orthogonal one after the other, a block a matrix of 256 rows.
__global__ void gram_schmidt_24(const float* in, float* out) {
  __shared__ float warps[8];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  float v[24];
#pragma unroll
  for (int k = 0; k < 24; ++k) v[k] = in[(blockIdx.x * 24 + k) * 256 + t];
  auto total = [&](float s) {
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    __syncthreads();
    if (lane == 0) warps[warp] = s;
    __syncthreads();
    s = 0;
    for (int w = 0; w < 8; ++w) s += warps[w];
    return s;
  };
#pragma unroll
  for (int k = 0; k < 24; ++k) {
    v[k] *= rsqrtf(total(v[k] * v[k]));
#pragma unroll
    for (int j = k + 1; j < 24; ++j) v[j] -= total(v[k] * v[j]) * v[k];
  }
#pragma unroll
  for (int k = 0; k < 24; ++k) out[(blockIdx.x * 24 + k) * 256 + t] = v[k];
}

// Follows Lorenz's equations from many starts by Runge and Kutta's fourth order.
template <class T>
__global__ void lorenz_paths(T* state, int n, int steps, T h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T x = state[i], y = state[n + i], z = state[2 * n + i];
  for (int s = 0; s < steps; ++s) {
    T kx = 0, ky = 0, kz = 0, sx = 0, sy = 0, sz = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      T by = k == 0 ? T(0) : k == 3 ? h : h / 2, weight = k == 0 || k == 3 ? T(1) : T(2);
      T px = x + by * kx, py = y + by * ky, pz = z + by * kz;
      kx = T(10) * (py - px);
      ky = px * (T(28) - pz) - py;
      kz = px * py - T(8.0 / 3) * pz;
      sx += weight * kx;
      sy += weight * ky;
      sz += weight * kz;
    }
    x += h / 6 * sx;
    y += h / 6 * sy;
    z += h / 6 * sz;
  }
  state[i] = x;
  state[n + i] = y;
  state[2 * n + i] = z;
}

// Kepler's equation by Newton's method until it is exact enough.
__global__ void eccentric_anomalies(const double* mean, const double* eccentricity, double* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double m = mean[i], e = eccentricity[i], a = e > 0.8 ? 3.141592653589793 : m;
    for (int k = 0; k < 30; ++k) {
      double s, c;
      sincos(a, &s, &c);
      double change = (a - e * s - m) / (1 - e * c);
      a -= change;
      if (fabs(change) < 1e-12) break;
    }
    out[i] = a;
  }
}

}  // namespace varied
