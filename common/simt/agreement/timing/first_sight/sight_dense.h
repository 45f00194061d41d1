// Dense linear algebra: products of matrices and vectors, updates and transposes.
#pragma once
#include <cuda_pipeline.h>

#include "sight_helpers.h"

namespace sight {

// Multiplies square matrices by tiles in shared memory, one result a thread.
template <int kTile>
__global__ void multiply_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float ta[kTile][kTile], tb[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    ta[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
    tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kTile; ++i) sum += ta[threadIdx.y][i] * tb[i][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

// Multiplies with 64x64 results a block and 4x4 results a thread.
__global__ void multiply_4x4(const float* a, const float* b, float* c, int m, int n, int depth) {
  __shared__ float ta[16][68], tb[16][64];
  int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int k = 0; k < depth; k += 16) {
    for (int i = t; i < 1024; i += 256) {
      ta[i % 16][i / 16] = a[(row + i / 16) * depth + k + i % 16];
      tb[i / 64][i % 64] = b[(k + i / 64) * n + column + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      float4 u = *reinterpret_cast<const float4*>(&ta[i][ty * 4]),
             v = *reinterpret_cast<const float4*>(&tb[i][tx * 4]);
      float p[4] = {u.x, u.y, u.z, u.w}, q[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
      for (int y = 0; y < 4; ++y)
#pragma unroll
        for (int x = 0; x < 4; ++x) sum[y][x] += p[y] * q[x];
    }
    __syncthreads();
  }
#pragma unroll
  for (int y = 0; y < 4; ++y)
    *reinterpret_cast<float4*>(c + (row + ty * 4 + y) * n + column + tx * 4) =
        make_float4(sum[y][0], sum[y][1], sum[y][2], sum[y][3]);
}

// Multiplies with 128x128 results a block and 8x8 a thread; the next tiles are copied while these are used.
// The first matrix is given transposed.
__global__ void __launch_bounds__(256)
    multiply_8x8(const float* at, const float* b, float* c, int m, int n, int depth) {
  __shared__ __align__(16) float ta[2][8][128];
  __shared__ __align__(16) float tb[2][8][128];
  int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 128, column = blockIdx.x * 128;
  int lr = t / 32, lc = t % 32 * 4;
  auto load = [&](int k, int s) {
    __pipeline_memcpy_async(&ta[s][lr][lc], at + (k + lr) * m + row + lc, 16);
    __pipeline_memcpy_async(&tb[s][lr][lc], b + (k + lr) * n + column + lc, 16);
    __pipeline_commit();
  };
  float sum[8][8] = {};
  load(0, 0);
  for (int k = 0, s = 0; k < depth; k += 8, s ^= 1) {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (k + 8 < depth) load(k + 8, s ^ 1);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      float p[8], q[8];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        *reinterpret_cast<float4*>(p + 4 * h) = *reinterpret_cast<const float4*>(&ta[s][i][h * 64 + ty * 4]);
        *reinterpret_cast<float4*>(q + 4 * h) = *reinterpret_cast<const float4*>(&tb[s][i][h * 64 + tx * 4]);
      }
#pragma unroll
      for (int y = 0; y < 8; ++y)
#pragma unroll
        for (int x = 0; x < 8; ++x) sum[y][x] += p[y] * q[x];
    }
  }
#pragma unroll
  for (int y = 0; y < 8; ++y)
#pragma unroll
    for (int h = 0; h < 2; ++h)
      *reinterpret_cast<float4*>(c + (row + y / 4 * 64 + ty * 4 + y % 4) * n + column + h * 64 + tx * 4) =
          make_float4(sum[y][4 * h], sum[y][4 * h + 1], sum[y][4 * h + 2], sum[y][4 * h + 3]);
}

// Multiplies many pairs of 8x8 double matrices, one pair for 64 threads.
__global__ void multiply_batched_8x8(const double* a, const double* b, double* c, int count) {
  __shared__ double ta[4][8][8], tb[4][8][9];
  int local = threadIdx.x / 64, y = threadIdx.x / 8 % 8, x = threadIdx.x % 8;
  int which = blockIdx.x * 4 + local;
  bool live = which < count;
  size_t at = static_cast<size_t>(which) * 64 + y * 8 + x;
  if (live) {
    ta[local][y][x] = a[at];
    tb[local][y][x] = b[at];
  }
  __syncthreads();
  if (!live) return;
  double sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += ta[local][y][k] * tb[local][k][x];
  c[at] = sum;
}

// Multiplies half matrices into float sums, two columns a thread.
__global__ void multiply_half2(const __half* a, const __half2* b, float2* c, int pairs, int depth) {
  __shared__ __half ta[16][32];
  __shared__ __half2 tb[32][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float2 total = make_float2(0, 0);
  for (int k = 0; k < depth; k += 32) {
    ta[ty][tx] = a[row * depth + k + tx];
    ta[ty][tx + 16] = a[row * depth + k + tx + 16];
    tb[ty][tx] = b[(k + ty) * pairs + column];
    tb[ty + 16][tx] = b[(k + ty + 16) * pairs + column];
    __syncthreads();
    __half2 sum = __float2half2_rn(0.0f);
#pragma unroll
    for (int i = 0; i < 32; ++i) sum = __hfma2(__half2half2(ta[ty][i]), tb[i][tx], sum);
    float2 f = __half22float2(sum);
    total.x += f.x;
    total.y += f.y;
    __syncthreads();
  }
  c[row * pairs + column] = total;
}

// Updates the lower tiles of C with A times its transpose, in double precision.
__global__ void syrk_lower(const double* a, double* c, int n, int depth) {
  if (blockIdx.x > blockIdx.y) return;
  __shared__ double ta[16][17], tb[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  double sum = 0;
  for (int k = 0; k < depth; k += 16) {
    ta[ty][tx] = a[row * depth + k + tx];
    tb[ty][tx] = a[(blockIdx.x * 16 + ty) * depth + k + tx];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += ta[ty][i] * tb[tx][i];
    __syncthreads();
  }
  if (column <= row) c[row * n + column] -= sum;
}

// Multiplies a row-major matrix with a vector, one warp a row.
__global__ void matvec_rows(const float4* a, const float4* x, float* y, int rows, int quads) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int i = lane; i < quads; i += 32) {
    float4 u = a[static_cast<size_t>(row) * quads + i], v = x[i];
    sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
  }
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}

// Multiplies the transpose of a row-major matrix with a vector; each block adds a strip of rows.
__global__ void matvec_columns(const float* a, const float* x, float* y, int rows, int columns, int strip) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * strip;
  if (c >= columns) return;
  float sum = 0;
  for (int r = first; r < min(rows, first + strip); ++r)
    sum += a[static_cast<size_t>(r) * columns + c] * x[r];
  atomicAdd(y + c, sum);
}

// Transposes a matrix of half numbers through a padded tile.
__global__ void transpose_half(const __half* in, __half* out, int width, int height) {
  __shared__ __half tile[32][34];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[static_cast<size_t>(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[static_cast<size_t>(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

}  // namespace sight
