// Tiles: transposes, dense products, stencils and many small factorisations.
#pragma once
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "blind_warp.h"

// A tile of 64 by 64 halves that moves as pairs; the block is 32 by 8.
__global__ void transpose_half_64(const half2* in, half2* out, int rows, int columns) {
  __shared__ half tile[64][66];
  for (int r = threadIdx.y; r < 64; r += 8) {
    half2 v = in[((blockIdx.y * 64 + r) * columns + blockIdx.x * 64) / 2 + threadIdx.x];
    tile[r][2 * threadIdx.x] = v.x;
    tile[r][2 * threadIdx.x + 1] = v.y;
  }
  __syncthreads();
  for (int c = threadIdx.y; c < 64; c += 8)
    out[((blockIdx.x * 64 + c) * rows + blockIdx.y * 64) / 2 + threadIdx.x] =
        __halves2half2(tile[2 * threadIdx.x][c], tile[2 * threadIdx.x + 1][c]);
}

// NCHW to NHWC by tiles of 32 channels and 32 pixels; the block is 32 by ROWS.
template <int ROWS>
__global__ void nchw_to_nhwc(const float* in, float* out, int channels, int area) {
  __shared__ float tile[32][33];
  size_t image = static_cast<size_t>(blockIdx.z) * channels * area;
  int pixel = blockIdx.x * 32, channel = blockIdx.y * 32;
  for (int r = threadIdx.y; r < 32; r += ROWS)
    if (channel + r < channels && pixel + threadIdx.x < area)
      tile[r][threadIdx.x] = in[image + (channel + r) * area + pixel + threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += ROWS)
    if (channel + threadIdx.x < channels && pixel + r < area)
      out[image + (pixel + r) * channels + channel + threadIdx.x] = tile[threadIdx.x][r];
}

// A product by tiles of BM by BN and TM by TN results a thread; a is stored transposed in shared memory.
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(BM* BN / TM / TN)
    gemm_registers(const float* a, const float* b, float* c, int n, int k) {
  constexpr int THREADS = BM * BN / TM / TN;
  __shared__ float as[BK][BM + 4], bs[BK][BN];
  int t = threadIdx.x, tx = t % (BN / TN), ty = t / (BN / TN);
  float sum[TM][TN] = {};
  for (int first = 0; first < k; first += BK) {
    for (int i = t; i < BM * BK; i += THREADS)
      as[i % BK][i / BK] = a[(blockIdx.y * BM + i / BK) * k + first + i % BK];
    for (int i = t; i < BK * BN; i += THREADS)
      bs[i / BN][i % BN] = b[(first + i / BN) * n + blockIdx.x * BN + i % BN];
    __syncthreads();
#pragma unroll
    for (int s = 0; s < BK; ++s) {
      float u[TM], v[TN];
#pragma unroll
      for (int i = 0; i < TM; ++i) u[i] = as[s][ty * TM + i];
#pragma unroll
      for (int j = 0; j < TN; ++j) v[j] = bs[s][tx + j * (BN / TN)];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) sum[i][j] += u[i] * v[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; ++j)
      c[(blockIdx.y * BM + ty * TM + i) * n + blockIdx.x * BN + tx + j * (BN / TN)] = sum[i][j];
}

// Double precision, a tile of 32 by 32, 2 by 2 results a thread of a 16 by 16 block.
__global__ void gemm_double_32(const double* a, const double* b, double* c, int n, int k) {
  __shared__ double as[32][17], bs[16][32];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, column = blockIdx.x * 32;
  double sum[2][2] = {};
  for (int first = 0; first < k; first += 16) {
    for (int i = 0; i < 2; ++i) {
      as[ty + 16 * i][tx] = a[(row + ty + 16 * i) * k + first + tx];
      bs[ty][tx + 16 * i] = b[(first + ty) * n + column + tx + 16 * i];
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < 16; ++s)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) sum[i][j] += as[ty + 16 * i][s] * bs[s][tx + 16 * j];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) c[(row + ty + 16 * i) * n + column + tx + 16 * j] = sum[i][j];
}

// The Gram matrix of a tall matrix with 32 columns: one block sums a slice of the rows.
__global__ void gram_tall_32(const float* x, float* gram, int rows_per_block) {
  __shared__ float rows[32][33];
  float sum = 0;
  for (int r = 0; r < rows_per_block; r += 32) {
    rows[threadIdx.y][threadIdx.x] =
        x[(static_cast<size_t>(blockIdx.x) * rows_per_block + r + threadIdx.y) * 32 + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 32; ++k) sum += rows[k][threadIdx.y] * rows[k][threadIdx.x];
    __syncthreads();
  }
  atomicAdd(&gram[threadIdx.y * 32 + threadIdx.x], sum);
}

// A product with two stages of asynchronous copies: tiles of 64 by 64 by 16 and 256 threads.
__global__ void gemm_async_copies(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float4 as[2][64][4], bs[2][16][16];
  int t = threadIdx.x, tx = t % 16, ty = t / 16, tiles = k / 16;
  float sum[4][4] = {};
  auto fetch = [&](int tile) {
    __pipeline_memcpy_async(&as[tile % 2][t / 4][t % 4],
                            &a[(blockIdx.y * 64 + t / 4) * k + tile * 16 + t % 4 * 4], 16);
    __pipeline_memcpy_async(&bs[tile % 2][t / 16][t % 16],
                            &b[(tile * 16 + t / 16) * n + blockIdx.x * 64 + t % 16 * 4], 16);
    __pipeline_commit();
  };
  fetch(0);
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) {
      fetch(tile + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < 4; ++s) {
      float4 u[4], v[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        u[i] = as[tile % 2][ty * 4 + i][s];
        v[i] = bs[tile % 2][s * 4 + i][tx];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        float w[4] = {u[i].x, u[i].y, u[i].z, u[i].w};
#pragma unroll
        for (int l = 0; l < 4; ++l) {
          sum[i][0] += w[l] * v[l].x;
          sum[i][1] += w[l] * v[l].y;
          sum[i][2] += w[l] * v[l].z;
          sum[i][3] += w[l] * v[l].w;
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4*>(&c[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4]) = {
        sum[i][0], sum[i][1], sum[i][2], sum[i][3]};
}

// Tensor cores: a tile of 64 by 64 by 32, four warps with 32 by 32 each.
__global__ void gemm_wmma_64(const half* a, const half* b, float* c, int n, int k) {
  using namespace nvcuda::wmma;
  __shared__ __align__(32) half as[64][48], bs[32][80];
  int warp = threadIdx.x / 32, row = warp / 2 * 32, column = warp % 2 * 32;
  fragment<accumulator, 16, 16, 16, float> sum[2][2];
  for (auto& line : sum)
    for (auto& s : line) fill_fragment(s, 0.0f);
  for (int first = 0; first < k; first += 32) {
    for (int i = threadIdx.x; i < 256; i += 128) {
      *reinterpret_cast<uint4*>(&as[i / 4][i % 4 * 8]) =
          *reinterpret_cast<const uint4*>(&a[(blockIdx.y * 64 + i / 4) * k + first + i % 4 * 8]);
      *reinterpret_cast<uint4*>(&bs[i / 8][i % 8 * 8]) =
          *reinterpret_cast<const uint4*>(&b[(first + i / 8) * n + blockIdx.x * 64 + i % 8 * 8]);
    }
    __syncthreads();
    for (int s = 0; s < 32; s += 16) {
      fragment<matrix_a, 16, 16, 16, half, row_major> u[2];
      fragment<matrix_b, 16, 16, 16, half, row_major> v[2];
      for (int i = 0; i < 2; ++i) {
        load_matrix_sync(u[i], &as[row + 16 * i][s], 48);
        load_matrix_sync(v[i], &bs[s][column + 16 * i], 80);
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) mma_sync(sum[i][j], u[i], v[j], sum[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      store_matrix_sync(&c[(blockIdx.y * 64 + row + 16 * i) * n + blockIdx.x * 64 + column + 16 * j],
                        sum[i][j], n, mem_row_major);
}

__constant__ float gauss_weights[25];

// A 5 by 5 stencil with the tile and its border in dynamic shared memory.
__global__ void stencil_5x5_shared(const float* in, float* out, int width, int height) {
  extern __shared__ float padded[];
  int w = blockDim.x + 4, h = blockDim.y + 4;
  int x0 = static_cast<int>(blockIdx.x * blockDim.x) - 2, y0 = static_cast<int>(blockIdx.y * blockDim.y) - 2;
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < w * h; i += blockDim.x * blockDim.y) {
    int x = min(max(x0 + i % w, 0), width - 1), y = min(max(y0 + i / w, 0), height - 1);
    padded[i] = in[y * width + x];
  }
  __syncthreads();
  int x = x0 + 2 + threadIdx.x, y = y0 + 2 + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 25; ++k)
    sum += gauss_weights[k] * padded[(threadIdx.y + k / 5) * w + threadIdx.x + k % 5];
  out[y * width + x] = sum;
}

// Diffusion with seven points: the block marches along z, with the plane in shared memory and its two
// neighbours in registers.
__global__ void diffusion_march(const float* in, float* out, int nx, int ny, int nz, float rate) {
  __shared__ float plane[18][34];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, layer = nx * ny;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1, at = y * nx + x;
  float below, here = in[at], above = in[at + layer];
  for (int z = 1; z < nz - 1; ++z) {
    below = here;
    here = above;
    above = in[at + (z + 1) * layer];
    __syncthreads();
    plane[ty][tx] = here;
    int i = at + z * layer;
    if (threadIdx.x == 0) plane[ty][0] = x > 0 ? in[i - 1] : here;
    if (threadIdx.x == 31) plane[ty][33] = x < nx - 1 ? in[i + 1] : here;
    if (threadIdx.y == 0) plane[0][tx] = y > 0 ? in[i - nx] : here;
    if (threadIdx.y == 15) plane[17][tx] = y < ny - 1 ? in[i + nx] : here;
    __syncthreads();
    out[i] = here + rate * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] +
                            below + above - 6 * here);
  }
}

// The acoustic wave equation, eighth order in space, straight from global memory.
__global__ void acoustic_wave_8(const float* now, const float* before, const float* velocity, float* next,
                                int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x < 4 || y < 4 || z < 4 || x >= nx - 4 || y >= ny - 4 || z >= nz - 4) return;
  constexpr float C[5] = {-2.8472222f, 1.6f, -0.2f, 0.025396825f, -0.0017857143f};
  int i = (z * ny + y) * nx + x;
  float laplacian = 3 * C[0] * now[i];
#pragma unroll
  for (int k = 1; k <= 4; ++k)
    laplacian += C[k] * (now[i - k] + now[i + k] + now[i - k * nx] + now[i + k * nx] + now[i - k * nx * ny] +
                         now[i + k * nx * ny]);
  next[i] = 2 * now[i] - before[i] + velocity[i] * laplacian;
}

// One block of N by N threads factorises one matrix in place, without pivots.
template <int N>
__global__ void lu_batched(float* matrices) {
  __shared__ float a[N][N + 1];
  int r = threadIdx.y, c = threadIdx.x;
  float* matrix = matrices + static_cast<size_t>(blockIdx.x) * N * N;
  a[r][c] = matrix[r * N + c];
  for (int k = 0; k < N - 1; ++k) {
    __syncthreads();
    if (c == k && r > k) a[r][k] /= a[k][k];
    __syncthreads();
    if (r > k && c > k) a[r][c] -= a[r][k] * a[k][c];
  }
  __syncthreads();
  matrix[r * N + c] = a[r][c];
}

// One warp computes the Cholesky factor of one 32 by 32 matrix; a lane has one row in registers.
__global__ void cholesky_warp_32(const float* in, float* out, int n) {
  int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (m >= n) return;
  float row[32];
  const float4* from = reinterpret_cast<const float4*>(in + static_cast<size_t>(m) * 1024 + lane * 32);
  float4* to = reinterpret_cast<float4*>(out + static_cast<size_t>(m) * 1024 + lane * 32);
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    float4 v = from[i];
    row[4 * i] = v.x, row[4 * i + 1] = v.y, row[4 * i + 2] = v.z, row[4 * i + 3] = v.w;
  }
#pragma unroll
  for (int k = 0; k < 32; ++k) {
    float inverse = rsqrtf(__shfl_sync(~0u, row[k], k));
    row[k] = lane >= k ? row[k] * inverse : 0.0f;
#pragma unroll
    for (int j = k + 1; j < 32; ++j) row[j] -= row[k] * __shfl_sync(~0u, row[k], j);
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) to[i] = {row[4 * i], row[4 * i + 1], row[4 * i + 2], row[4 * i + 3]};
}

// One thread inverts one 4 by 4 matrix of 64 bytes by its cofactors.
__global__ void inverse_4x4(const float4* in, float4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 a = in[4 * i], b = in[4 * i + 1], c = in[4 * i + 2], d = in[4 * i + 3];
  float s0 = a.x * b.y - b.x * a.y, s1 = a.x * b.z - b.x * a.z, s2 = a.x * b.w - b.x * a.w;
  float s3 = a.y * b.z - b.y * a.z, s4 = a.y * b.w - b.y * a.w, s5 = a.z * b.w - b.z * a.w;
  float c5 = c.z * d.w - d.z * c.w, c4 = c.y * d.w - d.y * c.w, c3 = c.y * d.z - d.y * c.z;
  float c2 = c.x * d.w - d.x * c.w, c1 = c.x * d.z - d.x * c.z, c0 = c.x * d.y - d.x * c.y;
  float f = 1 / (s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0);
  out[4 * i] = {(b.y * c5 - b.z * c4 + b.w * c3) * f, (-a.y * c5 + a.z * c4 - a.w * c3) * f,
                (d.y * s5 - d.z * s4 + d.w * s3) * f, (-c.y * s5 + c.z * s4 - c.w * s3) * f};
  out[4 * i + 1] = {(-b.x * c5 + b.z * c2 - b.w * c1) * f, (a.x * c5 - a.z * c2 + a.w * c1) * f,
                    (-d.x * s5 + d.z * s2 - d.w * s1) * f, (c.x * s5 - c.z * s2 + c.w * s1) * f};
  out[4 * i + 2] = {(b.x * c4 - b.y * c2 + b.w * c0) * f, (-a.x * c4 + a.y * c2 - a.w * c0) * f,
                    (d.x * s4 - d.y * s2 + d.w * s0) * f, (-c.x * s4 + c.y * s2 - c.w * s0) * f};
  out[4 * i + 3] = {(-b.x * c3 + b.y * c1 - b.z * c0) * f, (a.x * c3 - a.y * c1 + a.z * c0) * f,
                    (-d.x * s3 + d.y * s1 - d.z * s0) * f, (c.x * s3 - c.y * s1 + c.z * s0) * f};
}

// Parallel cyclic reduction: one block solves one tridiagonal system of blockDim.x unknowns.
__global__ void tridiagonal_pcr(const float* lower, const float* diagonal, const float* upper,
                                const float* right, float* x) {
  extern __shared__ float4 equations[];
  int n = blockDim.x, t = threadIdx.x, at = blockIdx.x * n + t;
  float4 e = {t > 0 ? lower[at] : 0.0f, diagonal[at], t < n - 1 ? upper[at] : 0.0f, right[at]};
  for (int d = 1; d < n; d *= 2) {
    equations[t] = e;
    __syncthreads();
    float4 p = t >= d ? equations[t - d] : float4{0, 1, 0, 0};
    float4 q = t + d < n ? equations[t + d] : float4{0, 1, 0, 0};
    float k = e.x / p.y, l = e.z / q.y;
    e = {-p.x * k, e.y - p.z * k - q.x * l, -q.z * l, e.w - p.w * k - q.w * l};
    __syncthreads();
  }
  x[at] = e.w / e.y;
}

// Gauss-Jordan inversion in place by one block: two barriers for each of the N pivots.
template <int N>
__global__ void gauss_jordan_block(float* matrices) {
  extern __shared__ float a[];
  __shared__ float pivot_row[N], pivot_column[N];
  float* matrix = matrices + static_cast<size_t>(blockIdx.x) * N * N;
  for (int i = threadIdx.x; i < N * N; i += blockDim.x) a[i] = matrix[i];
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    float pivot = 1 / a[k * N + k];
    if (threadIdx.x < N) {
      pivot_row[threadIdx.x] = threadIdx.x == k ? pivot : a[k * N + threadIdx.x] * pivot;
      pivot_column[threadIdx.x] = a[threadIdx.x * N + k];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < N * N; i += blockDim.x) {
      int r = i / N, c = i % N;
      if (r == k)
        a[i] = pivot_row[c];
      else
        a[i] = (c == k ? 0.0f : a[i]) - pivot_column[r] * pivot_row[c];
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < N * N; i += blockDim.x) matrix[i] = a[i];
}
