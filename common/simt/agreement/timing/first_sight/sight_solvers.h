// Factorisations, triangular and tridiagonal solves, and eigenvalues.
#pragma once
#include "sight_helpers.h"

namespace sight {

// Factorises many symmetric positive 32x32 matrices by Cholesky, one warp each, one row a lane.
__global__ void cholesky_32(const float* in, float* out, int count) {
  __shared__ float s[4][32][33];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, which = blockIdx.x * 4 + warp;
  if (which >= count) return;
  float(*m)[33] = s[warp];
  for (int r = 0; r < 32; ++r) m[r][lane] = in[static_cast<size_t>(which) * 1024 + r * 32 + lane];
  __syncwarp();
  for (int k = 0; k < 32; ++k) {
    float pivot = sqrtf(m[k][k]);
    __syncwarp();
    if (lane == k) m[k][k] = pivot;
    if (lane > k) m[lane][k] /= pivot;
    __syncwarp();
    float mine = m[lane][k];
    for (int j = k + 1; j <= lane; ++j) m[lane][j] -= mine * m[j][k];
    __syncwarp();
  }
  for (int r = 0; r < 32; ++r)
    out[static_cast<size_t>(which) * 1024 + r * 32 + lane] = lane <= r ? m[r][lane] : 0.0f;
}

// Factorises a tall panel of 16 columns by LU with row exchanges, in one block with one row a thread.
__global__ void lu_panel(float* panel, int* pivots, int rows) {
  __shared__ float best[32], pivot_row[16], swapped[16];
  __shared__ int where[32], chosen_row;
  int r = threadIdx.x, lane = r & 31, warp = r >> 5;
  float v[16];
  for (int j = 0; j < 16; ++j) v[j] = panel[j * rows + r];
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    float top = r >= k ? fabsf(v[k]) : -1.0f;
    int at = r;
    for (int d = 16; d > 0; d >>= 1) {
      float other = __shfl_down_sync(kAll, top, d);
      int from = __shfl_down_sync(kAll, at, d);
      if (other > top) {
        top = other;
        at = from;
      }
    }
    if (lane == 0) {
      best[warp] = top;
      where[warp] = at;
    }
    __syncthreads();
    if (r == 0) {
      for (int w = 1; w < blockDim.x / 32; ++w)
        if (best[w] > best[0]) {
          best[0] = best[w];
          where[0] = where[w];
        }
      chosen_row = where[0];
      pivots[k] = where[0];
    }
    __syncthreads();
    int p = chosen_row;
    if (r == p)
#pragma unroll
      for (int j = 0; j < 16; ++j) pivot_row[j] = v[j];
    if (r == k)
#pragma unroll
      for (int j = 0; j < 16; ++j) swapped[j] = v[j];
    __syncthreads();
    if (r == k)
#pragma unroll
      for (int j = 0; j < 16; ++j) v[j] = pivot_row[j];
    else if (r == p)
#pragma unroll
      for (int j = 0; j < 16; ++j) v[j] = swapped[j];
    if (r > k) {
      v[k] /= pivot_row[k];
#pragma unroll
      for (int j = k + 1; j < 16; ++j) v[j] -= v[k] * pivot_row[j];
    }
    __syncthreads();
  }
  for (int j = 0; j < 16; ++j) panel[j * rows + r] = v[j];
}

// Solves a lower triangular system of 64 unknowns for many right-hand sides, one a thread.
__global__ void solve_lower_64(const float* l, const float* b, float* x, int sides) {
  extern __shared__ float matrix[];
  for (int i = threadIdx.x; i < 64 * 64; i += blockDim.x) matrix[i] = l[i];
  __syncthreads();
  int side = blockIdx.x * blockDim.x + threadIdx.x;
  if (side >= sides) return;
  float v[64];
#pragma unroll
  for (int r = 0; r < 64; ++r) v[r] = b[r * sides + side];
#pragma unroll
  for (int r = 0; r < 64; ++r) {
    float sum = v[r];
#pragma unroll
    for (int k = 0; k < r; ++k) sum -= matrix[r * 64 + k] * v[k];
    v[r] = sum / matrix[r * 64 + r];
  }
#pragma unroll
  for (int r = 0; r < 64; ++r) x[r * sides + side] = v[r];
}

// Solves one large lower triangular system in one block, a column after the other.
__global__ void solve_lower_one(const float* l, const float* b, float* x, int n) {
  extern __shared__ float rest[];
  __shared__ float found;
  for (int i = threadIdx.x; i < n; i += blockDim.x) rest[i] = b[i];
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x == 0) {
      found = rest[k] / l[static_cast<size_t>(k) * n + k];
      x[k] = found;
    }
    __syncthreads();
    float value = found;
    for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x)
      rest[i] -= l[static_cast<size_t>(k) * n + i] * value;
    __syncthreads();
  }
}

// Applies a Householder reflection to a column-major matrix, one block a column.
__global__ void householder_apply(float* a, const float* v, float tau, int rows) {
  __shared__ float part[32];
  float* column = a + static_cast<size_t>(blockIdx.x) * rows;
  float dot = 0;
  for (int i = threadIdx.x; i < rows; i += blockDim.x) dot += v[i] * column[i];
  dot = block_sum(dot, part) * tau;
  for (int i = threadIdx.x; i < rows; i += blockDim.x) column[i] -= dot * v[i];
}

// Finds the eigenvalues of many symmetric 3x3 matrices by Jacobi rotations, one matrix a thread.
__global__ void eigenvalues_3x3(const float* in, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float a = in[i], b = in[count + i], c = in[2 * count + i], d = in[3 * count + i], e = in[4 * count + i],
        f = in[5 * count + i];
  auto rotate = [](float& p, float& q, float& pq, float& pr, float& qr) {
    if (fabsf(pq) < 1e-12f) return;
    float theta = (q - p) / (2 * pq), t = copysignf(1 / (fabsf(theta) + sqrtf(theta * theta + 1)), theta);
    float cosine = rsqrtf(t * t + 1), sine = t * cosine, old = pr;
    p -= t * pq;
    q += t * pq;
    pq = 0;
    pr = cosine * old - sine * qr;
    qr = sine * old + cosine * qr;
  };
  for (int sweep = 0; sweep < 12 && d * d + e * e + f * f > 1e-12f * (a * a + b * b + c * c); ++sweep) {
    rotate(a, b, d, e, f);
    rotate(a, c, e, d, f);
    rotate(b, c, f, d, e);
  }
  out[i] = fmaxf(a, fmaxf(b, c));
  out[count + i] = a + b + c;
  out[2 * count + i] = fminf(a, fminf(b, c));
}

// Solves many tridiagonal systems by Thomas' method, one a thread; the systems lie interleaved.
__global__ void thomas_interleaved(const float* lower, const float* middle, const float* upper, float* rhs,
                                   float* scratch, int n, int systems) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  float c = upper[s] / middle[s], d = rhs[s] / middle[s];
  scratch[s] = c;
  rhs[s] = d;
  for (int i = 1; i < n; ++i) {
    size_t at = static_cast<size_t>(i) * systems + s;
    float l = lower[at], w = 1 / (middle[at] - l * c);
    c = upper[at] * w;
    d = (rhs[at] - l * d) * w;
    scratch[at] = c;
    rhs[at] = d;
  }
  for (int i = n - 2; i >= 0; --i) {
    size_t at = static_cast<size_t>(i) * systems + s;
    d = rhs[at] - scratch[at] * d;
    rhs[at] = d;
  }
}

// Solves tridiagonal systems by parallel cyclic reduction, one block a system and one equation a thread.
__global__ void cyclic_reduction(const double* lower, const double* middle, const double* upper,
                                 const double* rhs, double* x) {
  extern __shared__ double eq[];
  int n = blockDim.x, i = threadIdx.x;
  double *sa = eq, *sb = eq + n, *sc = eq + 2 * n, *sd = eq + 3 * n;
  size_t at = static_cast<size_t>(blockIdx.x) * n + i;
  double a = i ? lower[at] : 0.0, b = middle[at], c = i < n - 1 ? upper[at] : 0.0, d = rhs[at];
  for (int step = 1; step < n; step *= 2) {
    sa[i] = a;
    sb[i] = b;
    sc[i] = c;
    sd[i] = d;
    __syncthreads();
    if (i >= step) {
      double k = a / sb[i - step];
      a = -sa[i - step] * k;
      b -= sc[i - step] * k;
      d -= sd[i - step] * k;
    }
    if (i + step < n) {
      double k = c / sb[i + step];
      c = -sc[i + step] * k;
      b -= sa[i + step] * k;
      d -= sd[i + step] * k;
    }
    __syncthreads();
  }
  x[at] = d / b;
}

}  // namespace sight
