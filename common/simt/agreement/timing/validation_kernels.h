// The kernels of the validation set: written as students and engineers write them, in the order of the kinds
// in validation.cu.
#pragma once
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <mma.h>

#include <cstdint>

namespace cg = cooperative_groups;

// ---- element by element

__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void vector_add_stride(const double* a, const double* b, double* c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}

__global__ void scale_float4(const float4* in, float4* out, float s, int n4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n4) return;
  float4 v = in[i];
  out[i] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
}

__global__ void gelu_half2(const __half2* in, __half2* out, int n2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n2) return;
  float2 v = __half22float2(in[i]);
  float cx = 0.5f * v.x * (1.0f + tanhf(0.7978845608f * (v.x + 0.044715f * v.x * v.x * v.x)));
  float cy = 0.5f * v.y * (1.0f + tanhf(0.7978845608f * (v.y + 0.044715f * v.y * v.y * v.y)));
  out[i] = __floats2half2_rn(cx, cy);
}

// ---- rearrangements

__global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[(size_t)x * rows + y] = in[(size_t)y * cols + x];
}

#define TILE_DIM 32
#define BLOCK_ROWS 8

__global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

struct Particle {
  float x, y, z, vx, vy, vz, mass;
};

__global__ void aos_to_soa(const Particle* p, float* x, float* y, float* z, float* speed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle q = p[i];
  x[i] = q.x;
  y[i] = q.y;
  z[i] = q.z;
  speed[i] = sqrtf(q.vx * q.vx + q.vy * q.vy + q.vz * q.vz);
}

__global__ void nhwc_to_nchw(const __half* in, __half* out, int n, int h, int w, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * h * w * c) return;
  int col = i % w, row = i / w % h, channel = i / (w * h) % c, image = i / (w * h * c);
  out[i] = in[((image * h + row) * w + col) * c + channel];
}

// ---- strided and random access

__global__ void strided_copy(const float* in, float* out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[(size_t)i * stride] + 1.0f;
}

__global__ void gather(const double* table, const int* index, double* out, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n) out[tid] = table[index[tid]];
}

__global__ void scatter_permuted(const int* perm, const float* in, float* out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[perm[i]] = in[i];
}

// one round of pointer jumping over a linked list
__global__ void pointer_jump(const int* next, const int* rank, int* next_out, int* rank_out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int j = next[i];
  rank_out[i] = rank[i] + rank[j];
  next_out[i] = next[j];
}

// ---- reductions to one number

__global__ void reduce_interleaved(const int* g_idata, int* g_odata) {
  extern __shared__ int sdata[];
  unsigned tid = threadIdx.x;
  sdata[tid] = g_idata[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void dot_product(const float* a, const float* b, float* result, int n) {
  __shared__ float cache[256];
  float temp = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) temp += a[i] * b[i];
  cache[threadIdx.x] = temp;
  __syncthreads();
  for (int i = blockDim.x / 2; i != 0; i /= 2) {
    if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(result, cache[0]);
}

__device__ inline float warp_sum(float v) {
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(0xffffffffu, v, offset);
  return v;
}

__device__ inline float warp_sum_all(float v) {
  for (int mask = 16; mask > 0; mask >>= 1) v += __shfl_xor_sync(0xffffffffu, v, mask);
  return v;
}

__device__ inline float warp_max_all(float v) {
  for (int mask = 16; mask > 0; mask >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, mask));
  return v;
}

__global__ void __launch_bounds__(512)
    sum_last_block(const float4* in, float* partial, unsigned* count, float* out, int n4) {
  __shared__ float warps[16];
  __shared__ bool last;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    float4 v = in[i];
    sum += v.x + v.y + v.z + v.w;
  }
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = warp_sum(threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0.0f);
    if (threadIdx.x == 0) {
      partial[blockIdx.x] = sum;
      __threadfence();
      last = atomicAdd(count, 1u) == gridDim.x - 1;
    }
  }
  __syncthreads();
  if (!last) return;
  float total = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) total += __ldcg(partial + i);
  total = warp_sum(total);
  if (threadIdx.x % 32 == 0) atomicAdd(out, total);
}

// ---- reductions over rows and columns

__global__ void row_sums_thread(const float* m, float* sums, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int c = 0; c < cols; c++) s += m[r * cols + c];
  sums[r] = s;
}

__global__ void column_sums_thread(const float* m, float* sums, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float s = 0;
  for (int r = 0; r < rows; r++) s += m[r * cols + c];
  sums[c] = s;
}

__global__ void row_mean_var_block(const __nv_bfloat16* m, float2* stats, int cols) {
  __shared__ float s1[8], s2[8];
  const __nv_bfloat16* row = m + (size_t)blockIdx.x * cols;
  float sum = 0, squares = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) {
    float v = __bfloat162float(row[c]);
    sum += v;
    squares += v * v;
  }
  sum = warp_sum(sum);
  squares = warp_sum(squares);
  if ((threadIdx.x & 31) == 0) s1[threadIdx.x >> 5] = sum, s2[threadIdx.x >> 5] = squares;
  __syncthreads();
  if (threadIdx.x == 0) {
    float a = 0, b = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) a += s1[w], b += s2[w];
    stats[blockIdx.x] = make_float2(a / cols, b / cols - (a / cols) * (a / cols));
  }
}

// as the bias gradient in llm.c: a block has 32 columns, its warps share the rows
__global__ void bias_backward(float* dbias, const float* dout, int rows, int cols) {
  __shared__ float shared[8][33];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int c = blockIdx.x * 32 + lane;
  float sum = 0;
  for (int r = warp; r < rows; r += blockDim.x / 32) sum += dout[(size_t)r * cols + c];
  shared[warp][lane] = sum;
  __syncthreads();
  if (warp == 0) {
    float total = 0;
    for (int w = 0; w < 8; ++w) total += shared[w][lane];
    dbias[c] += total;
  }
}

// ---- scans

__global__ void kogge_stone_scan(const float* X, float* Y, float* block_sum, int N) {
  __shared__ float XY[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  XY[threadIdx.x] = i < N ? X[i] : 0.0f;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    float temp = 0;
    if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
    __syncthreads();
    if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
  }
  if (i < N) Y[i] = XY[threadIdx.x];
  if (threadIdx.x == blockDim.x - 1) block_sum[blockIdx.x] = XY[threadIdx.x];
}

__global__ void blelloch_scan(const int* in, int* out, int n) {
  extern __shared__ int temp[];
  int t = threadIdx.x, base = blockIdx.x * n, offset = 1;
  temp[2 * t] = in[base + 2 * t];
  temp[2 * t + 1] = in[base + 2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1;
      int x = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += x;
    }
  }
  __syncthreads();
  out[base + 2 * t] = temp[2 * t];
  out[base + 2 * t + 1] = temp[2 * t + 1];
}

__global__ void cumsum_rows_warp(const float* in, float* out, int rows, int cols) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float carry = 0;
  for (int c = lane; c - lane < cols; c += 32) {
    float v = c < cols ? in[row * cols + c] : 0.0f;
    for (int d = 1; d < 32; d *= 2) {
      float up = __shfl_up_sync(0xffffffffu, v, d);
      if (lane >= d) v += up;
    }
    v += carry;
    if (c < cols) out[row * cols + c] = v;
    carry = __shfl_sync(0xffffffffu, v, 31);
  }
}

// a segmented maximum scan with cooperative groups' scan
__global__ void running_max_tile(const int* in, int* out, int n) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? in[i] : 0;
  v = cg::inclusive_scan(tile, v, cg::greater<int>());
  if (i < n) out[i] = v;
}

// ---- sorts and merges

__global__ void bitonic_step(unsigned* values, int j, int k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int partner = i ^ j;
  if (partner <= i || partner >= n) return;
  bool ascending = (i & k) == 0;
  unsigned a = values[i], b = values[partner];
  if (ascending == (a > b)) {
    values[i] = b;
    values[partner] = a;
  }
}

__global__ void __launch_bounds__(512) bitonic_sort_shared(unsigned* keys) {
  __shared__ unsigned s[1024];
  unsigned* mine = keys + blockIdx.x * 1024;
  s[threadIdx.x] = mine[threadIdx.x];
  s[threadIdx.x + 512] = mine[threadIdx.x + 512];
  for (unsigned size = 2; size <= 1024; size <<= 1) {
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      bool up = (pos & size) == 0;
      unsigned a = s[pos], b = s[pos + stride];
      if ((a > b) == up) s[pos] = b, s[pos + stride] = a;
    }
  }
  __syncthreads();
  mine[threadIdx.x] = s[threadIdx.x];
  mine[threadIdx.x + 512] = s[threadIdx.x + 512];
}

__global__ void odd_even_sort_block(int* data, int n) {
  extern __shared__ int v[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) v[i] = data[i];
  __syncthreads();
  for (int phase = 0; phase < n; ++phase) {
    int i = 2 * threadIdx.x + (phase & 1);
    if (i + 1 < n && v[i] > v[i + 1]) {
      int t = v[i];
      v[i] = v[i + 1];
      v[i + 1] = t;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = v[i];
}

__device__ int co_rank(int k, const int* a, int m, const int* b, int n) {
  int i = min(k, m), j = k - i;
  int i_low = max(0, k - n), j_low = max(0, k - m);
  while (true) {
    if (i > 0 && j < n && a[i - 1] > b[j]) {
      int delta = (i - i_low + 1) >> 1;
      j_low = j;
      i -= delta;
      j += delta;
    } else if (j > 0 && i < m && b[j - 1] >= a[i]) {
      int delta = (j - j_low + 1) >> 1;
      i_low = i;
      i += delta;
      j -= delta;
    } else {
      return i;
    }
  }
}

__global__ void merge_basic(const int* a, int m, const int* b, int n, int* c, int per_thread) {
  int k = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
  int k_end = min(k + per_thread, m + n);
  if (k >= m + n) return;
  int i = co_rank(k, a, m, b, n), i_end = co_rank(k_end, a, m, b, n);
  int j = k - i, j_end = k_end - i_end;
  while (i < i_end && j < j_end) c[k++] = a[i] <= b[j] ? a[i++] : b[j++];
  while (i < i_end) c[k++] = a[i++];
  while (j < j_end) c[k++] = b[j++];
}

// ---- histograms

__global__ void histogram_global(const unsigned char* data, unsigned* bins, int n) {
  int stride = blockDim.x * gridDim.x;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride) atomicAdd(&bins[data[i]], 1u);
}

__global__ void histogram_shared(const unsigned char* data, unsigned* bins, int n) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  int stride = blockDim.x * gridDim.x;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride) atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// a count of digits for a radix sort: 16 bins, a private column of each thread in shared memory
__global__ void radix_count_private(const unsigned* keys, unsigned* counts, int n, int shift) {
  __shared__ unsigned char bin[16][128];
  for (int d = 0; d < 16; ++d) bin[d][threadIdx.x] = 0;
  int begin = blockIdx.x * 128 * 32;
  for (int k = 0; k < 32; ++k) {
    int i = begin + k * 128 + threadIdx.x;
    if (i < n) ++bin[keys[i] >> shift & 15][threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x < 16) {
    unsigned total = 0;
    for (int t = 0; t < 128; ++t) total += bin[threadIdx.x][t];
    counts[threadIdx.x * gridDim.x + blockIdx.x] = total;
  }
}

// ---- dense products

__global__ void matmul_naive(const float* A, const float* B, float* C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; k++) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}

template <int TILE>
__global__ void matmul_tiled(const float* A, const float* B, float* C, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float value = 0;
  for (int p = 0; p < (n + TILE - 1) / TILE; ++p) {
    As[ty][tx] = row < n && p * TILE + tx < n ? A[row * n + p * TILE + tx] : 0.0f;
    Bs[ty][tx] = col < n && p * TILE + ty < n ? B[(p * TILE + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) value += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = value;
}

// 64 x 64 of C to a block of 256 threads, 4 x 4 to a thread
__global__ void __launch_bounds__(256)
    sgemm_blocktiling_2d(const float* A, const float* B, float* C, int M, int N, int K) {
  const int BM = 64, BN = 64, BK = 8, TM = 4, TN = 4;
  __shared__ float As[BK][BM], Bs[BK][BN];
  int tid = threadIdx.x, ty = tid / 16, tx = tid % 16;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  float acc[TM][TN] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += 256) As[i % BK][i / BK] = A[(i / BK) * K + k0 + i % BK];
    for (int i = tid; i < BN * BK; i += 256) Bs[i / BN][i % BN] = B[(k0 + i / BN) * N + i % BN];
    __syncthreads();
    for (int k = 0; k < BK; ++k) {
      float a[TM], b[TN];
      for (int i = 0; i < TM; ++i) a[i] = As[k][ty * TM + i];
      for (int j = 0; j < TN; ++j) b[j] = Bs[k][tx * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(blockIdx.y * BM + ty * TM + i) * N + blockIdx.x * BN + tx * TN + j] = acc[i][j];
}

// a warp has a 16 x 16 tile, with no shared memory
__global__ void wmma_simple(const __half* a, const __half* b, float* c, int n) {
  using namespace nvcuda;
  int warp_row = blockIdx.y * blockDim.y + threadIdx.y, warp_col = blockIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(fa, a + warp_row * 16 * n + k, n);
    wmma::load_matrix_sync(fb, b + k * n + warp_col * 16, n);
    wmma::mma_sync(acc, fa, fb, acc);
  }
  wmma::store_matrix_sync(c + warp_row * 16 * n + warp_col * 16, acc, n, wmma::mem_row_major);
}

// ---- matrix times vector

__global__ void gemv_thread(const float* A, const float* x, float* y, int m, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) return;
  float dot = 0;
  for (int j = 0; j < n; ++j) dot += A[(size_t)row * n + j] * x[j];
  y[row] = dot;
}

__global__ void gemv_warp_float4(const float4* A, const float4* x, float* y, int m, int n4) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= m) return;
  float sum = 0;
  for (int j = lane; j < n4; j += 32) {
    float4 a = A[(size_t)row * n4 + j], b = x[j];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}

__global__ void gemv_transposed_double(const double* A, const double* x, double* y, int m, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int rows_each = (m + gridDim.y - 1) / gridDim.y;
  int begin = blockIdx.y * rows_each, end = min(m, begin + rows_each);
  if (col >= n) return;
  double sum = 0;
  for (int i = begin; i < end; ++i) sum += A[(size_t)i * n + col] * x[i];
  atomicAdd(&y[col], sum);
}

// weights of 4 bits, 8 to a word, a scale for each 32
__global__ void gemv_int4(const unsigned* packed, const __half* scales, const __half* x, float* y, int n) {
  int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  float sum = 0;
  for (int w = lane; w < n / 8; w += 32) {
    unsigned q = packed[(size_t)row * (n / 8) + w];
    float s = __half2float(scales[(size_t)row * (n / 32) + w / 4]);
    float part = 0;
    for (int k = 0; k < 8; ++k) part += (int(q >> 4 * k & 15) - 8) * __half2float(x[w * 8 + k]);
    sum += s * part;
  }
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}

// ---- solvers and small matrices

// LU of a 64 x 64 in one block, a barrier a step
__global__ void lu_block(float* a, int lda) {
  __shared__ float s[64][65];
  int tid = threadIdx.x;
  for (int r = 0; r < 64; ++r) s[r][tid] = a[r * lda + tid];
  __syncthreads();
  for (int k = 0; k < 63; ++k) {
    if (tid > k) {
      s[tid][k] /= s[k][k];
      for (int j = k + 1; j < 64; ++j) s[tid][j] -= s[tid][k] * s[k][j];
    }
    __syncthreads();
  }
  for (int r = 0; r < 64; ++r) a[r * lda + tid] = s[r][tid];
}

// a Cholesky factor of 6 x 6 in the registers of each thread
__global__ void cholesky_batched(const float* in, float* out, int batch) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= batch) return;
  float a[6][6];
#pragma unroll
  for (int i = 0; i < 6; ++i)
#pragma unroll
    for (int j = 0; j < 6; ++j) a[i][j] = in[(i * 6 + j) * batch + b] + (i == j ? 6.0f : 0.0f);
#pragma unroll
  for (int j = 0; j < 6; ++j) {
#pragma unroll
    for (int k = 0; k < j; ++k) a[j][j] -= a[j][k] * a[j][k];
    a[j][j] = sqrtf(a[j][j]);
#pragma unroll
    for (int i = j + 1; i < 6; ++i) {
#pragma unroll
      for (int k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
#pragma unroll
  for (int i = 0; i < 6; ++i)
#pragma unroll
    for (int j = 0; j <= i; ++j) out[(i * 6 + j) * batch + b] = a[i][j];
}

// tridiagonal systems, one to a thread, by the Thomas algorithm
__global__ void thomas(const double* a, const double* b, const double* c, double* d, double* work, int n,
                       int systems) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  work[s] = c[s] / (b[s] + 4.0);
  d[s] = d[s] / (b[s] + 4.0);
  for (int i = 1; i < n; ++i) {
    int at = i * systems + s, before = at - systems;
    double m = 1.0 / (b[at] + 4.0 - a[at] * work[before]);
    work[at] = c[at] * m;
    d[at] = (d[at] - a[at] * d[before]) * m;
  }
  for (int i = n - 2; i >= 0; --i) {
    int at = i * systems + s;
    d[at] -= work[at] * d[at + systems];
  }
}

// ---- stencils

__global__ void stencil_1d(const int* in, int* out, int n) {
  const int RADIUS = 3;
  __shared__ int temp[256 + 2 * RADIUS];
  int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
  temp[l] = in[g + RADIUS];
  if (threadIdx.x < RADIUS) {
    temp[l - RADIUS] = in[g];
    temp[l + 256] = in[g + RADIUS + 256];
  }
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[l + offset];
  if (g < n) out[g] = result;
}

__global__ void heat_2d(const double* t, double* next, int nx, int ny, double alpha) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  int i = y * nx + x;
  next[i] = t[i] + alpha * (t[i - 1] + t[i + 1] + t[i - nx] + t[i + nx] - 4.0 * t[i]);
}

__global__ void laplace_3d(const float* in, float* out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1 || z < 1 || z >= nz - 1) return;
  int i = (z * ny + y) * nx + x;
  out[i] = (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny]) / 6.0f;
}

// order 8 in space, marching along z with the column in registers
__global__ void wave_3d_march(const float* in, float* out, int nx, int ny, int nz) {
  __shared__ float plane[8 + 8][32 + 8];
  int x = blockIdx.x * 32 + threadIdx.x + 4, y = blockIdx.y * 8 + threadIdx.y + 4;
  int lx = threadIdx.x + 4, ly = threadIdx.y + 4, step = nx * ny;
  const float c[5] = {-2.847f, 1.6f, -0.2f, 0.0254f, -0.00179f};
  float front[4], behind[4], current;
  int at = y * nx + x;
  for (int k = 0; k < 4; ++k) behind[3 - k] = in[at + k * step];
  current = in[at + 4 * step];
  for (int k = 0; k < 4; ++k) front[k] = in[at + (5 + k) * step];
  for (int z = 4; z < nz - 4; ++z) {
    const float* here = in + z * step + at;
    plane[ly][lx] = current;
    if (threadIdx.x < 4) plane[ly][lx - 4] = here[-4], plane[ly][lx + 32] = here[32];
    if (threadIdx.y < 4) plane[ly - 4][lx] = here[-4 * nx], plane[ly + 8][lx] = here[8 * nx];
    __syncthreads();
    float v = 3 * c[0] * current;
#pragma unroll
    for (int k = 1; k <= 4; ++k)
      v += c[k] * (front[k - 1] + behind[k - 1] + plane[ly][lx - k] + plane[ly][lx + k] + plane[ly - k][lx] +
                   plane[ly + k][lx]);
    out[z * step + at] = v;
    __syncthreads();
    for (int k = 3; k > 0; --k) behind[k] = behind[k - 1];
    behind[0] = current;
    current = front[0];
    for (int k = 0; k < 3; ++k) front[k] = front[k + 1];
    if (z + 5 < nz) front[3] = in[(z + 5) * step + at];
  }
}

// ---- grids of physics

__global__ void hotspot(const float* power, const float* temp_in, float* temp_out, int n) {
  __shared__ float t[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 14 + tx - 1, y = blockIdx.y * 14 + ty - 1;
  int cx = min(max(x, 0), n - 1), cy = min(max(y, 0), n - 1);
  t[ty][tx] = temp_in[cy * n + cx];
  float p = power[cy * n + cx];
  __syncthreads();
  if (tx == 0 || tx == 15 || ty == 0 || ty == 15 || x >= n || y >= n) return;
  float c = t[ty][tx];
  float delta = 0.3413f * (p + (t[ty + 1][tx] + t[ty - 1][tx] - 2.0f * c) * 0.1f +
                           (t[ty][tx + 1] + t[ty][tx - 1] - 2.0f * c) * 0.1f + (80.0f - c) * 0.000041f);
  temp_out[y * n + x] = c + delta;
}

// lattice Boltzmann, nine directions, arrays apart
__global__ void lbm_d2q9(const float* f, float* g, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= nx) return;
  const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const float w[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
  float in[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int sx = (x - dx[k] + nx) % nx, sy = (y - dy[k] + ny) % ny;
    in[k] = f[(k * ny + sy) * nx + sx];
    rho += in[k];
    ux += dx[k] * in[k];
    uy += dy[k] * in[k];
  }
  ux /= rho;
  uy /= rho;
  float uu = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    float cu = 3.0f * (dx[k] * ux + dy[k] * uy);
    g[(k * ny + y) * nx + x] = in[k] - 0.6f * (in[k] - w[k] * rho * (1.0f + cu + 0.5f * cu * cu - uu));
  }
}

__global__ void game_of_life(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int alive = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      if (i || j) alive += in[(y + j + h) % h * w + (x + i + w) % w];
  out[y * w + x] = alive == 3 || (alive == 2 && in[y * w + x]);
}

// ---- images

__global__ void rgb_to_gray(const uchar3* rgb, unsigned char* gray, int pixels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  uchar3 p = rgb[i];
  gray[i] = static_cast<unsigned char>(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
}

#define BLUR_SIZE 3

__global__ void blur_kernel(const unsigned char* in, unsigned char* out, int w, int h) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= w || row >= h) return;
  int pixVal = 0, pixels = 0;
  for (int r = -BLUR_SIZE; r <= BLUR_SIZE; ++r)
    for (int c = -BLUR_SIZE; c <= BLUR_SIZE; ++c) {
      int y = row + r, x = col + c;
      if (y >= 0 && y < h && x >= 0 && x < w) pixVal += in[y * w + x], ++pixels;
    }
  out[row * w + col] = static_cast<unsigned char>(pixVal / pixels);
}

__global__ void sobel_shared(const unsigned char* in, unsigned char* out, int w, int h) {
  __shared__ int s[18][34];
  int bx = blockIdx.x * 32, by = blockIdx.y * 16;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 18 * 34; i += 512) {
    int x = min(max(bx + i % 34 - 1, 0), w - 1), y = min(max(by + i / 34 - 1, 0), h - 1);
    s[i / 34][i % 34] = in[y * w + x];
  }
  __syncthreads();
  int x = bx + threadIdx.x, y = by + threadIdx.y, lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  if (x >= w || y >= h) return;
  int gx = s[ly - 1][lx + 1] + 2 * s[ly][lx + 1] + s[ly + 1][lx + 1] - s[ly - 1][lx - 1] - 2 * s[ly][lx - 1] -
           s[ly + 1][lx - 1];
  int gy = s[ly + 1][lx - 1] + 2 * s[ly + 1][lx] + s[ly + 1][lx + 1] - s[ly - 1][lx - 1] - 2 * s[ly - 1][lx] -
           s[ly - 1][lx + 1];
  out[y * w + x] = static_cast<unsigned char>(min(255, abs(gx) + abs(gy)));
}

__global__ void median_3x3(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  unsigned char v[9];
  int k = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) v[k++] = in[(y + j) * w + x + i];
  for (int i = 0; i < 5; ++i)
    for (int j = i + 1; j < 9; ++j)
      if (v[j] < v[i]) {
        unsigned char t = v[i];
        v[i] = v[j];
        v[j] = t;
      }
  out[y * w + x] = v[4];
}

// ---- images: filters and resampling

__global__ void bilateral(const float* in, float* out, int w, int h, int radius, float sigma_s,
                          float sigma_r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float center = in[y * w + x], sum = 0, norm = 0;
  for (int j = -radius; j <= radius; ++j)
    for (int i = -radius; i <= radius; ++i) {
      int xx = min(max(x + i, 0), w - 1), yy = min(max(y + j, 0), h - 1);
      float v = in[yy * w + xx], d = v - center;
      float weight = __expf(-(i * i + j * j) / (2 * sigma_s * sigma_s) - d * d / (2 * sigma_r * sigma_r));
      sum += weight * v;
      norm += weight;
    }
  out[y * w + x] = sum / norm;
}

__constant__ float gauss_taps[17] = {0.005f, 0.01f, 0.02f, 0.035f, 0.05f,  0.07f, 0.09f, 0.11f, 0.12f,
                                     0.11f,  0.09f, 0.07f, 0.05f,  0.035f, 0.02f, 0.01f, 0.005f};

// the columns' pass of a separable filter
__global__ void convolution_columns(const float* src, float* dst, int w, int h) {
  __shared__ float s[32 + 16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 48; j += 8) {
    int y = y0 + j - 8;
    s[j][threadIdx.x] = x < w && y >= 0 && y < h ? src[y * w + x] : 0.0f;
  }
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) {
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; ++k) sum += gauss_taps[k] * s[j + k][threadIdx.x];
    if (x < w && y0 + j < h) dst[(y0 + j) * w + x] = sum;
  }
}

__global__ void resize_bilinear(const uchar4* in, uchar4* out, int w, int h, int ow, int oh) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= ow || y >= oh) return;
  float fx = (x + 0.5f) * w / ow - 0.5f, fy = (y + 0.5f) * h / oh - 0.5f;
  int x0 = max(0, (int)floorf(fx)), y0 = max(0, (int)floorf(fy));
  int x1 = min(w - 1, x0 + 1), y1 = min(h - 1, y0 + 1);
  float ax = fmaxf(0.0f, fx - x0), ay = fmaxf(0.0f, fy - y0);
  uchar4 a = in[y0 * w + x0], b = in[y0 * w + x1], c = in[y1 * w + x0], d = in[y1 * w + x1];
  auto mix = [=](int p, int q, int r, int s) {
    return static_cast<unsigned char>((p * (1 - ax) + q * ax) * (1 - ay) + (r * (1 - ax) + s * ax) * ay +
                                      0.5f);
  };
  out[y * ow + x] =
      make_uchar4(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y), mix(a.z, b.z, c.z, d.z), 255);
}

// ---- convolutional networks

__global__ void conv2d_direct(const float* in, const float* weight, float* out, int C, int H, int W, int K) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  int OH = H - 2, OW = W - 2;
  if (x >= OW || y >= OH) return;
  float acc = 0;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < 3; ++r)
      for (int s = 0; s < 3; ++s)
        acc += in[(c * H + y + r) * W + x + s] * weight[((k * C + c) * 3 + r) * 3 + s];
  out[(k * OH + y) * OW + x] = acc;
}

__global__ void depthwise_conv_nhwc(const __half* in, const __half* filter, __half* out, int H, int W,
                                    int C) {
  int c = threadIdx.x, x = blockIdx.x, y = blockIdx.y;
  float acc = 0;
  for (int r = -1; r <= 1; ++r)
    for (int s = -1; s <= 1; ++s) {
      if (y + r < 0 || y + r >= H || x + s < 0 || x + s >= W) continue;
      acc += __half2float(in[((y + r) * W + x + s) * C + c]) *
             __half2float(filter[((r + 1) * 3 + s + 1) * C + c]);
    }
  out[(y * W + x) * C + c] = __float2half(fmaxf(acc, 0.0f));
}

__global__ void im2col(const float* im, float* col, int C, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= C * H * W) return;
  int w = i % W, h = i / W % H, c = i / (W * H);
  for (int r = 0; r < 3; ++r)
    for (int s = 0; s < 3; ++s) {
      int y = h + r - 1, x = w + s - 1;
      bool in_range = y >= 0 && y < H && x >= 0 && x < W;
      col[((c * 9 + r * 3 + s) * H + h) * W + w] = in_range ? im[(c * H + y) * W + x] : 0.0f;
    }
}

// ---- language models: rows

__global__ void softmax_thread(const float* in, float* out, int N, int C) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N) return;
  const float* row = in + i * C;
  float maxval = -INFINITY, sum = 0;
  for (int j = 0; j < C; j++) maxval = fmaxf(maxval, row[j]);
  for (int j = 0; j < C; j++) {
    out[i * C + j] = expf(row[j] - maxval);
    sum += out[i * C + j];
  }
  for (int j = 0; j < C; j++) out[i * C + j] /= sum;
}

// one pass over the row for maximum and sum, a second to write
__global__ void softmax_online_block(const float* in, float* out, int C) {
  __shared__ float maxima[32], sums[32];
  const float* x = in + (size_t)blockIdx.x * C;
  float m = -INFINITY, s = 0;
  for (int j = threadIdx.x; j < C; j += blockDim.x) {
    float v = x[j];
    if (v > m) {
      s *= expf(m - v);
      m = v;
    }
    s += expf(v - m);
  }
  float warp_m = warp_max_all(m);
  float warp_s = warp_sum_all(m == -INFINITY ? 0.0f : s * expf(m - warp_m));
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  if (lane == 0) maxima[warp] = warp_m, sums[warp] = warp_s;
  __syncthreads();
  float all_m = warp_max_all(lane < warps ? maxima[lane] : -INFINITY);
  float all_s = warp_sum_all(lane < warps ? sums[lane] * expf(maxima[lane] - all_m) : 0.0f);
  for (int j = threadIdx.x; j < C; j += blockDim.x)
    out[(size_t)blockIdx.x * C + j] = expf(x[j] - all_m) / all_s;
}

__global__ void layernorm_forward_warp(float* out, float* mean, float* rstd, const float* inp,
                                       const float* weight, const float* bias, int N, int C) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int idx = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (idx >= N) return;
  const float* x = inp + idx * C;
  float sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) sum += x[i];
  float m = cg::reduce(warp, sum, cg::plus<float>{}) / C;
  sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) sum += (x[i] - m) * (x[i] - m);
  float s = rsqrtf(cg::reduce(warp, sum, cg::plus<float>{}) / C + 1e-5f);
  if (warp.thread_rank() == 0) {
    __stcs(mean + idx, m);
    __stcs(rstd + idx, s);
  }
  for (int c = warp.thread_rank(); c < C; c += warp.size())
    __stcs(out + idx * C + c, s * (__ldcs(x + c) - m) * weight[c] + bias[c]);
}

__global__ void rmsnorm_bf16(const __nv_bfloat162* in, const __nv_bfloat162* weight, __nv_bfloat162* out,
                             int half_dim) {
  __shared__ float partial[32];
  size_t base = (size_t)blockIdx.x * half_dim;
  float sum = 0;
  for (int i = threadIdx.x; i < half_dim; i += blockDim.x) {
    float2 v = __bfloat1622float2(in[base + i]);
    sum += v.x * v.x + v.y * v.y;
  }
  sum = warp_sum_all(sum);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  float total = warp_sum_all(threadIdx.x % 32 < blockDim.x / 32 ? partial[threadIdx.x % 32] : 0.0f);
  float scale = rsqrtf(total / (2 * half_dim) + 1e-6f);
  for (int i = threadIdx.x; i < half_dim; i += blockDim.x) {
    float2 v = __bfloat1622float2(in[base + i]), w = __bfloat1622float2(weight[i]);
    out[base + i] = __floats2bfloat162_rn(v.x * scale * w.x, v.y * scale * w.y);
  }
}

// ---- language models: the rest

// a thread to each query row, with K and V in tiles of shared memory
__global__ void __launch_bounds__(64)
    flash_forward_naive(const float* Q, const float* K, const float* V, float* O, int N) {
  const int d = 32, B = 64;
  __shared__ float Kj[B][d], Vj[B][d];
  size_t head = (size_t)blockIdx.y * N * d;
  int row = blockIdx.x * B + threadIdx.x;
  float q[d], o[d], m = -INFINITY, l = 0;
#pragma unroll
  for (int i = 0; i < d; ++i) q[i] = Q[head + row * d + i] * 0.176f, o[i] = 0;
  for (int j0 = 0; j0 < N; j0 += B) {
    for (int i = threadIdx.x; i < B * d; i += B) {
      Kj[i / d][i % d] = K[head + j0 * d + i];
      Vj[i / d][i % d] = V[head + j0 * d + i];
    }
    __syncthreads();
    for (int j = 0; j < B; ++j) {
      float s = 0;
#pragma unroll
      for (int i = 0; i < d; ++i) s += q[i] * Kj[j][i];
      float m_new = fmaxf(m, s), p = __expf(s - m_new), old = __expf(m - m_new);
      l = l * old + p;
#pragma unroll
      for (int i = 0; i < d; ++i) o[i] = o[i] * old + p * Vj[j][i];
      m = m_new;
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < d; ++i) O[head + row * d + i] = o[i] / l;
}

__global__ void adamw(float* params, const float* grads, float* m_memory, float* v_memory, int n, float lr,
                      float beta1, float beta2, float beta1_correction, float beta2_correction, float eps,
                      float decay) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float grad = grads[i], m = m_memory[i], v = v_memory[i];
  m = beta1 * m + (1.0f - beta1) * grad;
  m_memory[i] = m;
  v = beta2 * v + (1.0f - beta2) * grad * grad;
  v_memory[i] = v;
  m /= beta1_correction;
  v /= beta2_correction;
  params[i] -= lr * (m / (sqrtf(v) + eps) + decay * params[i]);
}

__global__ void rope(__half2* q, const int* positions, int heads, int half_dim) {
  int token = blockIdx.x, pos = positions[token];
  for (int i = threadIdx.x; i < heads * half_dim; i += blockDim.x) {
    int d = i % half_dim;
    float sine, cosine;
    sincosf(pos * powf(10000.0f, -2.0f * d / (2 * half_dim)), &sine, &cosine);
    float2 v = __half22float2(q[(size_t)token * heads * half_dim + i]);
    q[(size_t)token * heads * half_dim + i] =
        __floats2half2_rn(v.x * cosine - v.y * sine, v.x * sine + v.y * cosine);
  }
}

// ---- sparse matrices

__global__ void spmv_csr_scalar(int rows, const int* start, const int* col, const float* val, const float* x,
                                float* y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float dot = 0;
  for (int j = start[r]; j < start[r + 1]; ++j) dot += val[j] * x[col[j]];
  y[r] = dot;
}

__global__ void spmv_csr_tile(int rows, const int* start, const int* col, const float* val, const float* x,
                              float* y) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
  if (r >= rows) return;
  float sum = 0;
  for (int j = start[r] + tile.thread_rank(); j < start[r + 1]; j += 8) sum += val[j] * x[col[j]];
  sum = cg::reduce(tile, sum, cg::plus<float>());
  if (tile.thread_rank() == 0) y[r] = sum;
}

__global__ void spmv_coo(int nnz, const int* row, const int* col, const float* val, const float* x,
                         float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nnz; i += blockDim.x * gridDim.x)
    atomicAdd(&y[row[i]], val[i] * x[col[i]]);
}

// sparse times dense, a row to a block, a column to a thread
__global__ void spmm_rows(const int* start, const int* col, const float* val, const float* B, float* C,
                          int width) {
  int r = blockIdx.x, c = threadIdx.x;
  float acc = 0;
  for (int j = start[r]; j < start[r + 1]; ++j) acc += val[j] * B[(size_t)col[j] * width + c];
  C[(size_t)r * width + c] = acc;
}

// ---- graphs

__global__ void bfs_frontier(const int* frontier, int size, const int* start, const int* edges, int* level,
                             int* next, int* next_size, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  int v = frontier[i];
  for (int e = start[v]; e < start[v + 1]; ++e)
    if (atomicCAS(&level[edges[e]], -1, depth) == -1) next[atomicAdd(next_size, 1)] = edges[e];
}

__global__ void pagerank_push(int nodes, const int* start, const int* edges, const float* rank, float* next) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes) return;
  int begin = start[v], end = start[v + 1];
  float share = 0.85f * rank[v] / max(1, end - begin);
  for (int e = begin; e < end; ++e) atomicAdd(next + edges[e], share);
}

// common neighbours of the ends of each edge, in sorted lists
__global__ void triangle_count(int edges, const int* from, const int* to, const int* start, const int* adj,
                               unsigned long long* triangles) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  int count = 0;
  if (e < edges) {
    int i = start[from[e]], i_end = start[from[e] + 1], j = start[to[e]], j_end = start[to[e] + 1];
    while (i < i_end && j < j_end) {
      int a = adj[i], b = adj[j];
      count += a == b;
      i += a <= b;
      j += b <= a;
    }
  }
  count = __reduce_add_sync(0xffffffffu, count);
  if (threadIdx.x % 32 == 0 && count) atomicAdd(triangles, (unsigned long long)count);
}

__global__ void floyd_warshall_step(int* dist, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  if (j >= n || i == k || j == k) return;
  int through = dist[i * n + k] + dist[k * n + j];
  if (through < dist[i * n + j]) dist[i * n + j] = through;
}

// ---- particles

__global__ void nbody_naive(const float4* pos, float4* acc, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 a = make_float3(0, 0, 0);
  float4 me = pos[i];
  for (int j = 0; j < n; j++) {
    float dx = pos[j].x - me.x, dy = pos[j].y - me.y, dz = pos[j].z - me.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
    float s = pos[j].w * inv * inv * inv;
    a.x += dx * s;
    a.y += dy * s;
    a.z += dz * s;
  }
  acc[i] = make_float4(a.x, a.y, a.z, 0);
}

__global__ void nbody_tiled(const float4* pos, float4* acc, int n) {
  __shared__ float4 tile[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float4 me = pos[min(i, n - 1)];
  float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += 128) {
    tile[threadIdx.x] = t + threadIdx.x < n ? pos[t + threadIdx.x] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 128; ++j) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
      float s = tile[j].w * inv * inv * inv;
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    __syncthreads();
  }
  if (i < n) acc[i] = make_float4(ax, ay, az, 0);
}

__global__ void lennard_jones(const double* x, const double* y, const double* z, const int* neighbors,
                              double* energy, int n, int per_atom) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double xi = x[i], yi = y[i], zi = z[i], e = 0;
  for (int k = 0; k < per_atom; ++k) {
    int j = neighbors[k * n + i];
    double dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
    double r2 = dx * dx + dy * dy + dz * dz + 0.01;
    if (r2 < 0.5) {
      double inv = 1.0 / r2, inv6 = inv * inv * inv;
      e += 4.0 * inv6 * (inv6 - 1.0);
    }
  }
  energy[i] = e;
}

__constant__ float4 atoms[1000];

// electrostatic potential on a plane of a grid
__global__ void coulombic_potential(float* grid, int nx, float spacing, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float px = x * spacing, py = y * spacing, energy = 0;
  for (int a = 0; a < count; ++a) {
    float dx = px - atoms[a].x, dy = py - atoms[a].y;
    energy += atoms[a].w * rsqrtf(dx * dx + dy * dy + atoms[a].z);
  }
  grid[y * nx + x] += energy;
}

// ---- Monte Carlo

__device__ inline unsigned xorshift(unsigned& s) {
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return s;
}

__global__ void monte_carlo_pi(unsigned long long* hits, int tries) {
  unsigned seed = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
  int inside = 0;
  for (int i = 0; i < tries; ++i) {
    float x = xorshift(seed) * 2.3283064e-10f, y = xorshift(seed) * 2.3283064e-10f;
    if (x * x + y * y <= 1.0f) inside++;
  }
  atomicAdd(hits, (unsigned long long)inside);
}

__global__ void asian_option(float* payoff, int paths, int steps, float s0, float strike, float r,
                             float sigma, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= paths) return;
  unsigned seed = i * 747796405u + 2891336453u;
  float s = s0, mean = 0;
  for (int t = 0; t < steps; ++t) {
    float u1 = (xorshift(seed) + 1.0f) * 2.3283064e-10f, u2 = xorshift(seed) * 2.3283064e-10f;
    float z = sqrtf(-2.0f * logf(u1)) * cospif(2.0f * u2);
    s *= expf((r - 0.5f * sigma * sigma) * dt + sigma * sqrtf(dt) * z);
    mean += s;
  }
  payoff[i] = fmaxf(mean / steps - strike, 0.0f);
}

__global__ void ising_checkerboard(signed char* lattice, const signed char* other, const float* randoms,
                                   float beta, int nx, int ny, bool black) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int i = tid / ny, j = tid % ny;
  if (i >= nx) return;
  int up = i ? i - 1 : nx - 1, down = i + 1 < nx ? i + 1 : 0;
  int side = (black == (i % 2 == 1)) ? (j + 1 < ny ? j + 1 : 0) : (j ? j - 1 : ny - 1);
  int sum = other[up * ny + j] + other[down * ny + j] + other[tid] + other[i * ny + side];
  signed char spin = lattice[tid];
  if (randoms[tid] < expf(-2.0f * beta * sum * spin)) lattice[tid] = -spin;
}

__device__ inline double cnd(double d) { return 0.5 * erfc(-d * 0.70710678118654752); }

__global__ void black_scholes_double(const double* S, const double* X, const double* T, double* call,
                                     double* put, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double root = sqrt(T[i]), r = 0.02, v = 0.3;
  double d1 = (log(S[i] / X[i]) + (r + 0.5 * v * v) * T[i]) / (v * root), d2 = d1 - v * root;
  double discount = exp(-r * T[i]);
  call[i] = S[i] * cnd(d1) - X[i] * discount * cnd(d2);
  put[i] = X[i] * discount * cnd(-d2) - S[i] * cnd(-d1);
}

// ---- cryptography and checksums

__constant__ unsigned sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ inline unsigned rotr(unsigned x, int n) { return x >> n | x << (32 - n); }
__device__ inline unsigned rotl(unsigned x, int n) { return x << n | x >> (32 - n); }

// the digest of one block of 64 bytes with a nonce of the thread's, as a miner does
__global__ void sha256_nonces(const unsigned* header, unsigned* smallest, int n) {
  unsigned nonce = blockIdx.x * blockDim.x + threadIdx.x;
  if (nonce >= n) return;
  unsigned w[64];
  for (int i = 0; i < 16; ++i) w[i] = header[i];
  w[3] = nonce;
#pragma unroll
  for (int i = 16; i < 64; ++i) {
    unsigned s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    unsigned s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  unsigned a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f, f = 0x9b05688c,
           g = 0x1f83d9ab, h = 0x5be0cd19;
#pragma unroll
  for (int i = 0; i < 64; ++i) {
    unsigned t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + sha_k[i] + w[i];
    unsigned t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  unsigned digest = a + 0x6a09e667;
  if (digest < 0x00010000) atomicMin(smallest, nonce);
}

#define QUARTER(a, b, c, d)                                                                     \
  a += b, d = rotl(d ^ a, 16), c += d, b = rotl(b ^ c, 12), a += b, d = rotl(d ^ a, 8), c += d, \
          b = rotl(b ^ c, 7)

// each thread has one block of 64 bytes of the stream
__global__ void chacha20_xor(const uint4* in, uint4* out, int blocks, uint4 k0, uint4 k1) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= blocks) return;
  unsigned x0 = 0x61707865, x1 = 0x3320646e, x2 = 0x79622d32, x3 = 0x6b206574, x4 = k0.x, x5 = k0.y,
           x6 = k0.z, x7 = k0.w, x8 = k1.x, x9 = k1.y, x10 = k1.z, x11 = k1.w, x12 = i, x13 = 0, x14 = 7,
           x15 = 9;
  for (int round = 0; round < 10; ++round) {
    QUARTER(x0, x4, x8, x12);
    QUARTER(x1, x5, x9, x13);
    QUARTER(x2, x6, x10, x14);
    QUARTER(x3, x7, x11, x15);
    QUARTER(x0, x5, x10, x15);
    QUARTER(x1, x6, x11, x12);
    QUARTER(x2, x7, x8, x13);
    QUARTER(x3, x4, x9, x14);
  }
  const uint4* p = in + i * 4;
  uint4 a = p[0], b = p[1], c = p[2], d = p[3];
  out[i * 4] = make_uint4(a.x ^ x0, a.y ^ x1, a.z ^ x2, a.w ^ x3);
  out[i * 4 + 1] = make_uint4(b.x ^ x4, b.y ^ x5, b.z ^ x6, b.w ^ x7);
  out[i * 4 + 2] = make_uint4(c.x ^ x8, c.y ^ x9, c.z ^ x10, c.w ^ x11);
  out[i * 4 + 3] = make_uint4(d.x ^ x12, d.y ^ x13, d.z ^ x14, d.w ^ x15);
}

__global__ void crc32_table(const unsigned char* data, unsigned* crc, const unsigned* table, int chunk,
                            int chunks) {
  __shared__ unsigned t[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) t[i] = table[i];
  __syncthreads();
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= chunks) return;
  unsigned value = 0xffffffffu;
  for (int i = 0; i < chunk; ++i) value = t[(value ^ data[(size_t)c * chunk + i]) & 255] ^ value >> 8;
  crc[c] = ~value;
}

// ---- number theory

__global__ void collatz(int* steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long v = i + 1;
  int count = 0;
  while (v != 1) {
    v = v % 2 == 0 ? v / 2 : 3 * v + 1;
    ++count;
  }
  steps[i] = count;
}

__global__ void modexp_64(const unsigned long long* base, unsigned long long* out, int n, unsigned exponent,
                          unsigned modulus) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long result = 1, b = base[i] % modulus;
  for (unsigned e = exponent; e; e >>= 1) {
    if (e & 1) result = result * b % modulus;
    b = b * b % modulus;
  }
  out[i] = result;
}

// ---- dynamic programming

__global__ void pathfinder_rows(const int* wall, const int* src, int* dst, int cols, int rows, int start) {
  __shared__ int prev[256], result[256];
  int tx = threadIdx.x, x = blockIdx.x * (256 - 2 * rows) + tx - rows;
  bool valid = x >= 0 && x < cols;
  prev[tx] = valid ? src[x] : 1 << 28;
  __syncthreads();
  for (int i = 0; i < rows; ++i) {
    bool computes = tx > i && tx < 255 - i && valid;
    if (computes) {
      int best = min(prev[tx], min(prev[tx - 1], prev[tx + 1]));
      result[tx] = best + wall[(start + i) * cols + x];
    }
    __syncthreads();
    if (computes) prev[tx] = result[tx];
    __syncthreads();
  }
  if (valid && tx >= rows && tx < 256 - rows) dst[x] = prev[tx];
}

// one pair of strings to a block, a barrier to each antidiagonal
__global__ void edit_distance_block(const char* a, const char* b, int* out, int len) {
  extern __shared__ int diag[];
  int *d0 = diag, *d1 = diag + len + 1, *d2 = diag + 2 * (len + 1);
  const char *s = a + blockIdx.x * len, *t = b + blockIdx.x * len;
  for (int k = 0; k <= 2 * len; ++k) {
    for (int i = threadIdx.x; i <= len; i += blockDim.x) {
      int j = k - i;
      if (j < 0 || j > len) continue;
      int v;
      if (i == 0 || j == 0)
        v = k;
      else
        v = min(min(d1[i - 1], d1[i]) + 1, d0[i - 1] + (s[i - 1] != t[j - 1]));
      d2[i] = v;
    }
    __syncthreads();
    int* spare = d0;
    d0 = d1;
    d1 = d2;
    d2 = spare;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = d1[len];
}

// one antidiagonal of tiles of Needleman-Wunsch, 16 x 16 a tile
__global__ void needle_tiles(const int* reference, int* matrix, int cols, int diagonal, int penalty) {
  __shared__ int temp[17][17];
  __shared__ int ref[16][16];
  int bx = blockIdx.x, by = diagonal - 1 - bx, tx = threadIdx.x;
  int base = cols * (16 * by + 1) + 16 * bx + 1;
  for (int y = 0; y < 16; ++y) ref[y][tx] = reference[base + cols * y + tx];
  if (tx == 0) temp[0][0] = matrix[base - cols - 1];
  temp[tx + 1][0] = matrix[base + cols * tx - 1];
  temp[0][tx + 1] = matrix[base - cols + tx];
  __syncthreads();
  for (int m = 0; m < 31; ++m) {
    int x = tx + 1, y = m - tx + 1;
    if (y >= 1 && y <= 16)
      temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1], max(temp[y][x - 1], temp[y - 1][x]) - penalty);
    __syncthreads();
  }
  for (int y = 0; y < 16; ++y) matrix[base + cols * y + tx] = temp[y + 1][tx + 1];
}

__global__ void knapsack_one_block(const int* weight, const int* value, int* best, int items, int capacity) {
  extern __shared__ int row[];
  int *now = row, *next = row + capacity + 1;
  for (int c = threadIdx.x; c <= capacity; c += blockDim.x) now[c] = 0;
  __syncthreads();
  for (int i = 0; i < items; ++i) {
    int w = weight[i], v = value[i];
    for (int c = threadIdx.x; c <= capacity; c += blockDim.x)
      next[c] = c >= w ? max(now[c], now[c - w] + v) : now[c];
    __syncthreads();
    int* t = now;
    now = next;
    next = t;
  }
  if (threadIdx.x == 0) *best = now[capacity];
}

// ---- text

__global__ void match_pattern(const char* text, int n, const char* pattern, int m, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n - m) return;
  int k = 0;
  while (k < m && text[i + k] == pattern[k]) k++;
  if (k == m) atomicAdd(count, 1);
}

// ---- tables of keys

__device__ inline unsigned mix_hash(unsigned k) {
  k ^= k >> 16;
  k *= 0x85ebca6b;
  k ^= k >> 13;
  k *= 0xc2b2ae35;
  return k ^ k >> 16;
}

__global__ void hash_insert(const int* keys, int n, int* slots, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int key = keys[i] + 1;
  for (unsigned s = mix_hash(key) & mask;; s = (s + 1) & mask) {
    int old = atomicCAS(&slots[s], 0, key);
    if (old == 0 || old == key) return;
  }
}

__global__ void binary_search_many(const int* sorted, int n, const int* queries, int* position, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int q = queries[i], low = 0, high = n;
  while (low < high) {
    int mid = (low + high) / 2;
    if (sorted[mid] < q)
      low = mid + 1;
    else
      high = mid;
  }
  position[i] = low;
}

// ---- atomics

__global__ void count_even(const int* data, int n, int* counter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && data[i] % 2 == 0) atomicAdd(counter, 1);
}

__device__ inline double atomic_add_cas(double* address, double value) {
  unsigned long long* p = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *p, assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

// energies of particles deposited in cells, with the loop from the programming guide
__global__ void deposit_cas(const int* cell, const double* energy, double* grid, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomic_add_cas(&grid[cell[i]], energy[i]);
}

__global__ void bounding_box(const float3* points, int* low, int* high, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 p = points[i];
  atomicMin(&low[0], __float_as_int(p.x));
  atomicMin(&low[1], __float_as_int(p.y));
  atomicMin(&low[2], __float_as_int(p.z));
  atomicMax(&high[0], __float_as_int(p.x));
  atomicMax(&high[1], __float_as_int(p.y));
  atomicMax(&high[2], __float_as_int(p.z));
}

// ---- within warps

__global__ void compact_warp_aggregated(const int* in, int* out, int* total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 50) return;
  auto active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(total, (int)active.size());
  out[active.shfl(base, 0) + active.thread_rank()] = in[i];
}

__global__ void bit_matrix_pack(const float* in, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned word = __ballot_sync(0xffffffffu, i < n && in[i] > 0.5f);
  if (threadIdx.x % 32 == 0 && i < n) out[i / 32] = word;
}

// sorts 32 values in the registers of a warp
__global__ void warp_bitonic(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int v = i < n ? data[i] : 0x7fffffff;
  for (int k = 2; k <= 32; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = __shfl_xor_sync(0xffffffffu, v, j);
      bool keep_low = ((lane & j) == 0) == ((lane & k) == 0);
      v = keep_low ? min(v, other) : max(v, other);
    }
  if (i < n) data[i] = v;
}

__global__ void match_votes(const int* keys, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int key = keys[i];
  unsigned peers = __match_any_sync(__activemask(), key);
  if (__ffs(peers) - 1 == threadIdx.x % 32) atomicAdd(&bins[key], __popc(peers));
}

// ---- transforms

__global__ void __launch_bounds__(512) fft_1024(float2* data) {
  __shared__ float re[1024], im[1024];
  float2* mine = data + blockIdx.x * 1024;
  for (int i = threadIdx.x; i < 1024; i += 512) {
    int r = __brev(i) >> 22;
    re[r] = mine[i].x;
    im[r] = mine[i].y;
  }
  for (int half = 1; half < 1024; half *= 2) {
    __syncthreads();
    int k = threadIdx.x % half, a = threadIdx.x / half * 2 * half + k, b = a + half;
    float sine, cosine;
    __sincosf(-3.14159265f * k / half, &sine, &cosine);
    float tr = cosine * re[b] - sine * im[b], ti = cosine * im[b] + sine * re[b];
    re[b] = re[a] - tr;
    im[b] = im[a] - ti;
    re[a] += tr;
    im[a] += ti;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 512) mine[i] = make_float2(re[i], im[i]);
}

__global__ void dft_naive(const float* in, float2* out, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  float re = 0, im = 0;
  for (int t = 0; t < n; ++t) {
    float angle = -2.0f * 3.14159265f * k * t / n;
    re += in[t] * cosf(angle);
    im += in[t] * sinf(angle);
  }
  out[k] = make_float2(re, im);
}

__global__ void dct_8x8(const float* in, float* out, int w) {
  __shared__ float block[8][8], rows[8][8], basis[8][8];
  int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.y * 8 + y) * w + blockIdx.x * 8 + x;
  block[y][x] = in[at] - 0.5f;
  basis[y][x] = (y ? 0.5f : 0.35355339f) * cospif((2 * x + 1) * y / 16.0f);
  __syncthreads();
  float s = 0;
  for (int k = 0; k < 8; ++k) s += block[y][k] * basis[x][k];
  rows[y][x] = s;
  __syncthreads();
  s = 0;
  for (int k = 0; k < 8; ++k) s += rows[k][x] * basis[y][k];
  out[at] = s;
}

// ---- geometry and fractals

__global__ void mandelbrot(int* iterations, int w, int h, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  float cx = -2.0f + 3.0f * px / w, cy = -1.5f + 3.0f * py / h, x = 0, y = 0;
  int i = 0;
  while (x * x + y * y < 4.0f && i < limit) {
    float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    ++i;
  }
  iterations[py * w + px] = i;
}

struct Sphere {
  float x, y, z, radius, r, g, b;
};

__constant__ Sphere spheres[20];

__global__ void ray_trace(uchar4* image, int dim) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  float ox = x - dim / 2, oy = y - dim / 2, r = 0, g = 0, b = 0, maxz = -2e10f;
  for (int i = 0; i < 20; i++) {
    float dx = ox - spheres[i].x, dy = oy - spheres[i].y, rr = spheres[i].radius * spheres[i].radius;
    if (dx * dx + dy * dy >= rr) continue;
    float dz = sqrtf(rr - dx * dx - dy * dy), t = dz + spheres[i].z;
    if (t > maxz) {
      float scale = dz / spheres[i].radius;
      r = spheres[i].r * scale, g = spheres[i].g * scale, b = spheres[i].b * scale, maxz = t;
    }
  }
  image[x + y * blockDim.x * gridDim.x] = make_uchar4((int)(r * 255), (int)(g * 255), (int)(b * 255), 255);
}

// ---- learning and data

__global__ void kmeans_assign(const float* points, const float* centers, int* label, int n, int dims, int k) {
  extern __shared__ float c[];
  for (int i = threadIdx.x; i < k * dims; i += blockDim.x) c[i] = centers[i];
  __syncthreads();
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  float best = 1e30f;
  int at = 0;
  for (int j = 0; j < k; ++j) {
    float d = 0;
    for (int f = 0; f < dims; ++f) {
      float diff = points[f * n + p] - c[j * dims + f];
      d += diff * diff;
    }
    if (d < best) best = d, at = j;
  }
  label[p] = at;
}

// the k nearest references of each query, kept in order by insertion in local memory
__global__ void knn_insertion(const float2* queries, const float2* refs, int* nearest, int nq, int nr,
                              int k) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q >= nq) return;
  float dist[32];
  int index[32];
  for (int i = 0; i < k; ++i) dist[i] = 1e30f, index[i] = -1;
  float2 p = queries[q];
  for (int r = 0; r < nr; ++r) {
    float dx = refs[r].x - p.x, dy = refs[r].y - p.y, d = dx * dx + dy * dy;
    if (d >= dist[k - 1]) continue;
    int i = k - 1;
    for (; i > 0 && dist[i - 1] > d; --i) dist[i] = dist[i - 1], index[i] = index[i - 1];
    dist[i] = d;
    index[i] = r;
  }
  for (int i = 0; i < k; ++i) nearest[q * k + i] = index[i];
}

struct TreeNode {
  int feature, left;
  float threshold, value;
};

__global__ void forest_predict(const TreeNode* nodes, const float* features, float* out, int n, int trees,
                               int per_tree) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int t = 0; t < trees; ++t) {
    int at = 0;
    TreeNode node = nodes[t * per_tree];
    while (node.left) {
      at = node.left + (features[node.feature * n + i] > node.threshold);
      node = nodes[t * per_tree + at];
    }
    sum += node.value;
  }
  out[i] = sum / trees;
}

// ---- blocks that copy ahead

// dot products of rows, two tiles ahead in shared memory
__global__ void rows_dot_async(const float4* a, const float4* b, float* out, int n4) {
  __shared__ float4 sa[2][128], sb[2][128];
  int t = threadIdx.x;
  size_t base = (size_t)blockIdx.x * n4;
  __pipeline_memcpy_async(&sa[0][t], &a[base + t], 16);
  __pipeline_memcpy_async(&sb[0][t], &b[base + t], 16);
  __pipeline_commit();
  float sum = 0;
  int stage = 0;
  for (int i = 0; i < n4; i += 128, stage ^= 1) {
    if (i + 128 < n4) {
      __pipeline_memcpy_async(&sa[stage ^ 1][t], &a[base + i + 128 + t], 16);
      __pipeline_memcpy_async(&sb[stage ^ 1][t], &b[base + i + 128 + t], 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(1);
    float4 x = sa[stage][t], y = sb[stage][t];
    sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
  }
  sum = warp_sum(sum);
  if (t % 32 == 0) atomicAdd(&out[blockIdx.x], sum);
}

__global__ void __launch_bounds__(256) matmul_async(const float* A, const float* B, float* C, int n) {
  __shared__ float As[3][32][36], Bs[3][32][36];
  int t = threadIdx.x, r = t / 8, c = t % 8 * 4;
  const float* a = A + (blockIdx.y * 32 + r) * n + c;
  const float* b = B + r * n + blockIdx.x * 32 + c;
  int tiles = n / 32;
  for (int p = 0; p < 2; ++p) {
    __pipeline_memcpy_async(&As[p][r][c], a + p * 32, 16);
    __pipeline_memcpy_async(&Bs[p][r][c], b + p * 32 * n, 16);
    __pipeline_commit();
  }
  float acc[4] = {};
  for (int p = 0; p < tiles; ++p) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (p + 2 < tiles) {
      __pipeline_memcpy_async(&As[(p + 2) % 3][r][c], a + (p + 2) * 32, 16);
      __pipeline_memcpy_async(&Bs[(p + 2) % 3][r][c], b + (p + 2) * 32 * n, 16);
    }
    __pipeline_commit();
#pragma unroll
    for (int k = 0; k < 32; ++k) {
      float x = As[p % 3][r][k];
      for (int j = 0; j < 4; ++j) acc[j] += x * Bs[p % 3][k][c + j];
    }
  }
  for (int j = 0; j < 4; ++j) C[(blockIdx.y * 32 + r) * n + blockIdx.x * 32 + c + j] = acc[j];
}

// ---- one block, one warp, one thread

__global__ void fibonacci_one_thread(unsigned* f, int n) {
  f[0] = 0;
  f[1] = 1;
  for (int i = 2; i < n; ++i) f[i] = f[i - 1] + f[i - 2];
}

__global__ void list_walk(const int* next, int* sum, int hops) {
  int at = 0, total = 0;
  for (int i = 0; i < hops; ++i) {
    at = next[at];
    total += at;
  }
  *sum = total;
}

__global__ void jacobi_one_block(float* u, int n, int sweeps) {
  extern __shared__ float s[];
  float *now = s, *next = s + n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) now[i] = next[i] = u[i];
  __syncthreads();
  for (int k = 0; k < sweeps; ++k) {
    for (int i = threadIdx.x + 1; i < n - 1; i += blockDim.x) next[i] = 0.5f * (now[i - 1] + now[i + 1]);
    __syncthreads();
    float* t = now;
    now = next;
    next = t;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) u[i] = now[i];
}

// x of L x = b, by one warp
__global__ void triangular_solve_warp(const float* L, float* x, int n) {
  int lane = threadIdx.x;
  for (int r = 0; r < n; ++r) {
    float sum = 0;
    for (int c = lane; c < r; c += 32) sum += L[r * n + c] * x[c];
    sum = warp_sum(sum);
    if (lane == 0) x[r] = (x[r] - sum) / (L[r * n + r] + 1.0f);
    __syncwarp();
  }
}

// ---- grids that stay, and queues of work

__global__ void queue_of_rows(const float* m, float* norm, int* ticket, int rows, int cols) {
  __shared__ int row;
  __shared__ float part[4];
  while (true) {
    if (threadIdx.x == 0) row = atomicAdd(ticket, 1);
    __syncthreads();
    int r = row;
    if (r >= rows) return;
    int length = cols / 8 + (r * 37 % 100) * cols / 128;
    float sum = 0;
    for (int c = threadIdx.x; c < length; c += blockDim.x)
      sum += m[(size_t)r * cols + c] * m[(size_t)r * cols + c];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) norm[r] = sqrtf(part[0] + part[1] + part[2] + part[3]);
  }
}

__global__ void persistent_tiles(const float* in, float* out, int n, int tiles) {
  __shared__ float s[32][33];
  int tiles_x = n / 32;
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    int tx = t % tiles_x * 32, ty = t / tiles_x * 32;
    for (int j = threadIdx.y; j < 32; j += 8) s[j][threadIdx.x] = in[(ty + j) * n + tx + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8) out[(tx + j) * n + ty + threadIdx.x] = s[threadIdx.x][j];
    __syncthreads();
  }
}

// every thread's loop is as long as its block's number says
__global__ void triangular_work(float* out, int step) {
  int n = (blockIdx.x % 64 + 1) * step;
  float v = threadIdx.x * 0.001f;
  for (int i = 0; i < n; ++i) v = v * 0.999f + 0.01f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// ---- limited by registers, shared memory, local memory

template <int ORDER>
__global__ void __launch_bounds__(128)
    legendre_fit(const float* x, const float* y, float* coefficients, int samples) {
  int s = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  float sum[ORDER];
#pragma unroll
  for (int k = 0; k < ORDER; ++k) sum[k] = 0;
  for (int i = s; i < samples; i += threads) {
    float t = x[i], p0 = 1, p1 = t, v = y[i];
#pragma unroll
    for (int k = 0; k < ORDER; ++k) {
      sum[k] += v * p0;
      float p2 = ((2 * k + 3) * t * p1 - (k + 1) * p0) * (1.0f / (k + 2));
      p0 = p1;
      p1 = p2;
    }
  }
#pragma unroll
  for (int k = 0; k < ORDER; ++k) coefficients[k * threads + s] = sum[k];
}

// a table of 96 KB in shared memory leaves two blocks to a multiprocessor
__global__ void lookup_large_shared(const float* table, const unsigned* seeds, float* out, int entries,
                                    int reads) {
  extern __shared__ float lut[];
  for (int i = threadIdx.x; i < entries; i += blockDim.x) lut[i] = table[i];
  __syncthreads();
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned s = seeds[tid] | 1;
  float sum = 0;
  for (int i = 0; i < reads; ++i) sum += lut[xorshift(s) % entries];
  out[tid] = sum;
}

__global__ void insertion_sort_local(const int* in, int* out, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid >= n) return;
  int v[24];
  for (int i = 0; i < 24; ++i) v[i] = in[i * n + tid];
  for (int i = 1; i < 24; ++i) {
    int x = v[i], j = i - 1;
    while (j >= 0 && v[j] > x) {
      v[j + 1] = v[j];
      --j;
    }
    v[j + 1] = x;
  }
  for (int i = 0; i < 24; ++i) out[i * n + tid] = v[i];
}

__global__ void n_queens(const int* first_rows, unsigned long long* solutions, int n, int starts) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid >= starts) return;
  unsigned all = (1u << n) - 1, a = 1u << first_rows[tid] / n, b = 1u << first_rows[tid] % n;
  unsigned cols[20], left[20], right[20], free_at[20];
  if (a & b || a << 1 & b || a >> 1 & b) return;
  int depth = 0, count = 0;
  cols[0] = a | b;
  left[0] = (a << 1 | b) << 1;
  right[0] = (a >> 1 | b) >> 1;
  free_at[0] = all & ~(cols[0] | left[0] | right[0]);
  while (depth >= 0) {
    unsigned f = free_at[depth];
    if (f == 0) {
      --depth;
      continue;
    }
    unsigned bit = f & -f;
    free_at[depth] = f ^ bit;
    if ((cols[depth] | bit) == all) {
      ++count;
      continue;
    }
    cols[depth + 1] = cols[depth] | bit;
    left[depth + 1] = (left[depth] | bit) << 1;
    right[depth + 1] = (right[depth] | bit) >> 1;
    ++depth;
    free_at[depth] = all & ~(cols[depth] | left[depth] | right[depth]);
  }
  atomicAdd(solutions, (unsigned long long)count);
}

// ---- arithmetic

__global__ void horner_half2(const __half2* x, __half2* y, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half2 v = x[i], c = __float2half2_rn(0.37f), acc = v;
  for (int k = 0; k < rounds; ++k) acc = __hfma2(acc, v, c);
  y[i] = acc;
}

__global__ void newton_sqrt_double(const double* in, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a = in[i] + 1.0, x = a;
  for (int k = 0; k < 12; ++k) x = 0.5 * (x + a / x);
  out[i] = x;
}

// Runge-Kutta 4 for a Lorenz system of each thread
__global__ void lorenz_rk4(float3* state, int n, int steps, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 s = state[i];
  auto f = [](float3 p) {
    return make_float3(10.0f * (p.y - p.x), p.x * (28.0f - p.z) - p.y, p.x * p.y - 2.6666667f * p.z);
  };
  auto along = [](float3 p, float3 d, float h) {
    return make_float3(p.x + h * d.x, p.y + h * d.y, p.z + h * d.z);
  };
  for (int k = 0; k < steps; ++k) {
    float3 k1 = f(s), k2 = f(along(s, k1, dt / 2)), k3 = f(along(s, k2, dt / 2)), k4 = f(along(s, k3, dt));
    s.x += dt / 6 * (k1.x + 2 * k2.x + 2 * k3.x + k4.x);
    s.y += dt / 6 * (k1.y + 2 * k2.y + 2 * k3.y + k4.y);
    s.z += dt / 6 * (k1.z + 2 * k2.z + 2 * k3.z + k4.z);
  }
  state[i] = s;
}

// dot products of bytes, four at a time
__global__ void int8_dp4a(const int* a, const int* b, int* c, int n, int k4) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (col >= n) return;
  int acc = 0;
  for (int k = 0; k < k4; ++k) acc = __dp4a(a[row * k4 + k], b[k * n + col], acc);
  c[row * n + col] = acc;
}

// ---- signals

// a recursive filter over each channel, samples of one channel together
__global__ void biquad_channels(const float* in, float* out, int channels, int samples) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  float z1 = 0, z2 = 0;
  for (int t = 0; t < samples; ++t) {
    float x = in[c * samples + t], y = 0.2f * x + z1;
    z1 = 0.4f * x + 0.3f * y + z2;
    z2 = 0.2f * x - 0.1f * y;
    out[c * samples + t] = y;
  }
}

__global__ void hough_lines(const unsigned char* edges, int* votes, int w, int h, int angles, int distances) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h || edges[y * w + x] != 0) return;
  for (int a = 0; a < angles; ++a) {
    float sine, cosine;
    sincospif((float)a / angles, &sine, &cosine);
    int d = (int)(x * cosine + y * sine) + distances / 2;
    if (d >= 0 && d < distances) atomicAdd(&votes[a * distances + d], 1);
  }
}

__global__ void motion_sad(const unsigned char* now, const unsigned char* before, int* best, int w, int h) {
  __shared__ unsigned char cur[16][16];
  __shared__ int sad[256];
  int bx = blockIdx.x * 16, by = blockIdx.y * 16, t = threadIdx.x;
  cur[t / 16][t % 16] = now[(by + t / 16) * w + bx + t % 16];
  __syncthreads();
  int dx = t % 16 - 8, dy = t / 16 - 8, sum = 0;
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 16; ++x) {
      int px = min(max(bx + x + dx, 0), w - 1), py = min(max(by + y + dy, 0), h - 1);
      sum += abs(cur[y][x] - before[py * w + px]);
    }
  sad[t] = sum * 256 + t;
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (t < s) sad[t] = min(sad[t], sad[t + s]);
    __syncthreads();
  }
  if (t == 0) best[blockIdx.y * gridDim.x + blockIdx.x] = sad[0];
}
