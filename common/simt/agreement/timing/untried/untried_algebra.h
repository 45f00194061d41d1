// Dense linear algebra: products of large and of many small matrices, and factorisations a thread or a few lanes do.
#pragma once
#include <cuda_runtime.h>

namespace untried {

// c = a b in rows; blocks of 256 threads do 128 by 128 elements, each thread 8 by 8. m and n are multiples of 128,
// k of 8.
__global__ void __launch_bounds__(256) sgemm_128x128(const float* __restrict__ a, const float* __restrict__ b,
                                                     float* __restrict__ c, int n, int k) {
  __shared__ float tile_a[8][128], tile_b[8][128];
  int t = threadIdx.x, row = blockIdx.y * 128, column = blockIdx.x * 128;
  int a_row = t / 2, a_column = t % 2 * 4, b_row = t / 32, b_column = t % 32 * 4;
  int y = t / 16 * 8, x = t % 16 * 8;
  float sum[8][8] = {};
  for (int at = 0; at < k; at += 8) {
    float4 va = *reinterpret_cast<const float4*>(a + (row + a_row) * k + at + a_column);
    float4 vb = *reinterpret_cast<const float4*>(b + (at + b_row) * n + column + b_column);
    tile_a[a_column][a_row] = va.x;
    tile_a[a_column + 1][a_row] = va.y;
    tile_a[a_column + 2][a_row] = va.z;
    tile_a[a_column + 3][a_row] = va.w;
    *reinterpret_cast<float4*>(&tile_b[b_row][b_column]) = vb;
    __syncthreads();
#pragma unroll
    for (int p = 0; p < 8; ++p) {
      float left[8], right[8];
      *reinterpret_cast<float4*>(left) = *reinterpret_cast<float4*>(&tile_a[p][y]);
      *reinterpret_cast<float4*>(left + 4) = *reinterpret_cast<float4*>(&tile_a[p][y + 4]);
      *reinterpret_cast<float4*>(right) = *reinterpret_cast<float4*>(&tile_b[p][x]);
      *reinterpret_cast<float4*>(right + 4) = *reinterpret_cast<float4*>(&tile_b[p][x + 4]);
#pragma unroll
      for (int i = 0; i < 8; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] += left[i] * right[j];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    float4* to = reinterpret_cast<float4*>(c + (row + y + i) * n + column + x);
    to[0] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
    to[1] = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
  }
}

// A complex product; blocks of 32 by 8 threads do 32 by 32 elements. All sides are multiples of 32.
__global__ void cgemm_32(const float2* a, const float2* b, float2* c, int n, int k) {
  __shared__ float2 tile_a[32][33], tile_b[32][33];
  int x = threadIdx.x, row = blockIdx.y * 32, column = blockIdx.x * 32 + x;
  float2 sum[4] = {};
  for (int at = 0; at < k; at += 32) {
    for (int y = threadIdx.y; y < 32; y += 8) {
      tile_a[y][x] = a[(row + y) * k + at + x];
      tile_b[y][x] = b[(at + y) * n + column];
    }
    __syncthreads();
    for (int p = 0; p < 32; ++p) {
      float2 v = tile_b[p][x];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        float2 u = tile_a[threadIdx.y + 8 * i][p];
        sum[i].x += u.x * v.x - u.y * v.y;
        sum[i].y += u.x * v.y + u.y * v.x;
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) c[(row + threadIdx.y + 8 * i) * n + column] = sum[i];
}

// Singular values of 8 by 8 matrices by one-sided Jacobi rotations; a lane holds a column, and in each step it meets
// another lane of its eight.
__global__ void singular_values_8(const float* matrix, float* values, int n, int sweeps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, which = i / 8, lane = i % 8;
  if (which >= n) return;  // n is a multiple of 4, so whole warps leave
  float column[8];
#pragma unroll
  for (int r = 0; r < 8; ++r) column[r] = matrix[which * 64 + r * 8 + lane];
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int step = 1; step < 8; ++step) {
      float other[8], own = 0, its = 0, both = 0;
#pragma unroll
      for (int r = 0; r < 8; ++r) {
        other[r] = __shfl_xor_sync(0xffffffff, column[r], step);
        own += column[r] * column[r];
        its += other[r] * other[r];
        both += column[r] * other[r];
      }
      bool first = (lane ^ step) > lane;
      float apart = first ? its - own : own - its;
      if (fabsf(both) > 1e-9f) {
        float zeta = apart / (2 * both);
        float t = copysignf(1, zeta) / (fabsf(zeta) + sqrtf(1 + zeta * zeta));
        float c = rsqrtf(1 + t * t), s = c * t;
#pragma unroll
        for (int r = 0; r < 8; ++r)
          column[r] = first ? c * column[r] - s * other[r] : c * column[r] + s * other[r];
      }
    }
  }
  float norm = 0;
#pragma unroll
  for (int r = 0; r < 8; ++r) norm += column[r] * column[r];
  values[i] = sqrtf(norm);
}

// y = (a (x) b) x for many x, without the product of Kronecker: y = b x a^T, all 32 by 32; a block of 1024 threads
// for each x.
__global__ void __launch_bounds__(1024)
    kronecker_multiply(const float* a, const float* b, const float* x, float* y) {
  __shared__ float left[32][33], right[32][33], middle[32][33];
  int row = threadIdx.y, column = threadIdx.x;
  size_t at = static_cast<size_t>(blockIdx.x) * 1024 + row * 32 + column;
  left[row][column] = b[row * 32 + column];
  right[row][column] = a[row * 32 + column];
  middle[row][column] = x[at];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 32; ++k) sum += left[row][k] * middle[k][column];
  __syncthreads();
  middle[row][column] = sum;
  __syncthreads();
  sum = 0;
#pragma unroll
  for (int k = 0; k < 32; ++k) sum += middle[row][k] * right[column][k];
  y[at] = sum;
}

// The lower triangle of c = a b^T + b a^T in double precision; blocks are 16 by 16, n and k multiples of 16.
__global__ void syr2k_double(const double* a, const double* b, double* c, int n, int k) {
  if (blockIdx.x > blockIdx.y) return;
  __shared__ double a_row[16][17], b_row[16][17], a_column[16][17], b_column[16][17];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16, column = blockIdx.x * 16;
  double sum = 0;
  for (int at = 0; at < k; at += 16) {
    a_row[y][x] = a[(row + y) * k + at + x];
    b_row[y][x] = b[(row + y) * k + at + x];
    a_column[y][x] = a[(column + y) * k + at + x];
    b_column[y][x] = b[(column + y) * k + at + x];
    __syncthreads();
    for (int p = 0; p < 16; ++p) sum += a_row[y][p] * b_column[x][p] + b_row[y][p] * a_column[x][p];
    __syncthreads();
  }
  if (column + x <= row + y) c[(row + y) * n + column + x] = sum;
}

// out = left * right for 4 by 4 matrices in registers
__device__ inline void multiply_4(const double* left, const double* right, double* out) {
#pragma unroll
  for (int i = 0; i < 4; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      double sum = 0;
#pragma unroll
      for (int k = 0; k < 4; ++k) sum += left[4 * i + k] * right[4 * k + j];
      out[4 * i + j] = sum;
    }
  }
}

// The exponential of 4 by 4 matrices by Taylor's series, scaled down and squared; the elements are planes of n.
__global__ void exponentials_4x4(const double* in, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a[16], term[16], sum[16], next[16], size = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    a[k] = in[static_cast<size_t>(k) * n + i];
    size = fmax(size, fabs(a[k]));
  }
  int halvings = 0;
  for (; size > 0.125; size *= 0.5) ++halvings;
  double scale = ldexp(1.0, -halvings);
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    a[k] *= scale;
    term[k] = a[k];
    sum[k] = a[k] + (k % 5 == 0);
  }
  for (int power = 2; power <= 8; ++power) {
    multiply_4(term, a, next);
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      term[k] = next[k] / power;
      sum[k] += term[k];
    }
  }
  for (int h = 0; h < halvings; ++h) {
    multiply_4(sum, sum, next);
#pragma unroll
    for (int k = 0; k < 16; ++k) sum[k] = next[k];
  }
#pragma unroll
  for (int k = 0; k < 16; ++k) out[static_cast<size_t>(k) * n + i] = sum[k];
}

// Levinson and Durbin: the predictor of each channel from its autocorrelation, interleaved, with local arrays.
__global__ void predictors(const float* correlation, float* predictor, int channels, int order) {
  int channel = blockIdx.x * blockDim.x + threadIdx.x;
  if (channel >= channels) return;
  float r[33], a[33];
  for (int k = 0; k <= order; ++k) r[k] = correlation[k * channels + channel];
  float error = r[0];
  a[0] = 1;
  for (int m = 1; m <= order; ++m) {
    float sum = r[m];
    for (int k = 1; k < m; ++k) sum += a[k] * r[m - k];
    float reflection = -sum / error;
    for (int k = 1; 2 * k <= m; ++k) {
      float low = a[k], high = a[m - k];
      a[k] = low + reflection * high;
      if (2 * k < m) a[m - k] = high + reflection * low;
    }
    a[m] = reflection;
    error *= 1 - reflection * reflection;
  }
  for (int k = 1; k <= order; ++k) predictor[(k - 1) * channels + channel] = a[k];
}

}  // namespace untried
