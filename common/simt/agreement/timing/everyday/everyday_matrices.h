// Products of matrices and vectors, as courses and libraries write them.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace everyday {

// C = A B through square tiles in shared memory, with bounds checked, for sizes that no tile divides.
template <class T, int TILE>
__global__ void product_with_edges(const T* a, const T* b, T* c, int m, int n, int k) {
  __shared__ T sa[TILE][TILE], sb[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  T sum = 0;
  for (int p = 0; p < k; p += TILE) {
    int ka = p + threadIdx.x, kb = p + threadIdx.y;
    sa[threadIdx.y][threadIdx.x] = row < m && ka < k ? a[row * k + ka] : T(0);
    sb[threadIdx.y][threadIdx.x] = kb < k && column < n ? b[kb * n + column] : T(0);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; ++i) sum += sa[threadIdx.y][i] * sb[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

// C = alpha A B + beta C where a block of 256 threads makes 64x64 elements, 4x4 each thread. All sizes are
// multiples of 64, and k of 16.
__global__ void __launch_bounds__(256)
    sgemm_64x64(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n, int k,
                float alpha, float beta) {
  __shared__ float sa[16][64 + 4], sb[16][64];
  int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const float* from_a = a + (blockIdx.y * 64 + t / 4) * k + t % 4 * 4;
  const float* from_b = b + t / 16 * n + blockIdx.x * 64 + t % 16 * 4;
  float sum[4][4] = {};
  for (int p = 0; p < k; p += 16) {
    float4 va = *reinterpret_cast<const float4*>(from_a + p);
    float4 vb = *reinterpret_cast<const float4*>(from_b + p * n);
    sa[t % 4 * 4 + 0][t / 4] = va.x;
    sa[t % 4 * 4 + 1][t / 4] = va.y;
    sa[t % 4 * 4 + 2][t / 4] = va.z;
    sa[t % 4 * 4 + 3][t / 4] = va.w;
    *reinterpret_cast<float4*>(&sb[t / 16][t % 16 * 4]) = vb;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      float ra[4], rb[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        ra[j] = sa[i][ty * 4 + j];
        rb[j] = sb[i][tx * 4 + j];
      }
#pragma unroll
      for (int y = 0; y < 4; ++y) {
#pragma unroll
        for (int x = 0; x < 4; ++x) sum[y][x] += ra[y] * rb[x];
      }
    }
    __syncthreads();
  }
  for (int y = 0; y < 4; ++y) {
    float4* to = reinterpret_cast<float4*>(c + (blockIdx.y * 64 + ty * 4 + y) * n + blockIdx.x * 64 + tx * 4);
    float4 old = *to;
    *to = make_float4(alpha * sum[y][0] + beta * old.x, alpha * sum[y][1] + beta * old.y,
                      alpha * sum[y][2] + beta * old.z, alpha * sum[y][3] + beta * old.w);
  }
}

// C = A B of halves with sums in single precision; blocks of 16x16 threads make 32x32 elements.
__global__ void half_product_float_sums(const __half* a, const __half* b, __half* c, int m, int n, int k) {
  __shared__ __half sa[32][34], sb[32][34];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sum[2][2] = {};
  for (int p = 0; p < k; p += 32) {
    for (int y = ty; y < 32; y += 16) {
      for (int x = tx; x < 32; x += 16) {
        sa[y][x] = row + y < m && p + x < k ? a[(row + y) * k + p + x] : __float2half(0.f);
        sb[y][x] = p + y < k && column + x < n ? b[(p + y) * n + column + x] : __float2half(0.f);
      }
    }
    __syncthreads();
#pragma unroll 8
    for (int i = 0; i < 32; ++i) {
      float a0 = __half2float(sa[ty][i]), a1 = __half2float(sa[ty + 16][i]);
      float b0 = __half2float(sb[i][tx]), b1 = __half2float(sb[i][tx + 16]);
      sum[0][0] += a0 * b0;
      sum[0][1] += a0 * b1;
      sum[1][0] += a1 * b0;
      sum[1][1] += a1 * b1;
    }
    __syncthreads();
  }
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 2; ++x) {
      int r = row + ty + 16 * y, q = column + tx + 16 * x;
      if (r < m && q < n) c[r * n + q] = __float2half(sum[y][x]);
    }
  }
}

// Each block of 16x16 threads multiplies its own pair of 16x16 matrices and adds the third.
__global__ void multiply_add_batched_16(const double* a, const double* b, const double* c, double* d) {
  __shared__ double sa[16][17], sb[16][17];
  int at = blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x;
  sa[threadIdx.y][threadIdx.x] = a[at];
  sb[threadIdx.y][threadIdx.x] = b[at];
  __syncthreads();
  double sum = c[at];
#pragma unroll
  for (int i = 0; i < 16; ++i) sum += sa[threadIdx.y][i] * sb[i][threadIdx.x];
  d[at] = sum;
}

// A dense layer with ReLU for a batch of four inputs: a warp makes one output of all four.
__global__ void linear_relu_batch_of_4(const float4* __restrict__ weight, const float* __restrict__ bias,
                                       const float4* __restrict__ x, float* y, int outputs, int quads) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= outputs) return;
  float sum[4] = {};
  for (int i = lane; i < quads; i += 32) {
    float4 w = weight[warp * quads + i];
#pragma unroll
    for (int b = 0; b < 4; ++b) {
      float4 v = x[b * quads + i];
      sum[b] += w.x * v.x + w.y * v.y + w.z * v.z + w.w * v.w;
    }
  }
#pragma unroll
  for (int b = 0; b < 4; ++b) {
    for (int d = 16; d; d /= 2) sum[b] += __shfl_down_sync(~0u, sum[b], d);
    if (lane == 0) y[b * outputs + warp] = fmaxf(0, sum[b] + bias[warp]);
  }
}

// A 1x1 convolution of bytes with channels last, by dot products of four bytes, requantised to bytes. Blocks
// take 32 output channels and 8 pixels.
__global__ void pointwise_int8(const int* __restrict__ image, const int* __restrict__ weight,
                               const float* __restrict__ scale, signed char* out, int pixels, int inputs4,
                               int outputs) {
  extern __shared__ int pixel_words[];
  int first = blockIdx.y * 8, t = threadIdx.y * 32 + threadIdx.x;
  for (int i = t; i < 8 * inputs4; i += 256) {
    pixel_words[i] = first + i / inputs4 < pixels ? image[first * inputs4 + i] : 0;
  }
  __syncthreads();
  int channel = blockIdx.x * 32 + threadIdx.x, pixel = first + threadIdx.y;
  if (channel >= outputs || pixel >= pixels) return;
  int sum = 0;
  for (int i = 0; i < inputs4; ++i) {
    sum = __dp4a(pixel_words[threadIdx.y * inputs4 + i], weight[i * outputs + channel], sum);
  }
  int q = __float2int_rn(sum * scale[channel]);
  out[pixel * outputs + channel] = static_cast<signed char>(max(-128, min(127, q)));
}

// A += alpha x y^T in double precision, an element a thread.
__global__ void rank_one_update(double* a, const double* x, const double* y, double alpha, int m, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && column < n) a[row * n + column] += alpha * x[row] * y[column];
}

// y = A^T x for a matrix in rows: each block takes a strip of rows, its threads take columns, and atomics
// add.
__global__ void transposed_product_strips(const float* __restrict__ a, const float* __restrict__ x, float* y,
                                          int rows, int columns, int strip) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  int last = min(rows, static_cast<int>(blockIdx.y + 1) * strip);
  float sum = 0;
#pragma unroll 4
  for (int r = blockIdx.y * strip; r < last; ++r) sum += a[r * columns + column] * x[r];
  atomicAdd(y + column, sum);
}

// The Gram matrix of short, wide rows: a block takes a pair of rows and sums their product.
__global__ void gram_of_rows(const float* x, float* gram, int rows, int width) {
  int i = blockIdx.x, j = blockIdx.y;
  if (i > j) return;
  __shared__ float warps[8];
  float sum = 0;
  for (int k = threadIdx.x; k < width; k += blockDim.x) sum += x[i * width + k] * x[j * width + k];
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < static_cast<int>(blockDim.x) / 32; ++w) sum += warps[w];
    gram[i * rows + j] = gram[j * rows + i] = sum;
  }
}

}  // namespace everyday
