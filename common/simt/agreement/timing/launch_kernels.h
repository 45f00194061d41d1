// Kernels as courses, libraries and forums have them; launches.cu launches each one.
#pragma once
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr unsigned WholeWarp = 0xffffffffu;

__device__ inline int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ inline float warp_sum(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(WholeWarp, v, d);
  return v;
}

__device__ inline float warp_max(float v) {
  for (int d = 16; d > 0; d /= 2) v = fmaxf(v, __shfl_xor_sync(WholeWarp, v, d));
  return v;
}

// The sum over the block, in every thread.
__device__ inline float block_sum(float v) {
  __shared__ float part[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  v = warp_sum(v);
  __syncthreads();
  if (lane == 0) part[warp] = v;
  __syncthreads();
  return warp_sum(lane < blockDim.x / 32 ? part[lane] : 0);
}

// ---- Matrix products ----

// c = a b for any m, n and k, one element a thread
template <int T>
__global__ void k_matmul_tile(const float* __restrict__ a, const float* __restrict__ b, float* c, int m,
                              int n, int k) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  float sum = 0;
  for (int t = 0; t < k; t += T) {
    ta[y][x] = row < m && t + x < k ? a[row * k + t + x] : 0;
    tb[y][x] = t + y < k && col < n ? b[(t + y) * n + col] : 0;
    __syncthreads();
    for (int j = 0; j < T; ++j) sum += ta[y][j] * tb[j][x];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

// Blocks of (T / R)² threads, each with R x R elements of a T x T tile, K columns of a at a time
template <int T, int R, int K>
__global__ void k_matmul_registers(const float* __restrict__ a, const float* __restrict__ b, float* c,
                                   int n) {
  constexpr int Side = T / R, Threads = Side * Side;
  __shared__ float ta[K][T], tb[K][T];
  int tx = threadIdx.x % Side, ty = threadIdx.x / Side, row0 = blockIdx.y * T, col0 = blockIdx.x * T;
  float sum[R][R] = {};
  for (int k0 = 0; k0 < n; k0 += K) {
    for (int i = threadIdx.x; i < T * K; i += Threads) {
      ta[i % K][i / K] = a[(row0 + i / K) * n + k0 + i % K];
      tb[i / T][i % T] = b[(k0 + i / T) * n + col0 + i % T];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < K; ++k) {
      float x[R], y[R];
#pragma unroll
      for (int r = 0; r < R; ++r) {
        y[r] = ta[k][ty * R + r];
        x[r] = tb[k][tx + r * Side];
      }
#pragma unroll
      for (int i = 0; i < R; ++i)
#pragma unroll
        for (int j = 0; j < R; ++j) sum[i][j] += y[i] * x[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < R; ++i)
#pragma unroll
    for (int j = 0; j < R; ++j) c[(row0 + ty * R + i) * n + col0 + tx + j * Side] = sum[i][j];
}

// 64 x 64 tiles by 256 threads; the next tiles are copied asynchronously while these are multiplied.
__global__ void k_matmul_async(const float* __restrict__ a, const float* __restrict__ b, float* c, int n) {
  constexpr int T = 64, K = 16;
  __shared__ __align__(16) float ta[2][T][K], tb[2][K][T];
  int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row0 = blockIdx.y * T, col0 = blockIdx.x * T;
  auto copy = [&](int stage, int k0) {
    int ar = threadIdx.x / 4, ac = threadIdx.x % 4 * 4, br = threadIdx.x / 16, bc = threadIdx.x % 16 * 4;
    __pipeline_memcpy_async(&ta[stage][ar][ac], &a[(row0 + ar) * n + k0 + ac], 16);
    __pipeline_memcpy_async(&tb[stage][br][bc], &b[(k0 + br) * n + col0 + bc], 16);
    __pipeline_commit();
  };
  float sum[4][4] = {};
  copy(0, 0);
  for (int k0 = 0, stage = 0; k0 < n; k0 += K, stage ^= 1) {
    if (k0 + K < n) {
      copy(stage ^ 1, k0 + K);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < K; ++k)
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] += ta[stage][ty * 4 + i][k] * tb[stage][k][tx * 4 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) c[(row0 + ty * 4 + i) * n + col0 + tx * 4 + j] = sum[i][j];
}

// ---- Elimination, relaxation, shortest paths ----

// Step k of LU without pivots: one block a row below the pivot's
__global__ void k_lu_step(float* a, float* lower, int n, int k) {
  int row = k + 1 + blockIdx.x;
  float factor = a[row * n + k] / a[k * n + k];
  if (threadIdx.x == 0) lower[row * n + k] = factor;
  for (int c = k + 1 + threadIdx.x; c < n; c += blockDim.x) a[row * n + c] -= factor * a[k * n + c];
}

// Factors one N x N matrix a block, N x N threads
template <int N>
__global__ void k_lu_batched(const float* matrices, float* factors) {
  __shared__ float s[N][N + 1];
  int x = threadIdx.x, y = threadIdx.y;
  int at = (blockIdx.x * N + y) * N + x;
  s[y][x] = matrices[at];
  for (int k = 0; k < N - 1; ++k) {
    __syncthreads();
    if (x == k && y > k) s[y][k] /= s[k][k];
    __syncthreads();
    if (x > k && y > k) s[y][x] -= s[y][k] * s[k][x];
  }
  __syncthreads();
  factors[at] = s[y][x];
}

__global__ void k_floyd_step(int* distance, int n, int k) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= n || c >= n || r == k || c == k) return;
  int detour = distance[r * n + k] + distance[k * n + c];
  if (detour < distance[r * n + c]) distance[r * n + c] = detour;
}

// One Jacobi sweep and its largest change; blocks of 32 x 16
__global__ void k_jacobi_residual(const float* __restrict__ u, float* next, int* largest, int n) {
  __shared__ float part[16];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float change = 0;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1) {
    const float* at = u + y * n + x;
    float v = 0.25f * (at[-1] + at[1] + at[-n] + at[n]);
    next[y * n + x] = v;
    change = fabsf(v - *at);
  }
  change = warp_max(change);
  if (threadIdx.x == 0) part[threadIdx.y] = change;
  __syncthreads();
  if (threadIdx.y == 0) {
    change = warp_max(threadIdx.x < 16 ? part[threadIdx.x] : 0);
    if (threadIdx.x == 0) atomicMax(largest, __float_as_int(change));
  }
}

// Many steps of the heat equation on a rod that one block keeps in shared memory
template <int N>
__global__ void k_heat_rods(float* rods, int steps) {
  __shared__ float rod[2][N + 2];
  int i = threadIdx.x + 1;
  float* mine = rods + blockIdx.x * N;
  rod[0][i] = mine[i - 1];
  if (i == 1) rod[0][0] = rod[1][0] = 0;
  if (i == N) rod[0][N + 1] = rod[1][N + 1] = 0;
  for (int s = 0; s < steps; ++s) {
    __syncthreads();
    const float* old = rod[s % 2];
    rod[(s + 1) % 2][i] = old[i] + 0.2f * (old[i - 1] - 2 * old[i] + old[i + 1]);
  }
  mine[i - 1] = rod[steps % 2][i];
}

// ---- Scans, sorting, butterflies ----

__global__ void k_scan_hillis_steele(const int* in, int* out) {
  extern __shared__ int scan_buffer[];
  int n = blockDim.x, t = threadIdx.x, from = 0;
  scan_buffer[t] = in[global_index()];
  for (int d = 1; d < n; d *= 2, from ^= 1) {
    __syncthreads();
    const int* old = scan_buffer + from * n;
    scan_buffer[(from ^ 1) * n + t] = old[t] + (t >= d ? old[t - d] : 0);
  }
  out[global_index()] = scan_buffer[from * n + t];
}

// Exclusive scan of 2 B elements by B threads; with PADDED one word of padding every 32
template <int B, bool PADDED>
__global__ void k_scan_blelloch(const int* in, int* out) {
  __shared__ int s[2 * B + 2 * B / 32];
  auto at = [](int i) { return PADDED ? i + i / 32 : i; };
  int t = threadIdx.x, base = blockIdx.x * 2 * B, step = 1;
  s[at(t)] = in[base + t];
  s[at(t + B)] = in[base + t + B];
  for (int d = B; d > 0; d /= 2, step *= 2) {
    __syncthreads();
    if (t < d) s[at(step * (2 * t + 2) - 1)] += s[at(step * (2 * t + 1) - 1)];
  }
  if (t == 0) s[at(2 * B - 1)] = 0;
  for (int d = 1; d <= B; d *= 2) {
    step /= 2;
    __syncthreads();
    if (t < d) {
      int left = at(step * (2 * t + 1) - 1), right = at(step * (2 * t + 2) - 1), v = s[left];
      s[left] = s[right];
      s[right] += v;
    }
  }
  __syncthreads();
  out[base + t] = s[at(t)];
  out[base + t + B] = s[at(t + B)];
}

__device__ inline int warp_scan(int v) {
  int lane = threadIdx.x % 32;
  for (int d = 1; d < 32; d *= 2) {
    int below = __shfl_up_sync(WholeWarp, v, d);
    if (lane >= d) v += below;
  }
  return v;
}

// Inclusive scan of a block's elements, four a thread
__global__ void k_scan_shuffle4(const int4* __restrict__ in, int4* out) {
  __shared__ int warps[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int4 v = in[global_index()];
  v.y += v.x, v.z += v.y, v.w += v.z;
  int upto = warp_scan(v.w);
  if (lane == 31) warps[warp] = upto;
  __syncthreads();
  if (warp == 0) warps[lane] = warp_scan(lane < blockDim.x / 32 ? warps[lane] : 0);
  __syncthreads();
  int before = upto - v.w + (warp > 0 ? warps[warp - 1] : 0);
  out[global_index()] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
}

__global__ void k_scan_shuffle_rows(const float* __restrict__ in, float* out, int cols) {
  int row = global_index() / 32, lane = threadIdx.x % 32;
  float carry = 0;
  for (int c = lane; c < cols; c += 32) {
    float v = in[row * cols + c];
    for (int d = 1; d < 32; d *= 2) {
      float below = __shfl_up_sync(WholeWarp, v, d);
      if (lane >= d) v += below;
    }
    v += carry;
    out[row * cols + c] = v;
    carry = __shfl_sync(WholeWarp, v, 31);
  }
}

// Sorts N keys a block with N / 2 threads
template <int N>
__global__ void k_bitonic_sort(const unsigned* keys, unsigned* sorted) {
  __shared__ unsigned s[N];
  int t = threadIdx.x, at = blockIdx.x * N + t;
  s[t] = keys[at];
  s[t + N / 2] = keys[at + N / 2];
  for (int size = 2; size <= N; size *= 2) {
    bool up = (t & (size / 2)) == 0;
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (stride - 1));
      unsigned a = s[i], b = s[i + stride];
      if ((a > b) == up) {
        s[i] = b;
        s[i + stride] = a;
      }
    }
  }
  __syncthreads();
  sorted[at] = s[t];
  sorted[at + N / 2] = s[t + N / 2];
}

// Radix-2 transform of 2^LOG points a block with half as many threads; root[j] = exp(-2 pi i j / 2^LOG)
template <int LOG>
__global__ void k_fft(float2* points, const float2* __restrict__ root) {
  constexpr int N = 1 << LOG;
  __shared__ float2 s[N];
  float2* mine = points + blockIdx.x * N;
  int t = threadIdx.x;
  for (int i = t; i < N; i += N / 2) s[__brev(i) >> (32 - LOG)] = mine[i];
  for (int half = 1; half < N; half *= 2) {
    __syncthreads();
    int j = t % half, i = 2 * t - j;
    float2 w = root[j * (N / 2 / half)], a = s[i], b = s[i + half];
    float2 p = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
    s[i] = make_float2(a.x + p.x, a.y + p.y);
    s[i + half] = make_float2(a.x - p.x, a.y - p.y);
  }
  __syncthreads();
  for (int i = t; i < N; i += N / 2) mine[i] = s[i];
}

// Walsh-Hadamard transform of N numbers a block
template <int N, int THREADS>
__global__ void k_walsh_hadamard(float* rows) {
  __shared__ float s[N];
  float* mine = rows + blockIdx.x * N;
  for (int i = threadIdx.x; i < N; i += THREADS) s[i] = mine[i];
  for (int half = 1; half < N; half *= 2) {
    __syncthreads();
    for (int p = threadIdx.x; p < N / 2; p += THREADS) {
      int i = 2 * p - p % half;
      float a = s[i], b = s[i + half];
      s[i] = a + b;
      s[i + half] = a - b;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < N; i += THREADS) mine[i] = s[i];
}

// ---- Reductions ----

__global__ void k_column_mean(const float* __restrict__ in, float* out, int rows, int cols) {
  int c = global_index();
  if (c >= cols) return;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += in[r * cols + c];
  out[c] = sum / rows;
}

__global__ void k_column_norm_block(const float* __restrict__ in, float* out, int rows, int cols) {
  float sum = 0;
  for (int r = threadIdx.x; r < rows; r += blockDim.x) {
    float v = in[r * cols + blockIdx.x];
    sum += v * v;
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sqrtf(sum);
}

// Blocks of 32 x 32 sum 32 columns over some rows and add the sums up atomically.
__global__ void k_column_sum_tile(const float* __restrict__ in, float* out, int cols, int rows_a_block) {
  __shared__ float s[32][33];
  int c = blockIdx.x * 32 + threadIdx.x, first = blockIdx.y * rows_a_block;
  float sum = 0;
  for (int r = threadIdx.y; r < rows_a_block; r += 32) sum += in[(first + r) * cols + c];
  s[threadIdx.x][threadIdx.y] = sum;
  __syncthreads();
  sum = warp_sum(s[threadIdx.y][threadIdx.x]);
  if (threadIdx.x == 0) atomicAdd(&out[blockIdx.x * 32 + threadIdx.y], sum);
}

__global__ void k_row_argmax_warp(const float* __restrict__ in, int* out, int rows, int cols) {
  int row = global_index() / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float best = -1e30f;
  int at = 0;
  for (int c = lane; c < cols; c += 32) {
    float v = in[row * cols + c];
    if (v > best) best = v, at = c;
  }
  for (int d = 16; d > 0; d /= 2) {
    float other = __shfl_down_sync(WholeWarp, best, d);
    int other_at = __shfl_down_sync(WholeWarp, at, d);
    if (other > best || (other == best && other_at < at)) best = other, at = other_at;
  }
  if (lane == 0) out[row] = at;
}

// U independent loads at a time; U * gridDim.x * blockDim.x divides n.
template <int U, class V>
__global__ void k_sum_squares(const V* __restrict__ in, float* out, int n) {
  int all = gridDim.x * blockDim.x;
  float sum[U] = {};
#pragma unroll 1
  for (int i = global_index(); i < n; i += U * all) {
    V v[U];
#pragma unroll
    for (int u = 0; u < U; ++u) v[u] = in[i + u * all];
#pragma unroll
    for (int u = 0; u < U; ++u) {
      if constexpr (sizeof(V) == 16)
        sum[u] += v[u].x * v[u].x + v[u].y * v[u].y + v[u].z * v[u].z + v[u].w * v[u].w;
      else
        sum[u] += v[u] * v[u];
    }
  }
  for (int u = 1; u < U; ++u) sum[0] += sum[u];
  float total = block_sum(sum[0]);
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}

// ---- Atomics ----

__global__ void k_count_above(const float* __restrict__ in, int* count, float limit, int n) {
  int i = global_index();
  if (i < n && in[i] > limit) atomicAdd(count, 1);
}

template <class T>
__global__ void k_add_modulo(const T* __restrict__ in, T* bins, int mask, int n) {
  int i = global_index();
  if (i < n) atomicAdd(&bins[i & mask], in[i]);
}

template <class T>
__global__ void k_add_at(const T* __restrict__ in, const int* __restrict__ at, T* bins, int n) {
  int i = global_index();
  if (i < n) atomicAdd(&bins[at[i]], in[i]);
}

__global__ void k_max_groups(const int* __restrict__ in, int* largest, int groups, int n) {
  int i = global_index();
  if (i < n) atomicMax(&largest[i / 32 % groups], in[i]);
}

// Products by compare-and-swap
__global__ void k_multiply_cas(const float* __restrict__ in, const int* __restrict__ at, int* products,
                               int n) {
  int i = global_index();
  if (i >= n) return;
  int* p = &products[at[i]];
  int old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, __float_as_int(__int_as_float(seen) * in[i]));
  } while (old != seen);
}

__global__ void k_compact_thread(const int* __restrict__ in, int* out, int* count, int n) {
  int i = global_index();
  if (i < n && in[i] % 3 == 0) out[atomicAdd(count, 1)] = in[i];
}

__global__ void k_compact_warp(const int* __restrict__ in, int* out, int* count, int n) {
  int i = global_index(), lane = threadIdx.x % 32, v = i < n ? in[i] : 1;
  unsigned keep = __ballot_sync(WholeWarp, v % 3 == 0);
  int first = 0;
  if (lane == 0 && keep) first = atomicAdd(count, __popc(keep));
  first = __shfl_sync(WholeWarp, first, 0);
  if (v % 3 == 0) out[first + __popc(keep & ((1u << lane) - 1))] = v;
}

__global__ void k_tally_shared(const int* __restrict__ in, int* bins, int count, int n) {
  __shared__ int mine[64];
  for (int b = threadIdx.x; b < count; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = global_index(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i] % count], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < count; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}

__global__ void k_weights_shared(const int* __restrict__ key, const float* __restrict__ weight, float* out,
                                 int n) {
  __shared__ float mine[32];
  if (threadIdx.x < 32) mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = global_index(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[key[i] % 32], weight[i]);
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&out[threadIdx.x], mine[threadIdx.x]);
}

// ---- Limited by registers, shared memory or local memory ----

__device__ inline void hadamard8(float* v, int step) {
#pragma unroll
  for (int half = 1; half < 8; half *= 2)
#pragma unroll
    for (int p = 0; p < 4; ++p) {
      int i = 2 * p - p % half;
      float a = v[i * step], b = v[(i + half) * step];
      v[i * step] = a + b;
      v[(i + half) * step] = a - b;
    }
}

// One 8 x 8 block of an image a thread, in registers
__global__ void __launch_bounds__(128)
    k_hadamard_blocks(const float4* __restrict__ in, float4* out, int width4) {
  int bx = global_index(), by = blockIdx.y;
  if (bx >= width4 / 2) return;
  float v[64];
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    float4 q = in[(by * 8 + i / 2) * width4 + bx * 2 + i % 2];
    v[i * 4] = q.x, v[i * 4 + 1] = q.y, v[i * 4 + 2] = q.z, v[i * 4 + 3] = q.w;
  }
#pragma unroll
  for (int r = 0; r < 8; ++r) hadamard8(v + 8 * r, 1);
#pragma unroll
  for (int c = 0; c < 8; ++c) hadamard8(v + c, 8);
#pragma unroll
  for (int i = 0; i < 16; ++i)
    out[(by * 8 + i / 2) * width4 + bx * 2 + i % 2] =
        make_float4(v[i * 4] / 64, v[i * 4 + 1] / 64, v[i * 4 + 2] / 64, v[i * 4 + 3] / 64);
}

// The median of 5 x 5 pixels: the smallest and the largest of what is left drop out 12 times.
__global__ void k_median25(const float* __restrict__ in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) return;
  float v[25];
#pragma unroll
  for (int i = 0; i < 25; ++i) v[i] = in[(y + i / 5 - 2) * width + x + i % 5 - 2];
#pragma unroll
  for (int first = 0; first < 12; ++first) {
#pragma unroll
    for (int i = first + 1; i < 25 - first; ++i) {
      float low = fminf(v[first], v[i]), high = fmaxf(v[first], v[i]);
      v[first] = low, v[i] = high;
    }
#pragma unroll
    for (int i = first + 1; i < 24 - first; ++i) {
      float low = fminf(v[i], v[24 - first]), high = fmaxf(v[i], v[24 - first]);
      v[i] = low, v[24 - first] = high;
    }
  }
  out[y * width + x] = v[12];
}

// The nearest of some centres in 64 dimensions; a thread keeps its point in registers.
__global__ void __launch_bounds__(256, 2)
    k_nearest_centre(const float4* __restrict__ points, const float4* __restrict__ centres, int* nearest,
                     int n, int count) {
  int i = global_index();
  if (i >= n) return;
  float4 p[16];
#pragma unroll
  for (int d = 0; d < 16; ++d) p[d] = points[d * n + i];
  float best = 1e30f;
  int at = 0;
  for (int c = 0; c < count; ++c) {
    float sum = 0;
#pragma unroll
    for (int d = 0; d < 16; ++d) {
      float4 q = centres[c * 16 + d];
      float x = p[d].x - q.x, y = p[d].y - q.y, z = p[d].z - q.z, w = p[d].w - q.w;
      sum += x * x + y * y + z * z + w * w;
    }
    if (sum < best) best = sum, at = c;
  }
  nearest[i] = at;
}

// N values a thread that are all live through the loop
template <int N, int THREADS, int BLOCKS>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    k_live_values(const float* __restrict__ in, float* out, int times) {
  int all = gridDim.x * blockDim.x;
  float v[N];
#pragma unroll
  for (int j = 0; j < N; ++j) v[j] = in[j * all + global_index()];
  for (int t = 0; t < times; ++t) {
#pragma unroll
    for (int j = 0; j < N; ++j) v[j] = v[j] * 0.5f + v[(j + N / 2) % N];
  }
  float sum = 0;
#pragma unroll
  for (int j = 0; j < N; ++j) sum += v[j] * v[j];
  out[global_index()] = sum;
}

constexpr int WideBins = 12288;

// 48 KiB of bins
__global__ void k_histogram_48k(const int* __restrict__ in, int* bins, int n) {
  __shared__ int mine[WideBins];
  for (int b = threadIdx.x; b < WideBins; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = global_index(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < WideBins; b += blockDim.x)
    if (mine[b]) atomicAdd(&bins[b], mine[b]);
}

__global__ void k_table_in_shared(const float* __restrict__ table, const int* __restrict__ key, float* out,
                                  int size, int n) {
  extern __shared__ float table_copy[];
  for (int i = threadIdx.x; i < size; i += blockDim.x) table_copy[i] = table[i];
  __syncthreads();
  for (int i = global_index(); i < n; i += gridDim.x * blockDim.x) out[i] = table_copy[key[i]];
}

// How often each remainder occurs in a thread's numbers; the counters are indexed at run time.
__global__ void k_local_counts(const int* __restrict__ in, int* most, int each) {
  int count[12] = {}, all = gridDim.x * blockDim.x, best = 0;
  for (int j = 0; j < each; ++j) ++count[in[j * all + global_index()] % 12];
  for (int b = 1; b < 12; ++b)
    if (count[b] > count[best]) best = b;
  most[global_index()] = best;
}

// RC4: 256 bytes of state a thread
__global__ void k_local_rc4(const unsigned* __restrict__ key, unsigned* out, int words) {
  unsigned char s[256];
  unsigned k = key[global_index()];
  for (int i = 0; i < 256; ++i) s[i] = static_cast<unsigned char>(i);
  for (int i = 0, j = 0; i < 256; ++i) {
    unsigned char t = s[i];
    j = (j + t + (k >> i % 4 * 8)) & 255;
    s[i] = s[j];
    s[j] = t;
  }
  unsigned sum = 0;
  for (int i = 1, j = 0; i <= words; ++i) {
    unsigned char t = s[i & 255];
    j = (j + t) & 255;
    s[i & 255] = s[j];
    s[j] = t;
    sum = sum * 31 + s[(s[i & 255] + t) & 255];
  }
  out[global_index()] = sum;
}

// ---- Sparse matrices ----

__global__ void k_csr_scalar(const int* __restrict__ start, const int* __restrict__ column,
                             const float* __restrict__ value, const float* __restrict__ x, float* y,
                             int rows) {
  int r = global_index();
  if (r >= rows) return;
  float sum = 0;
  for (int j = start[r]; j < start[r + 1]; ++j) sum += value[j] * x[column[j]];
  y[r] = sum;
}

__global__ void k_csr_vector(const int* __restrict__ start, const int* __restrict__ column,
                             const float* __restrict__ value, const float* __restrict__ x, float* y,
                             int rows) {
  int r = global_index() / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float sum = 0;
  for (int j = start[r] + lane; j < start[r + 1]; j += 32) sum += value[j] * x[column[j]];
  sum = warp_sum(sum);
  if (lane == 0) y[r] = sum;
}

// Column after column; -1 is a missing entry.
__global__ void k_ell(const int* __restrict__ column, const float* __restrict__ value,
                      const float* __restrict__ x, float* y, int rows, int width) {
  int r = global_index();
  if (r >= rows) return;
  float sum = 0;
  for (int j = 0; j < width; ++j) {
    int c = column[j * rows + r];
    if (c >= 0) sum += value[j * rows + r] * x[c];
  }
  y[r] = sum;
}

__global__ void k_coo(const int* __restrict__ row, const int* __restrict__ column,
                      const float* __restrict__ value, const float* __restrict__ x, float* y, int entries) {
  int j = global_index();
  if (j < entries) atomicAdd(&y[row[j]], value[j] * x[column[j]]);
}

// ---- Arithmetic ----

template <class T>
__global__ void k_polynomial(const T* __restrict__ in, T* out, int degree, int n) {
  int i = global_index();
  if (i >= n) return;
  T x = in[i], sum = 1;
  for (int d = 0; d < degree; ++d) sum = sum * x + T(0.75);
  out[i] = sum;
}

__global__ void k_hash_rounds(const unsigned* __restrict__ in, unsigned* out, int times, int n) {
  int i = global_index();
  if (i >= n) return;
  unsigned h = in[i];
  for (int t = 0; t < times; ++t) {
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h += t;
  }
  out[i] = h;
}

__global__ void k_transcendental(const float* __restrict__ in, float* out, int times, int n) {
  int i = global_index();
  if (i >= n) return;
  float v = in[i];
  for (int t = 0; t < times; ++t) v = sqrtf(expf(-v) + sinf(v) + 1.5f);
  out[i] = v;
}

__global__ void k_divide_chain(const float* __restrict__ in, float* out, int times, int n) {
  int i = global_index();
  if (i >= n) return;
  float v = in[i];
  for (int t = 0; t < times; ++t) v = 1 / (1 + v);
  out[i] = v;
}

__global__ void k_mandelbrot(unsigned short* out, int width, int height, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float cr = -2.2f + 3.2f * x / width, ci = -1.2f + 2.4f * y / height, zr = 0, zi = 0;
  int i = 0;
  for (; i < limit && zr * zr + zi * zi < 4; ++i) {
    float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
  }
  out[y * width + x] = static_cast<unsigned short>(i);
}

__global__ void k_collatz(unsigned short* steps, int n) {
  int i = global_index();
  if (i >= n) return;
  unsigned long long v = i + 1;
  int s = 0;
  for (; v != 1; ++s) v = v % 2 ? 3 * v + 1 : v / 2;
  steps[i] = static_cast<unsigned short>(s);
}

__global__ void k_gcd(const unsigned* __restrict__ a, const unsigned* __restrict__ b, unsigned* out, int n) {
  int i = global_index();
  if (i >= n) return;
  unsigned x = a[i] + 1, y = b[i];
  while (y) {
    unsigned r = x % y;
    x = y;
    y = r;
  }
  out[i] = x;
}

__global__ void k_pi(float* hits, int samples) {
  unsigned s = global_index() * 747796405u + 2891336453u;
  int inside = 0;
  for (int j = 0; j < samples; ++j) {
    float p[2];
    for (float& c : p) {
      s ^= s << 13;
      s ^= s >> 17;
      s ^= s << 5;
      c = s * 2.3283064e-10f;
    }
    inside += p[0] * p[0] + p[1] * p[1] < 1;
  }
  float sum = block_sum(inside);
  if (threadIdx.x == 0) atomicAdd(hits, sum);
}

__device__ inline void attract(float4 me, float4 other, float3& force) {
  float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
  float inverse = rsqrtf(x * x + y * y + z * z + 1e-3f), f = other.w * inverse * inverse * inverse;
  force.x += f * x, force.y += f * y, force.z += f * z;
}

__global__ void k_nbody_plain(const float4* __restrict__ bodies, float4* force, int n) {
  int i = global_index();
  float4 me = bodies[i];
  float3 f = {};
  for (int j = 0; j < n; ++j) attract(me, bodies[j], f);
  force[i] = make_float4(f.x, f.y, f.z, 0);
}

template <int B>
__global__ void k_nbody_tile(const float4* __restrict__ bodies, float4* force, int n) {
  __shared__ float4 tile[B];
  float4 me = bodies[global_index()];
  float3 f = {};
  for (int first = 0; first < n; first += B) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < B; ++j) attract(me, tile[j], f);
    __syncthreads();
  }
  force[global_index()] = make_float4(f.x, f.y, f.z, 0);
}

// ---- Stencils and filters ----

__global__ void k_laplace2d(const float* __restrict__ in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const float* at = in + y * width + x;
  out[y * width + x] = at[-1] + at[1] + at[-width] + at[width] - 4 * *at;
}

// A cross of radius R out of a W x H tile with its halo; the image's edges repeat.
template <int W, int H, int R>
__global__ void k_cross_tile(const float* __restrict__ in, float* out, int width, int height) {
  __shared__ float s[H + 2 * R][W + 2 * R];
  int x0 = blockIdx.x * W - R, y0 = blockIdx.y * H - R;
  for (int y = threadIdx.y; y < H + 2 * R; y += H)
    for (int x = threadIdx.x; x < W + 2 * R; x += W)
      s[y][x] = in[min(max(y0 + y, 0), height - 1) * width + min(max(x0 + x, 0), width - 1)];
  __syncthreads();
  int x = threadIdx.x + R, y = threadIdx.y + R;
  float sum = s[y][x];
#pragma unroll
  for (int d = 1; d <= R; ++d) sum += (s[y][x - d] + s[y][x + d] + s[y - d][x] + s[y + d][x]) / (d + 1);
  if (x0 + x < width && y0 + y < height) out[(y0 + y) * width + x0 + x] = sum;
}

template <int R>
__global__ void k_cross_global(const float* __restrict__ in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < R || y < R || x >= width - R || y >= height - R) return;
  const float* at = in + y * width + x;
  float sum = *at;
#pragma unroll
  for (int d = 1; d <= R; ++d) sum += (at[-d] + at[d] + at[-d * width] + at[d * width]) / (d + 1);
  out[y * width + x] = sum;
}

// A star of radius R in n³ points
template <int R>
__global__ void k_star3d(const float* __restrict__ in, float* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < R || y < R || z < R || x >= n - R || y >= n - R || z >= n - R) return;
  const float* at = in + (z * n + y) * n + x;
  float sum = 0.5f * *at;
#pragma unroll
  for (int d = 1; d <= R; ++d)
    sum += 0.1f / d * (at[-d] + at[d] + at[-d * n] + at[d * n] + at[-d * n * n] + at[d * n * n]);
  out[(z * n + y) * n + x] = sum;
}

// 7 points; blocks of 32 x 16 march along z with one plane in shared memory.
__global__ void k_march3d(const float* __restrict__ in, float* out, int n, int depth) {
  __shared__ float plane[18][34];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty;
  bool inside = x < n - 1 && y < n - 1;
  int z0 = blockIdx.z * depth + 1, at = (z0 * n + y) * n + x;
  float below = inside ? in[at - n * n] : 0, here = inside ? in[at] : 0;
  for (int z = z0; z < min(z0 + depth, n - 1); ++z, at += n * n) {
    float above = inside ? in[at + n * n] : 0;
    if (inside) {
      plane[ty][tx] = here;
      if (tx == 1) plane[ty][0] = in[at - 1];
      if (tx == 32 || x == n - 2) plane[ty][tx + 1] = in[at + 1];
      if (ty == 1) plane[0][tx] = in[at - n];
      if (ty == 16 || y == n - 2) plane[ty + 1][tx] = in[at + n];
    }
    __syncthreads();
    if (inside)
      out[at] = below + above + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                plane[ty + 1][tx] - 6 * here;
    __syncthreads();
    below = here;
    here = above;
  }
}

__constant__ float Taps[65];

__global__ void k_convolve(const float* __restrict__ in, float* out, int radius, int n) {
  int i = global_index();
  if (i >= n) return;
  float sum = 0;
  for (int d = -radius; d <= radius; ++d)
    if (i + d >= 0 && i + d < n) sum += Taps[d + radius] * in[i + d];
  out[i] = sum;
}

template <int R, int B>
__global__ void k_convolve_tile(const float* __restrict__ in, float* out, int n) {
  __shared__ float s[B + 2 * R];
  int first = blockIdx.x * B - R;
  for (int j = threadIdx.x; j < B + 2 * R; j += B) s[j] = first + j >= 0 && first + j < n ? in[first + j] : 0;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int d = 0; d <= 2 * R; ++d) sum += Taps[d] * s[threadIdx.x + d];
  if (global_index() < n) out[global_index()] = sum;
}

__global__ void k_box_bytes(const unsigned char* __restrict__ in, unsigned char* out, int width, int height,
                            int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int sum = 0, count = 0;
  for (int v = max(y - radius, 0); v <= min(y + radius, height - 1); ++v)
    for (int u = max(x - radius, 0); u <= min(x + radius, width - 1); ++u, ++count) sum += in[v * width + u];
  out[y * width + x] = static_cast<unsigned char>(sum / count);
}

// A thread slides a window down part of its column.
__global__ void k_slide_bytes(const unsigned char* __restrict__ in, unsigned char* out, int width, int height,
                              int radius, int part) {
  int x = global_index(), first = blockIdx.y * part, sum = 0;
  if (x >= width) return;
  auto row = [&](int y) { return static_cast<int>(in[min(max(y, 0), height - 1) * width + x]); };
  for (int y = first - radius; y < first + radius; ++y) sum += row(y);
  for (int y = first; y < min(first + part, height); ++y) {
    sum += row(y + radius);
    out[y * width + x] = static_cast<unsigned char>(sum / (2 * radius + 1));
    sum -= row(y - radius);
  }
}

__global__ void k_sobel(const unsigned char* __restrict__ in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const unsigned char* at = in + y * width + x;
  int gx = at[1 - width] + 2 * at[1] + at[1 + width] - at[-1 - width] - 2 * at[-1] - at[width - 1];
  int gy = at[width - 1] + 2 * at[width] + at[width + 1] - at[-width - 1] - 2 * at[-width] - at[1 - width];
  out[y * width + x] = static_cast<unsigned char>(min(255, abs(gx) + abs(gy)));
}

// A generation of Life on a torus whose sides are powers of two
__global__ void k_life(const unsigned char* __restrict__ in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, alive = 0;
  for (int v = -1; v <= 1; ++v)
    for (int u = -1; u <= 1; ++u) alive += in[((y + v) & (height - 1)) * width + ((x + u) & (width - 1))];
  int here = in[y * width + x];
  out[y * width + x] = alive == 3 || (alive == 4 && here);
}

// ---- Transposes ----

// Blocks of T x 8 for a T x T tile; T divides both sides.
template <class V, int T, int PAD>
__global__ void k_transpose(const V* __restrict__ in, V* out, int rows, int cols) {
  __shared__ V tile[T][T + PAD];
  int x0 = blockIdx.x * T, y0 = blockIdx.y * T;
  for (int y = threadIdx.y; y < T; y += 8) tile[y][threadIdx.x] = in[(y0 + y) * cols + x0 + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < T; y += 8) out[(x0 + y) * rows + y0 + threadIdx.x] = tile[threadIdx.x][y];
}

// Each block on or below the diagonal of a square matrix swaps its tile with the mirrored one.
__global__ void k_transpose_in_place(float* m, int n) {
  __shared__ float low[32][33], high[32][33];
  if (blockIdx.x > blockIdx.y) return;
  int x = blockIdx.x * 32, y = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 32; j += 8) {
    low[j][threadIdx.x] = m[(y + j) * n + x + threadIdx.x];
    high[j][threadIdx.x] = m[(x + j) * n + y + threadIdx.x];
  }
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) {
    m[(x + j) * n + y + threadIdx.x] = low[threadIdx.x][j];
    if (x != y) m[(y + j) * n + x + threadIdx.x] = high[threadIdx.x][j];
  }
}

// 128 x 128 floats a block of 1,024 threads, in 64.5 KiB of dynamic shared memory
__global__ void k_transpose_large(const float* __restrict__ in, float* out, int rows, int cols) {
  extern __shared__ float large_tile[];
  int x0 = blockIdx.x * 128, y0 = blockIdx.y * 128, x = threadIdx.x % 128;
  for (int y = threadIdx.x / 128; y < 128; y += 8) large_tile[y * 129 + x] = in[(y0 + y) * cols + x0 + x];
  __syncthreads();
  for (int y = threadIdx.x / 128; y < 128; y += 8) out[(x0 + y) * rows + y0 + x] = large_tile[x * 129 + y];
}

// ---- Gathers, scatters, dependent loads ----

__global__ void k_reverse(const float* __restrict__ in, float* out, int n) {
  int i = global_index();
  if (i < n) out[n - 1 - i] = in[i];
}

__global__ void k_gather_every(const int* __restrict__ in, int* out, int step, int n) {
  int i = global_index();
  if (i < n) out[i] = in[i * step] + 1;
}

__global__ void k_scatter_every(const int* __restrict__ in, int* out, int step, int n) {
  int i = global_index();
  if (i < n) out[i * step] = in[i];
}

template <class T>
__global__ void k_permute(const T* __restrict__ in, const int* __restrict__ to, T* out, int n) {
  int i = global_index();
  if (i < n) out[to[i]] = in[i];
}

template <class T>
__global__ void k_lookup(const T* __restrict__ table, const int* __restrict__ key, T* out, int mask, int n) {
  int i = global_index();
  if (i < n) out[i] = table[key[i] & mask];
}

__global__ void k_two_levels(const int* __restrict__ a, const int* __restrict__ b,
                             const int* __restrict__ key, int* out, int n) {
  int i = global_index();
  if (i < n) out[i] = a[b[key[i]]];
}

__global__ void k_three_levels(const int* __restrict__ a, const int* __restrict__ b,
                               const int* __restrict__ c, const int* __restrict__ key, int* out, int n) {
  int i = global_index();
  if (i < n) out[i] = a[b[c[key[i]]]];
}

// W lists a thread at the same time
template <int W>
__global__ void k_follow(const int* __restrict__ next, int* out, int step, int times) {
  int at[W], sum = 0;
#pragma unroll
  for (int w = 0; w < W; ++w) at[w] = (global_index() * W + w) * step;
#pragma unroll 1
  for (int t = 0; t < times; ++t)
#pragma unroll
    for (int w = 0; w < W; ++w) at[w] = next[at[w]];
#pragma unroll
  for (int w = 0; w < W; ++w) sum += at[w];
  out[global_index()] = sum;
}

__global__ void k_binary_search(const int* __restrict__ sorted, const int* __restrict__ wanted, int* found,
                                int size, int n) {
  int i = global_index();
  if (i >= n) return;
  int low = 0, high = size, v = wanted[i];
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < v)
      low = middle + 1;
    else
      high = middle;
  }
  found[i] = low;
}

// Open addressing in a table of a power of two slots, -1 where empty
__global__ void k_hash_probe(const int* __restrict__ slots, const int* __restrict__ wanted, int* found,
                             unsigned mask, int n) {
  int i = global_index();
  if (i >= n) return;
  int v = wanted[i], s;
  unsigned at = v * 2654435769u >> 7;
  while ((s = slots[at & mask]) != v && s != -1) ++at;
  found[i] = s == v ? static_cast<int>(at & mask) : -1;
}

// ---- Shapes of grids and of work ----

// A block a segment: its root mean square, then the segment divided by it
__global__ void k_normalize_segments(const float* in, float* out, int length) {
  const float* mine = in + blockIdx.x * length;
  float sum = 0;
  for (int i = threadIdx.x; i < length; i += blockDim.x) sum += mine[i] * mine[i];
  float scale = rsqrtf(block_sum(sum) / length + 1e-6f);
  for (int i = threadIdx.x; i < length; i += blockDim.x) out[blockIdx.x * length + i] = mine[i] * scale;
}

// Logistic maps, so much shared memory that one block fits on an SM
__global__ void k_logistic(float* out, int times) {
  extern __shared__ float seeds[];
  seeds[threadIdx.x] = 0.3f + 1e-5f * global_index();
  __syncthreads();
  float v = seeds[blockDim.x - 1 - threadIdx.x];
  for (int t = 0; t < times; ++t) v = 3.7f * v * (1 - v);
  out[global_index()] = v;
}

__global__ void k_one_block_stats(const float* __restrict__ in, float* out, int n) {
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum += in[i];
    squares += in[i] * in[i];
  }
  sum = block_sum(sum);
  squares = block_sum(squares);
  if (threadIdx.x == 0) {
    out[0] = sum / n;
    out[1] = squares / n - sum / n * (sum / n);
  }
}

// Only the first `lanes` lanes of each warp work.
__global__ void k_first_lanes(const float* __restrict__ in, float* out, int lanes, int n) {
  int i = global_index();
  if (i < n && threadIdx.x % 32 < lanes) {
    float v = in[i];
    for (int t = 0; t < 8; ++t) v = v * v - 0.5f;
    out[i] = v;
  }
}

__global__ void k_odd_even_paths(const float* __restrict__ in, float* out, int n) {
  int i = global_index();
  if (i >= n) return;
  float v = in[i];
  if (i % 2)
    for (int t = 0; t < 24; ++t) v = v * 0.9f + 0.1f;
  else
    for (int t = 0; t < 24; ++t) v = v * v + 0.2f - v;
  out[i] = v;
}

__global__ void k_axpby_persistent(float a, const float4* __restrict__ x, float b, float4* y, int n) {
  for (int i = global_index(); i < n; i += gridDim.x * blockDim.x) {
    float4 p = x[i], q = y[i];
    y[i] = make_float4(a * p.x + b * q.x, a * p.y + b * q.y, a * p.z + b * q.z, a * p.w + b * q.w);
  }
}

// ---- Streams of other types ----

__global__ void k_axpy_float2(float a, const float2* __restrict__ x, float2* y, int n) {
  int i = global_index();
  if (i < n) y[i] = make_float2(a * x[i].x + y[i].x, a * x[i].y + y[i].y);
}

__global__ void k_axpy_double(double a, const double* __restrict__ x, double* y, int n) {
  int i = global_index();
  if (i < n) y[i] += a * x[i];
}

__global__ void k_axpy_half2(float a, const half2* __restrict__ x, half2* y, int n) {
  int i = global_index();
  if (i < n) y[i] = __hfma2(__float2half2_rn(a), x[i], y[i]);
}

template <class T>
__global__ void k_set(T* out, T v, int n) {
  int i = global_index();
  if (i < n) out[i] = v;
}

struct Pixel3 {
  unsigned char r, g, b;
};

__global__ void k_gray3(const Pixel3* __restrict__ in, unsigned char* out, int n) {
  int i = global_index();
  if (i < n) out[i] = static_cast<unsigned char>((in[i].r * 77 + in[i].g * 150 + in[i].b * 29) >> 8);
}

__global__ void k_gray4(const uchar4* __restrict__ in, unsigned char* out, int n) {
  int i = global_index();
  if (i >= n) return;
  uchar4 p = in[i];
  out[i] = static_cast<unsigned char>((p.x * 77 + p.y * 150 + p.z * 29) >> 8);
}

struct Spin {
  float w, x, y, z, rate;
};

__global__ void k_spin_aos(Spin* s, int n) {
  int i = global_index();
  if (i >= n) return;
  float scale = s[i].rate * rsqrtf(s[i].w * s[i].w + s[i].x * s[i].x + s[i].y * s[i].y + s[i].z * s[i].z + 1);
  s[i].w *= scale, s[i].x *= scale, s[i].y *= scale, s[i].z *= scale;
}

__global__ void k_spin_soa(float* w, float* x, float* y, float* z, const float* rate, int n) {
  int i = global_index();
  if (i >= n) return;
  float scale = rate[i] * rsqrtf(w[i] * w[i] + x[i] * x[i] + y[i] * y[i] + z[i] * z[i] + 1);
  w[i] *= scale, x[i] *= scale, y[i] *= scale, z[i] *= scale;
}

struct Order {
  double price;
  int id, amount, customer, product;
  char note[16];
};

__global__ void k_revenue_aos(const Order* __restrict__ orders, double* revenue, int n) {
  int i = global_index();
  if (i < n) revenue[i] = orders[i].price * orders[i].amount;
}

// ---- Neural networks ----

__global__ void k_layer_norm(const float* __restrict__ in, const float* __restrict__ gain,
                             const float* __restrict__ bias, float* out, int width) {
  const float* row = in + blockIdx.x * width;
  float sum = 0, squares = 0;
  for (int c = threadIdx.x; c < width; c += blockDim.x) sum += row[c];
  float mean = block_sum(sum) / width;
  for (int c = threadIdx.x; c < width; c += blockDim.x) squares += (row[c] - mean) * (row[c] - mean);
  float scale = rsqrtf(block_sum(squares) / width + 1e-5f);
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    out[blockIdx.x * width + c] = (row[c] - mean) * scale * gain[c] + bias[c];
}

// One warp a row of 32 E numbers, kept in registers
template <int E>
__global__ void k_softmax_warp(const float* __restrict__ in, float* out, int rows) {
  int row = global_index() / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float v[E], top = -1e30f, sum = 0;
#pragma unroll
  for (int e = 0; e < E; ++e) top = fmaxf(top, v[e] = in[row * 32 * E + e * 32 + lane]);
  top = warp_max(top);
#pragma unroll
  for (int e = 0; e < E; ++e) sum += v[e] = __expf(v[e] - top);
  sum = warp_sum(sum);
#pragma unroll
  for (int e = 0; e < E; ++e) out[row * 32 * E + e * 32 + lane] = v[e] / sum;
}

// A block a query: scores of all keys (64 numbers each), their softmax, and the weighted sum of the values
__global__ void k_attention_row(const float* __restrict__ query, const float* __restrict__ key,
                                const float* __restrict__ value, float* out, int keys) {
  extern __shared__ float scores[];
  __shared__ float q[64], part[4][64];
  int t = threadIdx.x, lane = t % 32, warps = blockDim.x / 32;
  if (t < 64) q[t] = query[blockIdx.x * 64 + t];
  __syncthreads();
  float sum = 0;
  for (int k = t / 32; k < keys; k += warps) {
    float dot = warp_sum(q[lane] * key[k * 64 + lane] + q[lane + 32] * key[k * 64 + lane + 32]);
    if (lane == 0) {
      scores[k] = __expf(dot * 0.125f);
      sum += scores[k];
    }
  }
  sum = block_sum(sum);
  float v = 0;
  for (int k = t / 64; k < keys; k += 4) v += scores[k] * value[k * 64 + t % 64];
  part[t / 64][t % 64] = v;
  __syncthreads();
  if (t < 64) out[blockIdx.x * 64 + t] = (part[0][t] + part[1][t] + part[2][t] + part[3][t]) / sum;
}

// A warp copies a token's 128 numbers.
__global__ void k_embedding(const float4* __restrict__ table, const int* __restrict__ token, float4* out,
                            int tokens) {
  int t = global_index() / 32, lane = threadIdx.x % 32;
  if (t < tokens) out[t * 32 + lane] = table[token[t] * 32 + lane];
}

__global__ void k_adam(float* w, const float* __restrict__ gradient, float* m, float* v, int n) {
  int i = global_index();
  if (i >= n) return;
  float g = gradient[i], mi = 0.9f * m[i] + 0.1f * g, vi = 0.999f * v[i] + 0.001f * g * g;
  m[i] = mi;
  v[i] = vi;
  w[i] -= 1e-3f * mi / (sqrtf(vi) + 1e-8f);
}

__global__ void k_max_pool(const float* __restrict__ in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width / 2 || y >= height / 2) return;
  const float* at = in + 2 * y * width + 2 * x;
  out[y * (width / 2) + x] = fmaxf(fmaxf(at[0], at[1]), fmaxf(at[width], at[width + 1]));
}

// ---- Asynchronous copies and banks ----

// Reverses tiles of 256 float4; STAGES tiles are under way at a time.
template <int STAGES>
__global__ void k_async_tiles(const float4* __restrict__ in, float4* out, int tiles) {
  __shared__ float4 tile[STAGES][256];
  int t = threadIdx.x, loading = blockIdx.x;
  auto load = [&](int stage) {
    if (loading < tiles) __pipeline_memcpy_async(&tile[stage][t], &in[loading * 256 + t], 16);
    __pipeline_commit();
    loading += gridDim.x;
  };
  for (int s = 0; s < STAGES - 1; ++s) load(s);
  for (int i = 0, stage = 0; blockIdx.x + i * gridDim.x < tiles; ++i, stage = (stage + 1) % STAGES) {
    load((stage + STAGES - 1) % STAGES);
    __pipeline_wait_prior(STAGES - 1);
    __syncthreads();
    out[(blockIdx.x + i * gridDim.x) * 256 + t] = tile[stage][255 - t];
    __syncthreads();
  }
}

// A thread owns a row of 32 numbers in shared memory whose rows are PITCH words apart, and smooths it.
template <int PITCH>
__global__ void k_smooth_rows(float* rows, int times) {
  __shared__ float s[128 * PITCH];
  float* mine = s + threadIdx.x * PITCH;
  for (int i = threadIdx.x; i < 128 * 32; i += 128) s[i / 32 * PITCH + i % 32] = rows[blockIdx.x * 4096 + i];
  __syncthreads();
  for (int t = 0; t < times; ++t) {
    float before = mine[0];
#pragma unroll 4
    for (int c = 1; c < 32; ++c) mine[c] = before = 0.5f * (before + mine[c]);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 128 * 32; i += 128) rows[blockIdx.x * 4096 + i] = s[i / 32 * PITCH + i % 32];
}
