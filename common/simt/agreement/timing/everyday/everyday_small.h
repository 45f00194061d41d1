// Linear algebra of small matrices: one a thread, a warp or a block.
#pragma once
#include <cuda_runtime.h>

namespace everyday {

// Inverts 3x3 matrices, a thread a matrix of nine numbers in a row.
__global__ void invert_3x3_each(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float m[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) m[k] = in[9 * i + k];
  float a = m[4] * m[8] - m[5] * m[7], b = m[5] * m[6] - m[3] * m[8], c = m[3] * m[7] - m[4] * m[6];
  float d = m[0] * a + m[1] * b + m[2] * c, r = fabsf(d) > 1e-9f ? 1 / d : 0;
  float* o = out + 9 * i;
  o[0] = a * r;
  o[1] = (m[2] * m[7] - m[1] * m[8]) * r;
  o[2] = (m[1] * m[5] - m[2] * m[4]) * r;
  o[3] = b * r;
  o[4] = (m[0] * m[8] - m[2] * m[6]) * r;
  o[5] = (m[2] * m[3] - m[0] * m[5]) * r;
  o[6] = c * r;
  o[7] = (m[1] * m[6] - m[0] * m[7]) * r;
  o[8] = (m[0] * m[4] - m[1] * m[3]) * r;
}

// Solves systems of N equations in double precision with pivots, a thread a system; the batch lies innermost.
template <int N>
__global__ void solve_with_pivots(const double* a, const double* b, double* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double m[N][N + 1];
  for (int r = 0; r < N; ++r) {
    for (int c = 0; c < N; ++c) m[r][c] = a[(r * N + c) * n + i];
    m[r][N] = b[r * n + i];
  }
  for (int k = 0; k < N; ++k) {
    int best = k;
    for (int r = k + 1; r < N; ++r) {
      if (fabs(m[r][k]) > fabs(m[best][k])) best = r;
    }
    for (int c = k; c <= N; ++c) {
      double t = m[k][c];
      m[k][c] = m[best][c];
      m[best][c] = t;
    }
    for (int r = k + 1; r < N; ++r) {
      double f = m[r][k] / m[k][k];
      for (int c = k + 1; c <= N; ++c) m[r][c] -= f * m[k][c];
    }
  }
  for (int k = N - 1; k >= 0; --k) {
    double s = m[k][N];
    for (int c = k + 1; c < N; ++c) s -= m[k][c] * x[c * n + i];
    x[k * n + i] = s / m[k][k];
  }
}

// A Kalman filter with places and speeds along two axes for each track, over several measurements.
__global__ void kalman_tracks(const float2* measured, float4* state, int tracks, int steps, float dt, float q,
                              float r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= tracks) return;
  float s[2][2] = {{state[i].x, state[i].y}, {state[i].z, state[i].w}};  // place and speed along both axes
  float p00 = 1, p01 = 0, p11 = 1;
  for (int t = 0; t < steps; ++t) {
    float2 z = measured[t * tracks + i];
    p00 += dt * (2 * p01 + dt * p11) + q * dt * dt * dt / 3;
    p01 += dt * p11 + q * dt * dt / 2;
    p11 += q * dt;
    float k0 = p00 / (p00 + r), k1 = p01 / (p00 + r);
#pragma unroll
    for (int axis = 0; axis < 2; ++axis) {
      s[axis][0] += dt * s[axis][1];
      float wrong = (axis ? z.y : z.x) - s[axis][0];
      s[axis][0] += k0 * wrong;
      s[axis][1] += k1 * wrong;
    }
    p11 -= k1 * p01;
    p01 *= 1 - k0;
    p00 *= 1 - k0;
  }
  state[i] = make_float4(s[0][0], s[0][1], s[1][0], s[1][1]);
}

// The factors L and D of symmetric matrices of order 16, a half warp a matrix, a row a lane, by shuffles.
__global__ void ldl_16_by_shuffles(const float* in, float* out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
  bool valid = i < n;
  float row[16];
#pragma unroll
  for (int c = 0; c < 16; ++c) row[c] = valid ? in[(i * 16 + c) * 16 + lane] : (c == lane);
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    float d = __shfl_sync(~0u, row[k], k, 16), l = row[k] / d;
#pragma unroll
    for (int c = k + 1; c < 16; ++c) {
      float other = __shfl_sync(~0u, row[k], c, 16);
      if (lane > k) row[c] -= l * other;
    }
    if (lane > k) row[k] = l;
  }
  if (valid) {
#pragma unroll
    for (int c = 0; c < 16; ++c) out[(i * 16 + c) * 16 + lane] = c <= lane ? row[c] : 0;
  }
}

// The greatest eigenvalue of symmetric matrices by the power method: a block of 96 threads a matrix of order
// 96.
__global__ void power_method_96(const float* matrix, float* value, int rounds) {
  __shared__ float x[96], warps[3];
  const float* a = matrix + blockIdx.x * 96 * 96;
  int t = threadIdx.x;
  float own = 1 + 0.01f * t, length = 0;
  for (int k = 0; k < rounds; ++k) {
    x[t] = own;
    __syncthreads();
    float sum = 0;
#pragma unroll 8
    for (int j = 0; j < 96; ++j) sum += a[j * 96 + t] * x[j];
    float square = sum * sum;
    for (int d = 16; d; d /= 2) square += __shfl_xor_sync(~0u, square, d);
    if (t % 32 == 0) warps[t / 32] = square;
    __syncthreads();
    length = sqrtf(warps[0] + warps[1] + warps[2]);
    own = sum / length;
  }
  if (t == 0) value[blockIdx.x] = length;
}

// The rotation nearest to each 3x3 matrix, by Newton's iteration for the polar factor.
__global__ void nearest_rotations(const float* __restrict__ in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float m[9];
    for (int k = 0; k < 9; ++k) m[k] = in[k * n + i];
    for (int step = 0; step < 8; ++step) {
      float c[9] = {m[4] * m[8] - m[5] * m[7], m[5] * m[6] - m[3] * m[8], m[3] * m[7] - m[4] * m[6],
                    m[2] * m[7] - m[1] * m[8], m[0] * m[8] - m[2] * m[6], m[1] * m[6] - m[0] * m[7],
                    m[1] * m[5] - m[2] * m[4], m[2] * m[3] - m[0] * m[5], m[0] * m[4] - m[1] * m[3]};
      float r = 0.5f / (m[0] * c[0] + m[1] * c[1] + m[2] * c[2]), change = 0;
      for (int k = 0; k < 9; ++k) {
        float next = 0.5f * m[k] + r * c[k];
        change += fabsf(next - m[k]);
        m[k] = next;
      }
      if (change < 1e-4f) break;
    }
    for (int k = 0; k < 9; ++k) out[k * n + i] = m[k];
  }
}

// The conjugate gradients of a heat problem on a line of 256 points, a block a problem.
__global__ void conjugate_gradients_256(const float* right, const float* conduct, float* solution,
                                        int rounds) {
  __shared__ float p[258], warps[8];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  float west = conduct[blockIdx.x * 257 + t], east = conduct[blockIdx.x * 257 + t + 1];
  float x = 0, r = right[i], own = r;
  if (t < 2) p[t * 257] = 0;
  auto total = [&](float v) {
    for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    if (t % 32 == 0) warps[t / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < 8; ++w) v += warps[w];
    __syncthreads();
    return v;
  };
  float rr = total(r * r);
  for (int k = 0; k < rounds; ++k) {
    p[t + 1] = own;
    __syncthreads();
    float ap = (west + east + 0.01f) * own - west * p[t] - east * p[t + 2];
    float alpha = rr / total(own * ap);
    x += alpha * own;
    r -= alpha * ap;
    float next = total(r * r);
    own = r + next / rr * own;
    rr = next;
    if (rr < 1e-10f) break;
  }
  solution[i] = x;
}

// The sums that align two clouds of points: means and the 3x3 products, added by blocks.
__global__ void sums_for_alignment(const float* __restrict__ a, const float* __restrict__ b, float* sums,
                                   int n) {
  __shared__ float part[15];
  if (threadIdx.x < 15) part[threadIdx.x] = 0;
  __syncthreads();
  float s[15] = {};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float p[3] = {a[3 * i], a[3 * i + 1], a[3 * i + 2]}, q[3] = {b[3 * i], b[3 * i + 1], b[3 * i + 2]};
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      s[k] += p[k];
      s[3 + k] += q[k];
#pragma unroll
      for (int l = 0; l < 3; ++l) s[6 + 3 * k + l] += p[k] * q[l];
    }
  }
#pragma unroll
  for (int k = 0; k < 15; ++k) {
    for (int d = 16; d; d /= 2) s[k] += __shfl_down_sync(~0u, s[k], d);
    if (threadIdx.x % 32 == 0) atomicAdd(part + k, s[k]);
  }
  __syncthreads();
  if (threadIdx.x < 15) atomicAdd(sums + threadIdx.x, part[threadIdx.x]);
}

}  // namespace everyday
