// Kernels for held_out.cu: what other people write, in their several ways. None is in launch_kernels.h.
#pragma once
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr unsigned FullMask = 0xffffffffu;

template <class T>
__device__ inline T lanes_sum(T v) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_xor_sync(FullMask, v, offset);
  return v;
}

// The sum over the block, in thread 0 only.
template <class T>
__device__ inline T first_thread_sum(T v) {
  __shared__ T warp_sums[32];
  v = lanes_sum(v);
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? warp_sums[threadIdx.x] : T(0);
  if (threadIdx.x < 32) v = lanes_sum(v);
  return v;
}

__device__ inline unsigned mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

// ---- Reductions ----

// The first version of every course: the remainder decides who adds.
__global__ void k_reduce_modulo(const int* in, int* out, unsigned n) {
  extern __shared__ int reduce_ints[];
  unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  reduce_ints[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) reduce_ints[tid] += reduce_ints[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = reduce_ints[0];
}

// Neighbouring threads add, and addresses are a stride apart: the banks conflict.
__global__ void k_reduce_strided(const int* in, int* out, unsigned n) {
  extern __shared__ int strided_ints[];
  unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  strided_ints[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    unsigned at = 2 * s * tid;
    if (at < blockDim.x) strided_ints[at] += strided_ints[at + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = strided_ints[0];
}

template <unsigned B>
__global__ void k_reduce_sequential(const float* __restrict__ in, float* __restrict__ out, size_t n) {
  __shared__ float part[B];
  size_t i = static_cast<size_t>(blockIdx.x) * B * 2 + threadIdx.x;
  float v = i < n ? in[i] : 0.f;
  if (i + B < n) v += in[i + B];
  part[threadIdx.x] = v;
  __syncthreads();
#pragma unroll
  for (unsigned s = B / 2; s >= 32; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] = v = v + part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x < 32) v = lanes_sum(v);
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}

// One thread a row, so that lanes are a row apart.
__global__ void k_row_range_naive(const float* in, float* low, float* high, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float least = in[row * cols], most = least;
  for (int c = 1; c < cols; c++) {
    float v = in[row * cols + c];
    if (v < least) least = v;
    if (v > most) most = v;
  }
  low[row] = least;
  high[row] = most;
}

// 64 columns by 16 rows of threads; the rows meet in shared memory.
__global__ void k_column_max_shared(const float* __restrict__ in, float* __restrict__ out, int rows,
                                    int cols) {
  __shared__ float best[16][64];
  int c = blockIdx.x * 64 + threadIdx.x;
  float v = -1e30f;
  if (c < cols)
    for (int r = threadIdx.y; r < rows; r += 16) v = fmaxf(v, in[static_cast<size_t>(r) * cols + c]);
  best[threadIdx.y][threadIdx.x] = v;
  for (int s = 8; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.y < s)
      best[threadIdx.y][threadIdx.x] =
          fmaxf(best[threadIdx.y][threadIdx.x], best[threadIdx.y + s][threadIdx.x]);
  }
  if (threadIdx.y == 0 && c < cols) out[c] = best[0][threadIdx.x];
}

// A slab of rows a block, added to the columns' sums at the end.
__global__ void k_column_sum_atomic(const float* __restrict__ in, float* sums, int rows, int cols, int slab) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * slab;
  if (c >= cols) return;
  float sum = 0;
  for (int r = first; r < min(first + slab, rows); ++r) sum += fabsf(in[r * cols + c]);
  atomicAdd(&sums[c], sum);
}

// Mean and variance of each row by Welford's method; lanes merge theirs.
__global__ void k_welford_warp(const float* __restrict__ in, float2* __restrict__ out, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (row >= rows) return;
  float mean = 0, square = 0, count = 0;
  for (int c = lane; c < cols; c += 32) {
    float v = in[row * cols + c], delta = v - mean;
    count += 1;
    mean += delta / count;
    square += delta * (v - mean);
  }
  for (int d = 16; d; d >>= 1) {
    float other_mean = __shfl_down_sync(FullMask, mean, d),
          other_square = __shfl_down_sync(FullMask, square, d);
    float other_count = __shfl_down_sync(FullMask, count, d), all = count + other_count;
    if (all > 0) {
      float delta = other_mean - mean;
      mean += delta * other_count / all;
      square += other_square + delta * delta * count * other_count / all;
      count = all;
    }
  }
  if (lane == 0) out[row] = make_float2(mean, square / cols);
}

__global__ void k_dot_double(const double* __restrict__ x, const double* __restrict__ y, double* out, int n) {
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += x[i] * y[i];
  sum = first_thread_sum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

// The least value and its place as one 64-bit number
__global__ void k_argmin_packed(const float* in, unsigned long long* best, int n) {
  __shared__ unsigned long long mine;
  if (threadIdx.x == 0) mine = ~0ull;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long key = ~0ull;
  if (i < n) key = static_cast<unsigned long long>(__float_as_uint(in[i])) << 32 | i;
  for (int d = 16; d > 0; d /= 2) key = min(key, __shfl_xor_sync(FullMask, key, d));
  if (threadIdx.x % 32 == 0) atomicMin(&mine, key);
  __syncthreads();
  if (threadIdx.x == 0) atomicMin(best, mine);
}

// The block that comes last adds up what all have written.
__global__ void k_sum_last_block(const float4* __restrict__ in, float* parts, unsigned* arrived, float* out,
                                 int n4) {
  __shared__ bool is_last;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    float4 v = in[i];
    sum += v.x + v.y + v.z + v.w;
  }
  sum = first_thread_sum(sum);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    sum += static_cast<volatile float*>(parts)[i];
  sum = first_thread_sum(sum);
  if (threadIdx.x == 0) *out = sum;
}

// Groups of 16 lanes, each with its own segment of 64
__global__ void k_tile_groups(const int* __restrict__ in, int* __restrict__ out) {
  namespace cg = cooperative_groups;
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int group = (blockIdx.x * blockDim.x + threadIdx.x) / 16, sum = 0;
  for (int j = tile.thread_rank(); j < 64; j += 16) sum += in[group * 64 + j];
  for (int d = tile.size() / 2; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0) out[group] = sum;
}

// ---- Atomics ----

// A histogram of bytes a warp, four bytes a load
template <int WARPS>
__global__ void k_histogram_warps(const uchar4* __restrict__ in, unsigned* bins, int n4) {
  __shared__ unsigned count[WARPS][256];
  for (int i = threadIdx.x; i < WARPS * 256; i += blockDim.x) count[i / 256][i % 256] = 0;
  __syncthreads();
  unsigned* mine = count[threadIdx.x / 32];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
    uchar4 v = in[i];
    atomicAdd(&mine[v.x], 1u);
    atomicAdd(&mine[v.y], 1u);
    atomicAdd(&mine[v.z], 1u);
    atomicAdd(&mine[v.w], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) {
    unsigned sum = 0;
#pragma unroll
    for (int w = 0; w < WARPS; ++w) sum += count[w][b];
    if (sum) atomicAdd(&bins[b], sum);
  }
}

__global__ void k_histogram_naive(const unsigned char* in, int* bins, size_t n) {
  size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) atomicAdd(bins + in[i], 1);
}

// Lanes with equal keys elect one that adds for all.
__global__ void k_histogram_match(const int* __restrict__ in, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, key = i < n ? in[i] : -1;
  unsigned peers = __match_any_sync(FullMask, key);
  if (key >= 0 && (threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(&bins[key], __popc(peers));
}

// Every thread adds floats to one of eight cells in shared memory.
__global__ void k_charge_cells(const float* __restrict__ charge, float* out, int n) {
  __shared__ float cell[8];
  if (threadIdx.x < 8) cell[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float q = charge[i];
    atomicAdd(&cell[static_cast<int>(q * 8) & 7], q);
  }
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&out[threadIdx.x], cell[threadIdx.x]);
}

__global__ void k_range_atomics(const int* __restrict__ in, int* low, int* high, int n) {
  __shared__ int least, most;
  if (threadIdx.x == 0) {
    least = 0x7fffffff;
    most = -0x7fffffff;
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicMin(&least, in[i]);
    atomicMax(&most, in[i]);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicMin(low, least);
    atomicMax(high, most);
  }
}

// Floats have no atomicMax, so compare and swap their bits.
__device__ inline void float_max(float* at, float v) {
  int* bits = reinterpret_cast<int*>(at);
  int old = *bits;
  while (__int_as_float(old) < v) {
    int assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(v));
    if (old == assumed) break;
  }
}

__global__ void k_cas_float_max(const float* __restrict__ in, float* cells, int mask, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    float_max(&cells[mixed(i) & mask], in[i]);
}

// Adds doubles as before there was an instruction for it.
__global__ void k_cas_double_add(const double* in, const int* at, double* cells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  auto* cell = reinterpret_cast<unsigned long long*>(cells + at[i]);
  unsigned long long old = *cell, assumed;
  do {
    assumed = old;
    old = atomicCAS(cell, assumed, __double_as_longlong(__longlong_as_double(assumed) + in[i]));
  } while (old != assumed);
}

// A step of connected components: each edge offers its lesser label to the other end.
__global__ void k_label_edges(const int2* __restrict__ edges, const int* __restrict__ label, int* next,
                              int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int2 e = edges[i];
  int a = label[e.x], b = label[e.y];
  if (a < b)
    atomicMin(&next[e.y], a);
  else if (b < a)
    atomicMin(&next[e.x], b);
}

// Appends each key to its bucket.
__global__ void k_bucket_append(const int* __restrict__ keys, int* fill, int* buckets, int count,
                                int capacity, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int key = keys[i], bucket = key % count, slot = atomicAdd(&fill[bucket], 1);
  if (slot < capacity) buckets[bucket * capacity + slot] = key;
}

__global__ void k_bloom_insert(const unsigned* __restrict__ keys, unsigned* bits, unsigned mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h = keys[i];
#pragma unroll
  for (int round = 0; round < 3; ++round) {
    h = mixed(h + round);
    atomicOr(&bits[h >> 5 & mask], 1u << (h & 31));
  }
}

// Chains of a hash table, grown at their heads
__global__ void k_chain_insert(const int* keys, int* head, int* next, int buckets, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = atomicExch(&head[keys[i] % buckets], i);
}

__global__ void k_open_insert(const int* __restrict__ keys, int* slots, unsigned mask, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int key = keys[i];
    unsigned at = mixed(key) & mask;
    while (true) {
      int old = atomicCAS(&slots[at], -1, key);
      if (old == -1 || old == key) break;
      at = (at + 1) & mask;
    }
  }
}

// Straight lines through the set pixels: every pixel votes at each of 90 angles.
__global__ void k_hough_votes(const unsigned char* __restrict__ image, const float2* __restrict__ angle,
                              int* votes, int width, int height, int distances) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height || image[y * width + x] < 240) return;
  for (int a = 0; a < 90; a++) {
    int d = static_cast<int>(x * angle[a].x + y * angle[a].y);
    atomicAdd(&votes[a * distances + d], 1);
  }
}

// ---- Many registers, local memory ----

// An 8 x 8 cosine transform by one thread, all of it in registers
__device__ inline void dct8(float& a, float& b, float& c, float& d, float& e, float& f, float& g, float& h) {
  float s0 = a + h, s1 = b + g, s2 = c + f, s3 = d + e, d0 = a - h, d1 = b - g, d2 = c - f, d3 = d - e;
  float t0 = s0 + s3, t1 = s1 + s2, t2 = s0 - s3, t3 = s1 - s2;
  a = 0.353553f * (t0 + t1);
  e = 0.353553f * (t0 - t1);
  c = 0.461940f * t2 + 0.191342f * t3;
  g = 0.191342f * t2 - 0.461940f * t3;
  b = 0.490393f * d0 + 0.415735f * d1 + 0.277785f * d2 + 0.097545f * d3;
  d = 0.415735f * d0 - 0.097545f * d1 - 0.490393f * d2 - 0.277785f * d3;
  f = 0.277785f * d0 - 0.490393f * d1 + 0.097545f * d2 + 0.415735f * d3;
  h = 0.097545f * d0 - 0.277785f * d1 + 0.415735f * d2 - 0.490393f * d3;
}

template <int THREADS, int BLOCKS>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    k_dct8x8(const float* __restrict__ in, float* __restrict__ out, int width) {
  int bx = blockIdx.x * blockDim.x + threadIdx.x, by = blockIdx.y;
  if (bx * 8 >= width) return;
  const float4* from = reinterpret_cast<const float4*>(in + static_cast<size_t>(by) * 8 * width + bx * 8);
  float v[8][8];
#pragma unroll
  for (int r = 0; r < 8; ++r) {
    float4 p = from[r * width / 4], q = from[r * width / 4 + 1];
    v[r][0] = p.x, v[r][1] = p.y, v[r][2] = p.z, v[r][3] = p.w;
    v[r][4] = q.x, v[r][5] = q.y, v[r][6] = q.z, v[r][7] = q.w;
    dct8(v[r][0], v[r][1], v[r][2], v[r][3], v[r][4], v[r][5], v[r][6], v[r][7]);
  }
#pragma unroll
  for (int c = 0; c < 8; ++c) dct8(v[0][c], v[1][c], v[2][c], v[3][c], v[4][c], v[5][c], v[6][c], v[7][c]);
  float4* to = reinterpret_cast<float4*>(out + static_cast<size_t>(by) * 8 * width + bx * 8);
#pragma unroll
  for (int r = 0; r < 8; ++r) {
    to[r * width / 4] = make_float4(v[r][0], v[r][1], v[r][2], v[r][3]);
    to[r * width / 4 + 1] = make_float4(v[r][4], v[r][5], v[r][6], v[r][7]);
  }
}

// Each thread sorts N numbers in registers by odd-even transposition.
template <int N, int THREADS, int BLOCKS>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    k_sort_registers(const int* __restrict__ in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v[N];
#pragma unroll
  for (int j = 0; j < N; ++j) v[j] = in[j * n + i];
#pragma unroll
  for (int round = 0; round < N; ++round)
#pragma unroll
    for (int j = round % 2; j + 1 < N; j += 2) {
      int low = min(v[j], v[j + 1]);
      v[j + 1] = max(v[j], v[j + 1]);
      v[j] = low;
    }
#pragma unroll
  for (int j = 0; j < N; ++j) out[j * n + i] = v[j];
}

// Counts the points of a box in an implicit tree of points, with a stack of its own.
__global__ void k_tree_stack(const float2* __restrict__ points, const float2* __restrict__ centres,
                             int* found, int size, float radius, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int stack[24], depth = 0, count = 0;
  float2 c = centres[i];
  stack[depth++] = 1;
  while (depth > 0) {
    int node = stack[--depth];
    float2 p = points[node];
    bool by_x = (31 - __clz(node)) % 2 == 0;
    float d = by_x ? c.x - p.x : c.y - p.y;
    if (fabsf(c.x - p.x) < radius && fabsf(c.y - p.y) < radius) ++count;
    if (2 * node < size && d < radius) stack[depth++] = 2 * node;
    if (2 * node + 1 < size && d > -radius) stack[depth++] = 2 * node + 1;
  }
  found[i] = count;
}

// Shuffles a hand of 32 cards, and scores it.
__global__ void k_shuffle_cards(int* score, int times, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned char card[32];
  for (int j = 0; j < 32; j++) card[j] = j;
  unsigned state = mixed(i + 1);
  int total = 0;
  for (int t = 0; t < times; t++) {
    for (int j = 31; j > 0; j--) {
      state = state * 1664525u + 1013904223u;
      int k = (state >> 16) % (j + 1);
      unsigned char swap = card[j];
      card[j] = card[k];
      card[k] = swap;
    }
    for (int j = 0; j < 5; j++) total += card[j] % 13;
  }
  score[i] = total;
}

// Solves a small system of equations a thread; the pivot's row is known only at run time.
template <int N>
__global__ void k_solve_pivoted(const float* __restrict__ systems, float* __restrict__ solutions, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a[N][N + 1];
  for (int r = 0; r < N; ++r)
    for (int c = 0; c <= N; ++c) a[r][c] = systems[(r * (N + 1) + c) * n + i] + (r == c ? 2.f : 0.f);
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int r = k + 1; r < N; ++r)
      if (fabsf(a[r][k]) > fabsf(a[pivot][k])) pivot = r;
    for (int c = k; c <= N; ++c) {
      float swap = a[k][c];
      a[k][c] = a[pivot][c];
      a[pivot][c] = swap;
    }
    for (int r = k + 1; r < N; ++r) {
      float factor = a[r][k] / a[k][k];
      for (int c = k; c <= N; ++c) a[r][c] -= factor * a[k][c];
    }
  }
  for (int r = N - 1; r >= 0; --r) {
    float sum = a[r][N];
    for (int c = r + 1; c < N; ++c) sum -= a[r][c] * a[c][N];
    a[r][N] = sum / a[r][r];
    solutions[r * n + i] = a[r][N];
  }
}

// Queens on a board, from a start of two queens a thread, without recursion
__global__ void k_queens(unsigned long long* solutions, int size) {
  int first = blockIdx.x, second = threadIdx.x, board = (1 << size) - 1, count = 0;
  if (second < size && first != second && first != second + 1 && second != first + 1) {
    int free_at[16], columns[16], left[16], right[16], depth = 2;
    columns[2] = 1 << first | 1 << second;
    left[2] = (1 << first << 1 | 1 << second) << 1;
    right[2] = (1 << first >> 1 | 1 << second) >> 1;
    free_at[2] = board & ~(columns[2] | left[2] | right[2]);
    while (depth >= 2) {
      int bit = free_at[depth] & -free_at[depth];
      if (bit == 0) {
        --depth;
        continue;
      }
      free_at[depth] ^= bit;
      if (depth == size - 1) {
        ++count;
        continue;
      }
      columns[depth + 1] = columns[depth] | bit;
      left[depth + 1] = (left[depth] | bit) << 1;
      right[depth + 1] = (right[depth] | bit) >> 1;
      ++depth;
      free_at[depth] = board & ~(columns[depth] | left[depth] | right[depth]);
    }
  }
  if (count) atomicAdd(solutions, static_cast<unsigned long long>(count));
}

// A filter whose window of TAPS samples stays in registers while the thread walks along its part.
template <int TAPS>
__global__ void __launch_bounds__(128)
    k_filter_registers(const float* __restrict__ in, float* __restrict__ out, int part, int threads) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= threads) return;
  float window[TAPS];
#pragma unroll
  for (int t = 0; t < TAPS; ++t) window[t] = in[t * threads + i];
  for (int k = TAPS; k < part; ++k) {
    float sum = 0;
#pragma unroll
    for (int t = 0; t < TAPS; ++t) sum += window[t] * (1.f / (t + 1));
    out[(k - TAPS) * threads + i] = sum;
#pragma unroll
    for (int t = 0; t + 1 < TAPS; ++t) window[t] = window[t + 1];
    window[TAPS - 1] = in[k * threads + i];
  }
}

// ---- Sparse matrices and graphs ----

// LANES lanes a row
template <int LANES>
__global__ void k_csr_lanes(const int* __restrict__ start, const int* __restrict__ column,
                            const float* __restrict__ value, const float* __restrict__ x,
                            float* __restrict__ y, int rows) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, row = t / LANES, lane = t % LANES;
  float sum = 0;
  if (row < rows)
    for (int j = start[row] + lane; j < start[row + 1]; j += LANES) sum += value[j] * x[column[j]];
#pragma unroll
  for (int d = LANES / 2; d > 0; d /= 2) sum += __shfl_down_sync(FullMask, sum, d, LANES);
  if (row < rows && lane == 0) y[row] = sum;
}

__global__ void k_csr_block_row(const int* start, const int* column, const float* value, const float* x,
                                float* y) {
  float sum = 0;
  for (int j = start[blockIdx.x] + threadIdx.x; j < start[blockIdx.x + 1]; j += blockDim.x)
    sum += value[j] * x[column[j]];
  sum = first_thread_sum(sum);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}

// Slices of 32 rows, each as wide as its longest row
__global__ void k_sell32(const int* __restrict__ slice, const int* __restrict__ column,
                         const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y,
                         int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int j = slice[row / 32] + lane; j < slice[row / 32 + 1]; j += 32) {
    int c = column[j];
    if (c >= 0) sum += value[j] * x[c];
  }
  y[row] = sum;
}

// Entries in order of rows; lanes of one row add up before one of them writes.
__global__ void k_coo_segments(const int* __restrict__ row, const int* __restrict__ column,
                               const float* __restrict__ value, const float* __restrict__ x, float* y,
                               int entries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int r = i < entries ? row[i] : -1;
  float v = i < entries ? value[i] * x[column[i]] : 0;
  for (int d = 1; d < 32; d *= 2) {
    float other = __shfl_up_sync(FullMask, v, d);
    int other_row = __shfl_up_sync(FullMask, r, d);
    if (lane >= d && other_row == r) v += other;
  }
  int next = __shfl_down_sync(FullMask, r, 1);
  if (r >= 0 && (lane == 31 || next != r)) atomicAdd(&y[r], v);
}

__global__ void k_diagonals(const float* __restrict__ diagonal, const int* __restrict__ offset, int diagonals,
                            const float* __restrict__ x, float* __restrict__ y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int d = 0; d < diagonals; ++d) {
    int c = i + offset[d];
    if (c >= 0 && c < n) sum += diagonal[d * n + i] * x[c];
  }
  y[i] = sum;
}

// Blocks of 4 x 4; a thread computes four rows.
__global__ void k_bsr4(const int* __restrict__ start, const int* __restrict__ column,
                       const float4* __restrict__ value, const float4* __restrict__ x, float4* __restrict__ y,
                       int block_rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= block_rows) return;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int j = start[row]; j < start[row + 1]; ++j) {
    float4 v = x[column[j]], a = value[4 * j], b = value[4 * j + 1], c = value[4 * j + 2],
           d = value[4 * j + 3];
    sum.x += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
    sum.y += b.x * v.x + b.y * v.y + b.z * v.z + b.w * v.w;
    sum.z += c.x * v.x + c.y * v.y + c.z * v.z + c.w * v.w;
    sum.w += d.x * v.x + d.y * v.y + d.z * v.z + d.w * v.w;
  }
  y[row] = sum;
}

// Every vertex looks whether it is on the frontier; `next` is a copy of the levels.
__global__ void k_bfs_push(const int* __restrict__ start, const int* __restrict__ neighbour, const int* level,
                           int* next, int now, int vertices) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= vertices || level[v] != now) return;
  for (int j = start[v]; j < start[v + 1]; j++) {
    int w = neighbour[j];
    if (level[w] < 0) atomicMax(&next[w], now + 1);
  }
}

// Every vertex without a level looks for a neighbour on the frontier.
__global__ void k_bfs_pull(const int* __restrict__ start, const int* __restrict__ neighbour, const int* level,
                           int* next, int now, int* found, int vertices) {
  int v = blockIdx.x * blockDim.x + threadIdx.x, reached = 0;
  if (v < vertices && level[v] < 0)
    for (int j = start[v]; j < start[v + 1]; j++)
      if (level[neighbour[j]] == now) {
        next[v] = now + 1;
        reached = 1;
        break;
      }
  int count = __syncthreads_count(reached);
  if (threadIdx.x == 0 && count) atomicAdd(found, count);
}

// A queue of vertices goes in, their unseen neighbours come out.
__global__ void k_bfs_queue(const int* __restrict__ start, const int* __restrict__ neighbour,
                            const int* __restrict__ queue, int queued, int* seen, int* next,
                            int* next_count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= queued) return;
  int v = queue[i];
  for (int j = start[v]; j < start[v + 1]; ++j) {
    int w = neighbour[j];
    if (atomicCAS(&seen[w], 0, 1) == 0) next[atomicAdd(next_count, 1)] = w;
  }
}

__global__ void k_pagerank_pull(const int* __restrict__ start, const int* __restrict__ from,
                                const float* __restrict__ rank, const int* __restrict__ degree, float* next,
                                int vertices) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= vertices) return;
  float sum = 0;
  int end = start[v + 1];
  for (int j = start[v]; j < end; ++j) sum += rank[from[j]] / degree[from[j]];
  next[v] = 0.15f / vertices + 0.85f * sum;
}

// Common neighbours of the two ends of each edge, by merging their sorted lists
__global__ void k_triangles(const int* __restrict__ start, const int* __restrict__ neighbour,
                            const int* __restrict__ row, unsigned* total, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned count = 0;
  if (e < edges) {
    int a = start[row[e]], a_end = start[row[e] + 1], b = start[neighbour[e]],
        b_end = start[neighbour[e] + 1];
    while (a < a_end && b < b_end) {
      int p = neighbour[a], q = neighbour[b];
      count += p == q;
      a += p <= q;
      b += q <= p;
    }
  }
  count = lanes_sum(count);
  if (threadIdx.x % 32 == 0) atomicAdd(total, count);
}

// A sparse matrix times a dense one of 64 columns; a warp has a row, a lane two columns.
__global__ void k_spmm_64(const int* __restrict__ start, const int* __restrict__ column,
                          const float* __restrict__ value, const float2* __restrict__ b,
                          float2* __restrict__ c, int rows) {
  int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  float2 sum = make_float2(0, 0);
  for (int j = start[row]; j < start[row + 1]; ++j) {
    float v = value[j];
    float2 x = b[column[j] * 32 + lane];
    sum.x = fmaf(v, x.x, sum.x);
    sum.y = fmaf(v, x.y, sum.y);
  }
  c[row * 32 + lane] = sum;
}

// ---- Arithmetic ----

__global__ void k_julia_double(unsigned char* out, int width, int height, double re, double im, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  double a = 3.0 * x / width - 1.5, b = 2.0 * y / height - 1.0;
  int n = 0;
  while (n < limit && a * a + b * b < 4.0) {
    double t = a * a - b * b + re;
    b = 2.0 * a * b + im;
    a = t;
    n++;
  }
  out[y * width + x] = n & 255;
}

// Two bodies a thread, so that a load from shared memory serves both
template <int B>
__global__ void k_nbody_two(const float4* __restrict__ bodies, float3* __restrict__ pull, int n) {
  __shared__ float4 near[B];
  int i = blockIdx.x * 2 * B + threadIdx.x;
  float4 p = bodies[i], q = bodies[i + B];
  float3 f = make_float3(0, 0, 0), g = f;
  for (int first = 0; first < n; first += B) {
    near[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < B; ++j) {
      float4 o = near[j];
      float x = o.x - p.x, y = o.y - p.y, z = o.z - p.z, r = rsqrtf(x * x + y * y + z * z + 0.01f);
      float w = o.w * r * r * r;
      f.x += w * x, f.y += w * y, f.z += w * z;
      x = o.x - q.x, y = o.y - q.y, z = o.z - q.z, r = rsqrtf(x * x + y * y + z * z + 0.01f);
      w = o.w * r * r * r;
      g.x += w * x, g.y += w * y, g.z += w * z;
    }
    __syncthreads();
  }
  pull[i] = f;
  pull[i + B] = g;
}

__device__ inline float normal_below(float d) {
  float k = 1.f / (1.f + 0.2316419f * fabsf(d));
  float c =
      0.39894228f * expf(-0.5f * d * d) *
      (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.f - c : c;
}

__global__ void k_black_scholes(const float* __restrict__ price, const float* __restrict__ strike,
                                const float* __restrict__ years, float* call, float* put, float rate,
                                float sigma, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
    float d1 = (logf(s / x) + (rate + 0.5f * sigma * sigma) * t) / (sigma * root), d2 = d1 - sigma * root;
    float worth = x * expf(-rate * t), a = normal_below(d1), b = normal_below(d2);
    call[i] = s * a - worth * b;
    put[i] = worth * (1.f - b) - s * (1.f - a);
  }
}

// As SHA-256 works: sixteen words extended to 64, one round for each.
__global__ void k_sha_rounds(const unsigned* __restrict__ message, unsigned* __restrict__ digest, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w[16], s[8];
#pragma unroll
  for (int j = 0; j < 16; ++j) w[j] = message[j * n + i];
#pragma unroll
  for (int j = 0; j < 8; ++j) s[j] = 0x6a09e667u + 0x3c6ef372u * j;
#pragma unroll
  for (int t = 0; t < 64; ++t) {
    unsigned sum1 =
        __funnelshift_r(s[4], s[4], 6) ^ __funnelshift_r(s[4], s[4], 11) ^ __funnelshift_r(s[4], s[4], 25);
    unsigned sum0 =
        __funnelshift_r(s[0], s[0], 2) ^ __funnelshift_r(s[0], s[0], 13) ^ __funnelshift_r(s[0], s[0], 22);
    unsigned t1 = s[7] + sum1 + ((s[4] & s[5]) ^ (~s[4] & s[6])) + w[t % 16] + 0x428a2f98u * (t + 1);
    unsigned t2 = sum0 + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
#pragma unroll
    for (int j = 7; j > 0; --j) s[j] = s[j - 1];
    s[4] += t1;
    s[0] = t1 + t2;
    unsigned a = w[(t + 1) % 16], b = w[(t + 14) % 16];
    w[t % 16] += (__funnelshift_r(a, a, 7) ^ __funnelshift_r(a, a, 18) ^ a >> 3) + w[(t + 9) % 16] +
                 (__funnelshift_r(b, b, 17) ^ __funnelshift_r(b, b, 19) ^ b >> 10);
  }
#pragma unroll
  for (int j = 0; j < 8; ++j) digest[j * n + i] = s[j];
}

// A generator by counter: ten rounds of wide products for four numbers.
__global__ void k_philox(uint4* out, unsigned seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 c = make_uint4(i, 0, 0, 0);
  uint2 key = make_uint2(seed, 0x1234567u);
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    unsigned low0 = 0xd2511f53u * c.x, high0 = __umulhi(0xd2511f53u, c.x);
    unsigned low1 = 0xcd9e8d57u * c.z, high1 = __umulhi(0xcd9e8d57u, c.z);
    c = make_uint4(high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0);
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  out[i] = c;
}

__global__ void k_newton_roots(const double* in, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a = in[i], x = a;
  for (int step = 0; step < 6; step++) x = x - (x * x * x - a) / (3.0 * x * x);
  out[i] = sqrt(x * x + 1.0);
}

// Powers modulo a 31-bit number, with the remainder of 64-bit integers
__global__ void k_power_modulo(const unsigned* __restrict__ base, unsigned* out, unsigned exponent,
                               unsigned modulus, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long b = base[i] % modulus, result = 1;
  for (unsigned e = exponent; e; e >>= 1) {
    if (e & 1) result = result * b % modulus;
    b = b * b % modulus;
  }
  out[i] = static_cast<unsigned>(result);
}

__global__ void k_trial_division(int* primes, int first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool is_prime = i < n;
  if (is_prime) {
    int candidate = first + 2 * i;
    for (int d = 3; d * d <= candidate; d += 2)
      if (candidate % d == 0) {
        is_prime = false;
        break;
      }
  }
  int count = __syncthreads_count(is_prime);
  if (threadIdx.x == 0) atomicAdd(primes, count);
}

// An option a block: a lattice of prices, one level less at every step.
__global__ void k_binomial_option(const float* __restrict__ price, float* __restrict__ worth, int steps) {
  __shared__ float value[2][513];
  int j = threadIdx.x, from = 0;
  float up = 0.01f, p = 0.507f;
  for (int k = j; k <= steps; k += blockDim.x)
    value[0][k] = fmaxf(price[blockIdx.x] * expf(up * (2 * k - steps)) - 100.f, 0.f);
  __syncthreads();
  for (int s = steps; s > 0; --s) {
    for (int k = j; k < s; k += blockDim.x)
      value[1 - from][k] = 0.9998f * (p * value[from][k + 1] + (1 - p) * value[from][k]);
    from = 1 - from;
    __syncthreads();
  }
  if (j == 0) worth[blockIdx.x] = value[from][0];
}

// Many starts of Lorenz's equations, by Runge and Kutta's method
__global__ void k_lorenz(float3* state, float h, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  auto slope = [](float3 p) {
    return make_float3(10.f * (p.y - p.x), p.x * (28.f - p.z) - p.y, p.x * p.y - 2.6666667f * p.z);
  };
  auto moved = [](float3 p, float3 d, float by) {
    return make_float3(p.x + by * d.x, p.y + by * d.y, p.z + by * d.z);
  };
  float3 p = state[i];
  for (int s = 0; s < steps; ++s) {
    float3 a = slope(p), b = slope(moved(p, a, h / 2)), c = slope(moved(p, b, h / 2)),
           d = slope(moved(p, c, h));
    p = moved(moved(moved(moved(p, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
  }
  state[i] = p;
}

__constant__ unsigned CrcTable[256];

// Checksums of messages, a message a thread; lanes read the table in constant memory at their own places.
__global__ void k_crc_constant(const unsigned char* __restrict__ bytes, unsigned* out, int length, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned crc = ~0u;
  for (int k = 0; k < length; k++) crc = CrcTable[(crc ^ bytes[k * n + i]) & 255] ^ crc >> 8;
  out[i] = ~crc;
}

__global__ void k_crc_shared(const unsigned char* __restrict__ bytes, unsigned* out, int length, int n) {
  __shared__ unsigned table[256];
  if (threadIdx.x < 256) table[threadIdx.x] = CrcTable[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned crc = ~0u;
  for (int k = 0; k < length; k++) crc = table[(crc ^ bytes[k * n + i]) & 255] ^ crc >> 8;
  out[i] = ~crc;
}

// The nearest of many 128-bit codes
__global__ void k_hamming(const uint4* __restrict__ codes, const uint4* __restrict__ query, int* best,
                          int count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 q = query[i];
  int least = 1 << 20, at = 0;
  for (int j = 0; j < count; ++j) {
    uint4 c = __ldg(&codes[j]);
    int d = __popc(q.x ^ c.x) + __popc(q.y ^ c.y) + __popc(q.z ^ c.z) + __popc(q.w ^ c.w);
    if (d < least) {
      least = d;
      at = j;
    }
  }
  best[i] = at;
}

__constant__ float4 Spheres[64];

// Rays straight ahead through spheres in constant memory
__global__ void k_ray_spheres(uchar4* image, int width, int height, int spheres) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float px = 2.f * x / width - 1, py = 2.f * y / height - 1, nearest = 1e9f, shade = 0;
  for (int s = 0; s < spheres; ++s) {
    float4 ball = Spheres[s];
    float dx = px - ball.x, dy = py - ball.y, left = ball.w * ball.w - dx * dx - dy * dy;
    if (left > 0) {
      float depth = sqrtf(left), z = ball.z - depth;
      if (z < nearest) {
        nearest = z;
        shade = depth / ball.w;
      }
    }
  }
  unsigned char v = static_cast<unsigned char>(255 * shade);
  image[y * width + x] = make_uchar4(v, v, v, 255);
}

// The price of an Asian option: one path a thread, two normal numbers a step
__global__ void k_asian_paths(float* sum, int steps) {
  unsigned state = mixed(blockIdx.x * blockDim.x + threadIdx.x + 7);
  float price = 100, total = 0;
  for (int s = 0; s < steps; s += 2) {
    state = state * 1664525u + 1013904223u;
    float u = ((state >> 8) + 1) * (1.f / 16777217.f);
    state = state * 1664525u + 1013904223u;
    float v = (state >> 8) * (6.2831853f / 16777216.f), r = sqrtf(-2.f * __logf(u));
    price *= __expf(0.001f + 0.02f * r * __cosf(v));
    total += price;
    price *= __expf(0.001f + 0.02f * r * __sinf(v));
    total += price;
  }
  float payoff = first_thread_sum(fmaxf(total / steps - 100.f, 0.f));
  if (threadIdx.x == 0) atomicAdd(sum, payoff);
}

template <int CHAINS>
__global__ void k_half2_chains(const half2* __restrict__ in, half2* out, int times, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  half2 v[CHAINS], scale = __float2half2_rn(0.5f), base = in[i];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) v[c] = __hadd2(base, __float2half2_rn(0.125f * c));
  for (int t = 0; t < times; ++t)
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) v[c] = __hfma2(v[c], scale, base);
#pragma unroll
  for (int c = 1; c < CHAINS; ++c) v[0] = __hadd2(v[0], v[c]);
  out[i] = v[0];
}

__device__ inline float lattice_noise(int x, int y) { return (mixed(x * 7919 + y) & 0xffff) * (1.f / 65536); }

// Octaves of smooth noise
__global__ void k_noise_octaves(float* out, int width, int height, int octaves) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0, weight = 0.5f, scale = 1.f / 64;
  for (int o = 0; o < octaves; ++o, weight *= 0.5f, scale *= 2) {
    float px = x * scale, py = y * scale, fx = px - floorf(px), fy = py - floorf(py);
    int ix = static_cast<int>(floorf(px)), iy = static_cast<int>(floorf(py));
    float sx = fx * fx * (3 - 2 * fx), sy = fy * fy * (3 - 2 * fy);
    float top = lattice_noise(ix, iy) * (1 - sx) + lattice_noise(ix + 1, iy) * sx;
    float low = lattice_noise(ix, iy + 1) * (1 - sx) + lattice_noise(ix + 1, iy + 1) * sx;
    sum += weight * (top * (1 - sy) + low * sy);
  }
  out[y * width + x] = sum;
}

// Pairs of particles within a box, in double precision, by a row of threads
__global__ void k_lennard_jones(const double3* __restrict__ at, double* energy, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0;
  if (i < n) {
    double3 p = at[i];
    for (int j = blockIdx.y * 64; j < min(blockIdx.y * 64 + 64, n); ++j) {
      double x = p.x - at[j].x, y = p.y - at[j].y, z = p.z - at[j].z, r2 = x * x + y * y + z * z + 0.01;
      double r6 = 1.0 / (r2 * r2 * r2);
      sum += 4.0 * r6 * (r6 - 1.0);
    }
  }
  sum = first_thread_sum(sum);
  if (threadIdx.x == 0) atomicAdd(energy, sum);
}

// ---- Scans ----

// Each thread adds up ITEMS neighbours, and their sums are scanned; items pass through shared memory.
template <int B, int ITEMS>
__global__ void k_scan_raking(const int* __restrict__ in, int* __restrict__ out) {
  __shared__ int item[B * ITEMS], warp_total[B / 32];
  int first = blockIdx.x * B * ITEMS, lane = threadIdx.x & 31, warp = threadIdx.x >> 5, sum = 0, mine[ITEMS];
#pragma unroll
  for (int j = 0; j < ITEMS; ++j) item[j * B + threadIdx.x] = in[first + j * B + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int j = 0; j < ITEMS; ++j) mine[j] = sum += item[threadIdx.x * ITEMS + j];
  int through = sum;
  for (int d = 1; d < 32; d <<= 1) {
    int v = __shfl_up_sync(FullMask, through, d);
    if (lane >= d) through += v;
  }
  if (lane == 31) warp_total[warp] = through;
  __syncthreads();
  int before = through - sum;
  for (int w = 0; w < warp; ++w) before += warp_total[w];
#pragma unroll
  for (int j = 0; j < ITEMS; ++j) item[threadIdx.x * ITEMS + j] = before + mine[j];
  __syncthreads();
#pragma unroll
  for (int j = 0; j < ITEMS; ++j) out[first + j * B + threadIdx.x] = item[j * B + threadIdx.x];
}

// The running maximum within each 32
__global__ void k_warp_running_max(const float* __restrict__ in, float* __restrict__ out, size_t n) {
  size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  float v = i < n ? in[i] : -1e30f;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    float left = __shfl_up_sync(FullMask, v, d);
    if ((threadIdx.x & 31) >= d) v = fmaxf(v, left);
  }
  if (i < n) out[i] = v;
}

// Sums that start anew at each flag
template <int B>
__global__ void k_scan_segmented(const float* __restrict__ in, const unsigned char* __restrict__ flag,
                                 float* out) {
  __shared__ float sum[B];
  __shared__ int head[B];
  int t = threadIdx.x, i = blockIdx.x * B + t;
  sum[t] = in[i];
  head[t] = flag[i] != 0;
  __syncthreads();
  for (int d = 1; d < B; d *= 2) {
    float v = 0;
    int h = 0;
    if (t >= d) {
      v = head[t] ? 0 : sum[t - d];
      h = head[t - d];
    }
    __syncthreads();
    sum[t] += v;
    head[t] |= h;
    __syncthreads();
  }
  out[i] = sum[t];
}

// One block walks over all, and carries the sum on.
__global__ void k_scan_one_block(const int* __restrict__ in, int* __restrict__ out, int n) {
  __shared__ int warps[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, carry = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x, v = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
      int u = __shfl_up_sync(FullMask, v, d);
      if (lane >= d) v += u;
    }
    if (lane == 31) warps[warp] = v;
    __syncthreads();
    if (warp == 0) {
      int w = lane < blockDim.x / 32 ? warps[lane] : 0;
      for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(FullMask, w, d);
        if (lane >= d) w += u;
      }
      warps[lane] = w;
    }
    __syncthreads();
    if (i < n) out[i] = carry + v + (warp ? warps[warp - 1] : 0);
    carry += warps[31];
    __syncthreads();
  }
}

// The last step of a scan: every block adds what came before it.
__global__ void k_scan_add(int* data, const int* __restrict__ before, int each) {
  int add = before[blockIdx.x];
  for (int j = threadIdx.x; j < each; j += blockDim.x) data[blockIdx.x * each + j] += add;
}

// An integral image, second pass: down the columns
__global__ void k_integral_columns(unsigned* sums, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  unsigned sum = 0;
  for (int y = 0; y < height; y++) {
    sum += sums[y * width + x];
    sums[y * width + x] = sum;
  }
}

// An integral image, first pass: a row a block
__global__ void k_integral_rows(const unsigned char* __restrict__ in, unsigned* __restrict__ out, int width) {
  __shared__ unsigned part[2][512];
  unsigned carry = 0;
  for (int x0 = 0; x0 < width; x0 += blockDim.x) {
    int x = x0 + threadIdx.x, from = 0;
    part[0][threadIdx.x] = x < width ? in[blockIdx.x * width + x] : 0;
    for (int d = 1; d < blockDim.x; d *= 2) {
      __syncthreads();
      unsigned v = part[from][threadIdx.x];
      if (threadIdx.x >= d) v += part[from][threadIdx.x - d];
      from ^= 1;
      part[from][threadIdx.x] = v;
    }
    __syncthreads();
    if (x < width) out[blockIdx.x * width + x] = carry + part[from][threadIdx.x];
    carry += part[from][blockDim.x - 1];
    __syncthreads();
  }
}

// Keeps the positive numbers in order within a block; one atomic a block finds their place.
__global__ void k_compact_block(const float* __restrict__ in, float* out, int* count, int n) {
  __shared__ int kept[32], place;
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = i < n ? in[i] : -1;
  unsigned keep = __ballot_sync(FullMask, v > 0);
  if (lane == 0) kept[warp] = __popc(keep);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) {
      int k = kept[w];
      kept[w] = sum;
      sum += k;
    }
    place = atomicAdd(count, sum);
  }
  __syncthreads();
  if (v > 0) out[place + kept[warp] + __popc(keep & ((1u << lane) - 1))] = v;
}

// ---- Sorts ----

__global__ void k_bitonic_step(int* data, int j, int k) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  if (other > i) {
    int a = data[i], b = data[other];
    bool is_rising = (i & k) == 0;
    if (a > b == is_rising) {
      data[i] = b;
      data[other] = a;
    }
  }
}

// How often each digit of four bits occurs in a block's part
__global__ void k_radix_count(const unsigned* __restrict__ keys, int* counts, int shift, int part) {
  __shared__ int digit[16];
  if (threadIdx.x < 16) digit[threadIdx.x] = 0;
  __syncthreads();
  for (int j = threadIdx.x; j < part; j += blockDim.x)
    atomicAdd(&digit[keys[blockIdx.x * part + j] >> shift & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = digit[threadIdx.x];
}

// Moves each key to its digit's next place; `place` has the first one for each digit and block.
__global__ void k_radix_scatter(const unsigned* __restrict__ keys, unsigned* out,
                                const int* __restrict__ place, int shift, int part) {
  __shared__ int next[16], warp_count[16][16];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  if (threadIdx.x < 16) next[threadIdx.x] = place[threadIdx.x * gridDim.x + blockIdx.x];
  for (int base = 0; base < part; base += blockDim.x) {
    unsigned key = keys[blockIdx.x * part + base + threadIdx.x];
    int digit = key >> shift & 15;
    unsigned peers = __match_any_sync(FullMask, digit);
    if (lane < 16) warp_count[warp][lane] = 0;
    __syncwarp();
    int rank = __popc(peers & ((1u << lane) - 1));
    if (rank == 0) warp_count[warp][digit] = __popc(peers);
    __syncthreads();
    int at = next[digit] + rank;
    for (int w = 0; w < warp; ++w) at += warp_count[w][digit];
    out[at] = key;
    __syncthreads();
    if (threadIdx.x < 16)
      for (int w = 0; w < warps; ++w) next[threadIdx.x] += warp_count[w][threadIdx.x];
    __syncthreads();
  }
}

// Sorts a block's keys bit by bit, zeros before ones.
template <int B>
__global__ void k_radix_split(const unsigned* __restrict__ keys, unsigned* __restrict__ sorted, int bits) {
  __shared__ unsigned item[B];
  __shared__ int ones_in[B / 32];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned key = keys[blockIdx.x * B + t];
  for (int bit = 0; bit < bits; ++bit) {
    bool is_one = key >> bit & 1;
    unsigned set = __ballot_sync(FullMask, is_one);
    if (lane == 0) ones_in[warp] = __popc(set);
    __syncthreads();
    int before = __popc(set & ((1u << lane) - 1)), all = 0;
#pragma unroll
    for (int w = 0; w < B / 32; ++w) {
      if (w < warp) before += ones_in[w];
      all += ones_in[w];
    }
    item[is_one ? B - all + before : t - before] = key;
    __syncthreads();
    key = item[t];
  }
  sorted[blockIdx.x * B + t] = key;
}

__global__ void k_odd_even_sort(float* data, int n) {
  extern __shared__ float odd_even[];
  float* mine = data + static_cast<size_t>(blockIdx.x) * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) odd_even[i] = mine[i];
  __syncthreads();
  for (int phase = 0; phase < n; phase++) {
    int i = 2 * threadIdx.x + (phase & 1);
    if (i + 1 < n && odd_even[i] > odd_even[i + 1]) {
      float swap = odd_even[i];
      odd_even[i] = odd_even[i + 1];
      odd_even[i + 1] = swap;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine[i] = odd_even[i];
}

// Merges two sorted arrays; a thread finds where its ITEMS come from, then merges them.
template <int ITEMS>
__global__ void k_merge_path(const int* __restrict__ a, const int* __restrict__ b, int* out, int each) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
  if (first >= 2 * each) return;
  int low = max(0, first - each), high = min(first, each);
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[first - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, j = first - low;
#pragma unroll
  for (int k = 0; k < ITEMS; ++k) {
    bool takes_a = j >= each || (i < each && a[i] <= b[j]);
    out[first + k] = takes_a ? a[i++] : b[j++];
  }
}

// Each thread counts how many are less than its own.
template <int B>
__global__ void k_rank_sort(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[B];
  int i = blockIdx.x * B + threadIdx.x, rank = 0;
  float v = in[i];
  for (int base = 0; base < n; base += B) {
    tile[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < B; ++j) rank += tile[j] < v || (tile[j] == v && base + j < i);
    __syncthreads();
  }
  out[rank] = v;
}

// A short row a thread, sorted by insertion in an array of its own
__global__ void k_insertion_rows(const int* in, int* out, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  int v[20];
  for (int j = 0; j < 20; j++) {
    int x = in[r * 20 + j], k = j - 1;
    while (k >= 0 && v[k] > x) {
      v[k + 1] = v[k];
      k--;
    }
    v[k + 1] = x;
  }
  for (int j = 0; j < 20; j++) out[r * 20 + j] = v[j];
}

// A warp sorts its 32 keys without memory.
__global__ void k_bitonic_warp(unsigned* keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  unsigned v = i < n ? keys[i] : ~0u;
#pragma unroll
  for (int size = 2; size <= 32; size *= 2)
#pragma unroll
    for (int step = size / 2; step > 0; step /= 2) {
      unsigned other = __shfl_xor_sync(FullMask, v, step);
      bool takes_least = ((lane & step) == 0) == ((lane & size) == 0);
      v = takes_least ? min(v, other) : max(v, other);
    }
  if (i < n) keys[i] = v;
}

// ---- Neural networks ----

__global__ void k_rms_norm(const float4* __restrict__ in, const float4* __restrict__ gain,
                           float4* __restrict__ out, int width4) {
  __shared__ float scale;
  float sum = 0;
  for (int c = threadIdx.x; c < width4; c += blockDim.x) {
    float4 v = in[blockIdx.x * width4 + c];
    sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  sum = first_thread_sum(sum);
  if (threadIdx.x == 0) scale = rsqrtf(sum / (4 * width4) + 1e-6f);
  __syncthreads();
  for (int c = threadIdx.x; c < width4; c += blockDim.x) {
    float4 v = in[blockIdx.x * width4 + c], g = gain[c];
    out[blockIdx.x * width4 + c] =
        make_float4(v.x * scale * g.x, v.y * scale * g.y, v.z * scale * g.z, v.w * scale * g.w);
  }
}

// A warp a row of 512 halves, which stay in registers
__global__ void k_layer_norm_half(const half2* __restrict__ in, half2* __restrict__ out, int rows) {
  int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  float2 v[8];
  float sum = 0, squares = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j) {
    v[j] = __half22float2(in[row * 256 + j * 32 + lane]);
    sum += v[j].x + v[j].y;
  }
  float mean = lanes_sum(sum) / 512;
#pragma unroll
  for (int j = 0; j < 8; ++j)
    squares += (v[j].x - mean) * (v[j].x - mean) + (v[j].y - mean) * (v[j].y - mean);
  float scale = rsqrtf(lanes_sum(squares) / 512 + 1e-5f);
#pragma unroll
  for (int j = 0; j < 8; ++j)
    out[row * 256 + j * 32 + lane] = __floats2half2_rn((v[j].x - mean) * scale, (v[j].y - mean) * scale);
}

// A row of a vocabulary a block; the maximum and the sum are found in one pass.
__global__ void k_softmax_online(const float* __restrict__ in, float* __restrict__ out, int width) {
  __shared__ float tops[32], sums[32];
  const float* row = in + static_cast<size_t>(blockIdx.x) * width;
  float top = -1e30f, sum = 0;
  for (int c = threadIdx.x; c < width; c += blockDim.x) {
    float v = row[c], higher = fmaxf(top, v);
    sum = sum * __expf(top - higher) + __expf(v - higher);
    top = higher;
  }
  for (int d = 16; d > 0; d /= 2) {
    float other = __shfl_xor_sync(FullMask, top, d), other_sum = __shfl_xor_sync(FullMask, sum, d);
    float higher = fmaxf(top, other);
    sum = sum * __expf(top - higher) + other_sum * __expf(other - higher);
    top = higher;
  }
  if (threadIdx.x % 32 == 0) {
    tops[threadIdx.x / 32] = top;
    sums[threadIdx.x / 32] = sum;
  }
  __syncthreads();
  top = tops[0];
  for (int w = 1; w < blockDim.x / 32; ++w) top = fmaxf(top, tops[w]);
  sum = 0;
  for (int w = 0; w < blockDim.x / 32; ++w) sum += sums[w] * __expf(tops[w] - top);
  float scale = 1 / sum;
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    out[static_cast<size_t>(blockIdx.x) * width + c] = __expf(row[c] - top) * scale;
}

// A row a thread, three passes: how it is written the first time.
__global__ void k_softmax_thread(const float* in, float* out, int rows, int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float top = in[r * width], sum = 0;
  for (int c = 1; c < width; c++) top = max(top, in[r * width + c]);
  for (int c = 0; c < width; c++) sum += expf(in[r * width + c] - top);
  for (int c = 0; c < width; c++) out[r * width + c] = expf(in[r * width + c] - top) / sum;
}

__global__ void k_gelu(const float* __restrict__ in, float* __restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i];
    out[i] = 0.5f * x * (1.f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
  }
}

__global__ void k_silu_gate(const half2* __restrict__ gate, const half2* __restrict__ up,
                            half2* __restrict__ out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    float2 g = __half22float2(gate[i]), u = __half22float2(up[i]);
    out[i] = __floats2half2_rn(g.x / (1.f + __expf(-g.x)) * u.x, g.y / (1.f + __expf(-g.y)) * u.y);
  }
}

// A 3 x 3 convolution: a thread has a pixel of one output channel.
__global__ void k_conv3x3_naive(const float* in, const float* weight, float* out, int channels, int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  if (x >= size || y >= size) return;
  float sum = 0;
  for (int c = 0; c < channels; c++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int px = x + dx, py = y + dy;
        if (px >= 0 && px < size && py >= 0 && py < size)
          sum += in[(c * size + py) * size + px] * weight[((k * channels + c) * 3 + dy + 1) * 3 + dx + 1];
      }
  out[(k * size + y) * size + x] = sum;
}

// The same with a tile in shared memory, and K output channels a thread
template <int K>
__global__ void k_conv3x3_tile(const float* __restrict__ in, const float* __restrict__ weight, float* out,
                               int channels, int size) {
  __shared__ float tile[18][18], taps[K][9];
  int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 16, y0 = blockIdx.y * 16, t = ty * 16 + tx;
  float sum[K] = {};
  for (int c = 0; c < channels; ++c) {
    for (int j = t; j < 18 * 18; j += 256) {
      int px = x0 + j % 18 - 1, py = y0 + j / 18 - 1;
      bool is_inside = px >= 0 && px < size && py >= 0 && py < size;
      tile[j / 18][j % 18] = is_inside ? in[(c * size + py) * size + px] : 0;
    }
    if (t < K * 9) taps[t / 9][t % 9] = weight[((blockIdx.z * K + t / 9) * channels + c) * 9 + t % 9];
    __syncthreads();
#pragma unroll
    for (int d = 0; d < 9; ++d) {
      float v = tile[ty + d / 3][tx + d % 3];
#pragma unroll
      for (int k = 0; k < K; ++k) sum[k] += v * taps[k][d];
    }
    __syncthreads();
  }
  if (x0 + tx >= size || y0 + ty >= size) return;
#pragma unroll
  for (int k = 0; k < K; ++k) out[((blockIdx.z * K + k) * size + y0 + ty) * size + x0 + tx] = sum[k];
}

// Each channel by its own 3 x 3 weights; channels lie last.
__global__ void k_depthwise(const float* __restrict__ in, const float* __restrict__ weight,
                            float* __restrict__ out, int width, int height, int channels) {
  int c = threadIdx.x, x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y;
  if (x >= width) return;
  float sum = 0;
#pragma unroll
  for (int dy = 0; dy < 3; ++dy)
#pragma unroll
    for (int dx = 0; dx < 3; ++dx) {
      int px = x + dx - 1, py = y + dy - 1;
      if (px >= 0 && px < width && py >= 0 && py < height)
        sum = fmaf(in[(py * width + px) * channels + c], weight[(dy * 3 + dx) * channels + c], sum);
    }
  out[(y * width + x) * channels + c] = fmaxf(sum, 0);
}

// Attention with a query a thread; keys and values pass through shared memory, 32 numbers each.
__global__ void __launch_bounds__(128)
    k_attention_online(const float4* __restrict__ query, const float4* __restrict__ key,
                       const float4* __restrict__ value, float4* __restrict__ out, int keys) {
  __shared__ float4 tk[32][8], tv[32][8];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 q[8], sum[8];
#pragma unroll
  for (int d = 0; d < 8; ++d) {
    q[d] = query[i * 8 + d];
    sum[d] = make_float4(0, 0, 0, 0);
  }
  float top = -1e30f, weights = 0;
  for (int base = 0; base < keys; base += 32) {
    for (int j = threadIdx.x; j < 256; j += blockDim.x) {
      tk[j / 8][j % 8] = key[base * 8 + j];
      tv[j / 8][j % 8] = value[base * 8 + j];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float score = 0;
#pragma unroll
      for (int d = 0; d < 8; ++d) {
        float4 k = tk[j][d];
        score += q[d].x * k.x + q[d].y * k.y + q[d].z * k.z + q[d].w * k.w;
      }
      float higher = fmaxf(top, score), keep = __expf(top - higher), w = __expf(score - higher);
      top = higher;
      weights = weights * keep + w;
#pragma unroll
      for (int d = 0; d < 8; ++d) {
        float4 v = tv[j][d];
        sum[d] = make_float4(sum[d].x * keep + w * v.x, sum[d].y * keep + w * v.y, sum[d].z * keep + w * v.z,
                             sum[d].w * keep + w * v.w);
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int d = 0; d < 8; ++d)
    out[i * 8 + d] =
        make_float4(sum[d].x / weights, sum[d].y / weights, sum[d].z / weights, sum[d].w / weights);
}

// Turns pairs of numbers by angles that depend on position and place.
__global__ void k_rope(float2* x, int heads, int half_width, int positions) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= positions * heads * half_width) return;
  int d = i % half_width, position = i / (half_width * heads);
  float angle = position * exp2f(-13.2877f * d / half_width), s, c;
  sincosf(angle, &s, &c);
  float2 v = x[i];
  x[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

// Sum and squares of a channel over all images: a block a channel
__global__ void k_batch_norm_stats(const float* __restrict__ in, float2* __restrict__ stats, int images,
                                   int channels, int area) {
  int c = blockIdx.x;
  float sum = 0, squares = 0;
  for (int image = 0; image < images; ++image) {
    const float* plane = in + (static_cast<size_t>(image) * channels + c) * area;
    for (int p = threadIdx.x; p < area; p += blockDim.x) {
      sum += plane[p];
      squares += plane[p] * plane[p];
    }
  }
  sum = first_thread_sum(sum);
  __syncthreads();
  squares = first_thread_sum(squares);
  if (threadIdx.x == 0) stats[c] = make_float2(sum, squares);
}

__global__ void k_cross_entropy(const float* __restrict__ logit, const int* __restrict__ label, float* loss,
                                int rows, int classes) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float top = -1e30f, sum = 0;
  for (int c = lane; c < classes; c += 32) top = fmaxf(top, logit[row * classes + c]);
  for (int d = 16; d > 0; d /= 2) top = fmaxf(top, __shfl_xor_sync(FullMask, top, d));
  for (int c = lane; c < classes; c += 32) sum += expf(logit[row * classes + c] - top);
  sum = lanes_sum(sum);
  if (lane == 0) atomicAdd(loss, logf(sum) + top - logit[row * classes + label[row]]);
}

// A row of floats becomes bytes and a scale.
__global__ void k_quantise_rows(const float4* __restrict__ in, char4* __restrict__ out,
                                float* __restrict__ scales, int width4) {
  __shared__ float most[32];
  float top = 0;
  for (int c = threadIdx.x; c < width4; c += blockDim.x) {
    float4 v = in[blockIdx.x * width4 + c];
    top = fmaxf(top, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
  }
  for (int d = 16; d > 0; d /= 2) top = fmaxf(top, __shfl_xor_sync(FullMask, top, d));
  if (threadIdx.x % 32 == 0) most[threadIdx.x / 32] = top;
  __syncthreads();
  for (int w = 0; w < blockDim.x / 32; ++w) top = fmaxf(top, most[w]);
  float scale = 127.f / (top + 1e-9f);
  for (int c = threadIdx.x; c < width4; c += blockDim.x) {
    float4 v = in[blockIdx.x * width4 + c];
    out[blockIdx.x * width4 + c] = make_char4(
        static_cast<signed char>(rintf(v.x * scale)), static_cast<signed char>(rintf(v.y * scale)),
        static_cast<signed char>(rintf(v.z * scale)), static_cast<signed char>(rintf(v.w * scale)));
  }
  if (threadIdx.x == 0) scales[blockIdx.x] = 1 / scale;
}

// One token's product: a warp a row of halves, eight at a time
__global__ void k_matvec_half(const uint4* __restrict__ weight, const uint4* __restrict__ x,
                              float* __restrict__ y, int rows, int width8) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int c = lane; c < width8; c += 32) {
    uint4 w = weight[static_cast<size_t>(row) * width8 + c], v = x[c];
    const half2 *a = reinterpret_cast<const half2*>(&w), *b = reinterpret_cast<const half2*>(&v);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      float2 p = __half22float2(a[j]), q = __half22float2(b[j]);
      sum += p.x * q.x + p.y * q.y;
    }
  }
  sum = lanes_sum(sum);
  if (lane == 0) y[row] = sum;
}

// The same of bytes, with the instruction for four products
__global__ void k_matvec_bytes(const int4* __restrict__ weight, const int4* __restrict__ x,
                               int* __restrict__ y, int width16) {
  int sum = 0;
  for (int c = threadIdx.x; c < width16; c += blockDim.x) {
    int4 w = weight[blockIdx.x * width16 + c], v = x[c];
    sum = __dp4a(w.x, v.x, sum);
    sum = __dp4a(w.y, v.y, sum);
    sum = __dp4a(w.z, v.z, sum);
    sum = __dp4a(w.w, v.w, sum);
  }
  sum = first_thread_sum(sum);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}

// The four greatest of each row; every lane keeps its own four, then the warp takes the best four times.
__global__ void k_top4(const float* __restrict__ in, float4* __restrict__ out, int rows, int width) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float a = -1e30f, b = a, c = a, d = a, best[4];
  for (int j = lane; j < width; j += 32) {
    float v = in[static_cast<size_t>(row) * width + j];
    if (v > d) {
      d = v;
      if (d > c) {
        float t = c;
        c = d;
        d = t;
      }
      if (c > b) {
        float t = b;
        b = c;
        c = t;
      }
      if (b > a) {
        float t = a;
        a = b;
        b = t;
      }
    }
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float top = a;
    for (int s = 16; s > 0; s /= 2) top = fmaxf(top, __shfl_xor_sync(FullMask, top, s));
    best[k] = top;
    if (__ffs(__ballot_sync(FullMask, a == top)) - 1 == lane) {
      a = b;
      b = c;
      c = d;
      d = -1e30f;
    }
  }
  if (lane == 0) out[row] = make_float4(best[0], best[1], best[2], best[3]);
}

__global__ void k_dropout(const float* __restrict__ in, float* __restrict__ out,
                          unsigned char* __restrict__ mask, float rate, size_t n) {
  size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride) {
    bool keeps = (mixed(static_cast<unsigned>(i) ^ 0x5bd1e995u) >> 8) * (1.f / 16777216) >= rate;
    mask[i] = keeps;
    out[i] = keeps ? in[i] / (1 - rate) : 0.f;
  }
}

// A bag of words: the mean of their rows
__global__ void k_embedding_bag(const float* __restrict__ table, const int* __restrict__ start,
                                const int* __restrict__ word, float* __restrict__ out, int width) {
  int bag = blockIdx.x;
  for (int c = threadIdx.x; c < width; c += blockDim.x) {
    float sum = 0;
    for (int j = start[bag]; j < start[bag + 1]; ++j) sum += table[static_cast<size_t>(word[j]) * width + c];
    out[bag * width + c] = sum / (start[bag + 1] - start[bag]);
  }
}

__global__ void k_embedding_gradient(const float* __restrict__ gradient, const int* __restrict__ token,
                                     float* table, int width) {
  int row = token[blockIdx.x];
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    atomicAdd(&table[row * width + c], gradient[blockIdx.x * width + c]);
}

// The gates of an LSTM cell
__global__ void k_lstm_gates(const float* __restrict__ gates, float* cell, float* hidden, int batch,
                             int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * width) return;
  const float* g = gates + static_cast<size_t>(i / width) * 4 * width + i % width;
  float in = 1.f / (1.f + expf(-g[0])), forget = 1.f / (1.f + expf(-g[width]));
  float add = tanhf(g[2 * width]), out = 1.f / (1.f + expf(-g[3 * width]));
  float c = forget * cell[i] + in * add;
  cell[i] = c;
  hidden[i] = out * tanhf(c);
}

// Patches of 3 x 3 side by side, for a product that does the convolution
__global__ void k_im2col(const float* in, float* columns, int channels, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, area = size * size;
  if (i >= channels * area) return;
  int c = i / area, y = i / size % size, x = i % size;
  for (int d = 0; d < 9; ++d) {
    int py = y + d / 3 - 1, px = x + d % 3 - 1;
    bool is_inside = py >= 0 && py < size && px >= 0 && px < size;
    columns[(c * 9 + d) * area + y * size + x] = is_inside ? in[(c * size + py) * size + px] : 0.f;
  }
}
