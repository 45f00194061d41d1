// Products of matrices, and of matrices with vectors.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

namespace varied {

// The simplest product: a thread an element, neighbouring threads along a row.
template <class T>
__global__ void multiply_simply(const T* a, const T* b, T* c, int m, int n, int k) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  T sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}

// The same with the indices swapped: neighbouring threads are in neighbouring rows.
__global__ void multiply_down_columns(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[row * n + i] * b[i * n + column];
  c[row * n + column] = sum;
}

// Tiles of 128x128 with eight by eight sums a thread; n and m are multiples of 128, k of 8.
__global__ void __launch_bounds__(256)
    multiply_128x128(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n,
                     int k) {
  __shared__ __align__(16) float sa[8][128], sb[8][128];
  int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const float* from_a = a + (blockIdx.y * 128 + t / 2) * k + t % 2 * 4;
  const float* from_b = b + t / 32 * n + blockIdx.x * 128 + t % 32 * 4;
  float sum[8][8] = {};
  for (int i = 0; i < k; i += 8) {
    float4 va = *reinterpret_cast<const float4*>(from_a + i);
    float4 vb = *reinterpret_cast<const float4*>(from_b + i * n);
    int at = t % 2 * 4;
    sa[at][t / 2] = va.x;
    sa[at + 1][t / 2] = va.y;
    sa[at + 2][t / 2] = va.z;
    sa[at + 3][t / 2] = va.w;
    *reinterpret_cast<float4*>(&sb[t / 32][t % 32 * 4]) = vb;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      float ra[8], rb[8];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        float4 u = *reinterpret_cast<const float4*>(&sa[j][h * 64 + ty * 4]);
        float4 v = *reinterpret_cast<const float4*>(&sb[j][h * 64 + tx * 4]);
        ra[4 * h] = u.x;
        ra[4 * h + 1] = u.y;
        ra[4 * h + 2] = u.z;
        ra[4 * h + 3] = u.w;
        rb[4 * h] = v.x;
        rb[4 * h + 1] = v.y;
        rb[4 * h + 2] = v.z;
        rb[4 * h + 3] = v.w;
      }
#pragma unroll
      for (int y = 0; y < 8; ++y) {
#pragma unroll
        for (int x = 0; x < 8; ++x) sum[y][x] += ra[y] * rb[x];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int y = 0; y < 8; ++y) {
    int row = blockIdx.y * 128 + y / 4 * 64 + ty * 4 + y % 4;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      *reinterpret_cast<float4*>(c + row * n + blockIdx.x * 128 + h * 64 + tx * 4) =
          make_float4(sum[y][4 * h], sum[y][4 * h + 1], sum[y][4 * h + 2], sum[y][4 * h + 3]);
    }
  }
}

// Tiles of 32x32 with 32x8 threads; each has four doubles down a column.
__global__ void multiply_double_columns(const double* a, const double* b, double* c, int m, int n, int k) {
  __shared__ double sa[32][32], sb[32][32];
  int tx = threadIdx.x, ty = threadIdx.y, column = blockIdx.x * 32 + tx, top = blockIdx.y * 32;
  double sum[4] = {};
  for (int i = 0; i < k; i += 32) {
    for (int r = ty; r < 32; r += 8) {
      sa[r][tx] = top + r < m && i + tx < k ? a[(top + r) * k + i + tx] : 0;
      sb[r][tx] = i + r < k && column < n ? b[(i + r) * n + column] : 0;
    }
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 32; ++j) {
      double v = sb[j][tx];
#pragma unroll
      for (int r = 0; r < 4; ++r) sum[r] += sa[ty + 8 * r][j] * v;
    }
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r) {
    if (top + ty + 8 * r < m && column < n) c[(top + ty + 8 * r) * n + column] = sum[r];
  }
}

// Half precision throughout: a thread has two neighbouring columns and sums in half precision.
__global__ void multiply_half_pairs(const __half* a, const __half2* b, __half2* c, int m, int pairs, int k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= pairs || y >= m) return;
  __half2 sum = __float2half2_rn(0.f);
  for (int i = 0; i < k; ++i) sum = __hfma2(__half2half2(a[y * k + i]), b[i * pairs + x], sum);
  c[y * pairs + x] = sum;
}

// Tensor cores straight from global memory: a warp has a tile of 16x16.
__global__ void multiply_by_tensor_cores(const __half* a, const __half* b, float* c, int n, int k) {
  int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16, column = blockIdx.x * 16;
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sum;
  nvcuda::wmma::fill_fragment(sum, 0.f);
  for (int i = 0; i < k; i += 16) {
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major> fa;
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, __half, nvcuda::wmma::row_major> fb;
    nvcuda::wmma::load_matrix_sync(fa, a + row * k + i, k);
    nvcuda::wmma::load_matrix_sync(fb, b + i * n + column, n);
    nvcuda::wmma::mma_sync(sum, fa, fb, sum);
  }
  nvcuda::wmma::store_matrix_sync(c + row * n + column, sum, n, nvcuda::wmma::mem_row_major);
}

// A matrix times a vector with a thread a row, which reads the matrix without coalescing.
template <class T>
__global__ void rows_times_vector(const T* a, const T* x, T* y, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  T sum = 0;
  for (int i = 0; i < columns; ++i) sum += a[row * columns + i] * x[i];
  y[row] = sum;
}

// A matrix times a vector with a block of 192 threads a row.
__global__ void row_blocks_times_vector(const float* __restrict__ a, const float* __restrict__ x, float* y,
                                        int columns) {
  __shared__ float warps[6];
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += 192) {
    sum += a[static_cast<size_t>(blockIdx.x) * columns + i] * x[i];
  }
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) y[blockIdx.x] = warps[0] + warps[1] + warps[2] + warps[3] + warps[4] + warps[5];
}

// The lower triangle of a matrix times its own transpose, added to a scaled matrix.
__global__ void rank_k_lower(const double* a, double* c, int n, int k, double alpha, double beta) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j > i) return;
  double sum = 0;
  for (int l = 0; l < k; ++l) sum += a[i * k + l] * a[j * k + l];
  c[i * n + j] = beta * c[i * n + j] + alpha * sum;
}

// A product of complex matrices in tiles of 16x16.
__global__ void multiply_complex(const float2* a, const float2* b, float2* c, int n) {
  __shared__ float2 sa[16][16], sb[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float2 sum = make_float2(0, 0);
  for (int i = 0; i < n; i += 16) {
    sa[ty][tx] = row < n && i + tx < n ? a[row * n + i + tx] : make_float2(0, 0);
    sb[ty][tx] = i + ty < n && column < n ? b[(i + ty) * n + column] : make_float2(0, 0);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) {
      float2 u = sa[ty][j], v = sb[j][tx];
      sum.x += u.x * v.x - u.y * v.y;
      sum.y += u.x * v.y + u.y * v.x;
    }
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

// Transforms of points: each thread multiplies two matrices of 4x4.
__global__ void multiply_4x4_each(const float4* __restrict__ a, const float4* __restrict__ b,
                                  float4* __restrict__ c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 rows[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) rows[k] = b[4 * i + k];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float4 u = a[4 * i + k];
    c[4 * i + k] = make_float4(u.x * rows[0].x + u.y * rows[1].x + u.z * rows[2].x + u.w * rows[3].x,
                               u.x * rows[0].y + u.y * rows[1].y + u.z * rows[2].y + u.w * rows[3].y,
                               u.x * rows[0].z + u.y * rows[1].z + u.z * rows[2].z + u.w * rows[3].z,
                               u.x * rows[0].w + u.y * rows[1].w + u.z * rows[2].w + u.w * rows[3].w);
  }
}

// A product of two tall matrices of 32 columns, transposed one first: blocks add their strips by atomics.
__global__ void tall_product_32(const float* __restrict__ a, const float* __restrict__ b, float* c, int rows,
                                int strip) {
  __shared__ float sa[8][32], sb[8][32];
  int t = threadIdx.x, x = t % 32, y = t / 32;
  int first = blockIdx.x * strip, last = min(rows, first + strip);
  float sum[4] = {};
  for (int r = first; r < last; r += 8) {
    sa[y][x] = r + y < last ? a[(r + y) * 32 + x] : 0.f;
    sb[y][x] = r + y < last ? b[(r + y) * 32 + x] : 0.f;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
#pragma unroll
      for (int q = 0; q < 4; ++q) sum[q] += sa[j][y + 8 * q] * sb[j][x];
    }
    __syncthreads();
  }
  for (int q = 0; q < 4; ++q) atomicAdd(c + (y + 8 * q) * 32 + x, sum[q]);
}

// A product of matrices of integers modulo a prime, with 64-bit products.
__global__ void multiply_modulo(const unsigned* a, const unsigned* b, unsigned* c, int n, unsigned prime) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  unsigned long long sum = 0;
  for (int i = 0; i < n; ++i) {
    sum = (sum + static_cast<unsigned long long>(a[row * n + i]) * b[i * n + column]) % prime;
  }
  c[row * n + column] = static_cast<unsigned>(sum);
}

}  // namespace varied
