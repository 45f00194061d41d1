// Histograms, pieces of sorting, compaction and partition.
#pragma once
#include <cuda_runtime.h>

namespace pieces {

// Counts bytes with atomic additions straight to global memory, four bytes a thread.
__global__ void count_bytes_global(const uchar4* in, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 v = in[i];
  atomicAdd(&bins[v.x], 1);
  atomicAdd(&bins[v.y], 1);
  atomicAdd(&bins[v.z], 1);
  atomicAdd(&bins[v.w], 1);
}

// Counts bytes with a histogram in shared memory for each warp of the block of 256, then folds the eight.
__global__ void count_bytes_per_warp(const uint4* in, int* bins, int n) {
  __shared__ int mine[8][256];
  int t = threadIdx.x, warp = t / 32;
  for (int w = 0; w < 8; ++w) mine[w][t] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) {
    uint4 v = in[i];
    unsigned word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
      for (int b = 0; b < 32; b += 8) atomicAdd(&mine[warp][word[k] >> b & 255], 1);
  }
  __syncthreads();
  int s = 0;
  for (int w = 0; w < 8; ++w) s += mine[w][t];
  if (s) atomicAdd(&bins[t], s);
}

// Counts numbers in [0, 1) in 32 bins, each thread with its own column of 32 counters in shared memory.
template <int Threads>
__global__ void count_in_own_column(const float* in, int* bins, int n) {
  __shared__ unsigned short mine[32][Threads];
  int t = threadIdx.x;
  for (int b = 0; b < 32; ++b) mine[b][t] = 0;
  for (int i = blockIdx.x * Threads + t; i < n; i += gridDim.x * Threads)
    ++mine[min(31, static_cast<int>(in[i] * 32))][t];
  __syncthreads();
  for (int b = t / 32; b < 32; b += Threads / 32) {
    int s = 0;
    for (int k = t % 32; k < Threads; k += 32) s += mine[b][k];
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (t % 32 == 0) atomicAdd(&bins[b], s);
  }
}

// How often each digit of eight bits occurs in each block's tile, for a radix
// sort; the table has a row a digit.
__global__ void radix_tile_counts(const unsigned* key, int* table, int n, int shift, int tile) {
  __shared__ int count[256];
  int t = threadIdx.x;
  count[t] = 0;
  __syncthreads();
  int from = blockIdx.x * tile, to = min(from + tile, n);
  for (int i = from + t; i < to; i += 256) atomicAdd(&count[key[i] >> shift & 255], 1);
  __syncthreads();
  table[t * gridDim.x + blockIdx.x] = count[t];
}

// Moves pairs to their places by one digit of two bits: ranks within the block of 256 from ballots, then the
// tile's first place for that digit.
__global__ void radix_scatter_2_bits(const unsigned* key, const int* value, const int* first,
                                     unsigned* key_out, int* value_out, int n, int shift) {
  __shared__ int warps[4][8];
  int t = threadIdx.x, lane = t % 32, warp = t / 32, i = blockIdx.x * 256 + t;
  unsigned k = i < n ? key[i] : 0;
  int digit = i < n ? static_cast<int>(k >> shift & 3) : -1, before = 0;
#pragma unroll
  for (int d = 0; d < 4; ++d) {
    unsigned same = __ballot_sync(~0u, digit == d);
    if (lane == 0) warps[d][warp] = __popc(same);
    if (digit == d) before = __popc(same & ((1u << lane) - 1));
  }
  __syncthreads();
  if (digit < 0) return;
  for (int w = 0; w < warp; ++w) before += warps[digit][w];
  int to = first[digit * gridDim.x + blockIdx.x] + before;
  key_out[to] = k;
  value_out[to] = value[i];
}

// Sorts each stretch of 2 * Threads numbers by the bitonic network in shared memory.
template <class T, int Threads>
__global__ void bitonic_in_shared(T* data) {
  __shared__ T cell[2 * Threads];
  int t = threadIdx.x;
  T* mine = data + static_cast<size_t>(blockIdx.x) * 2 * Threads;
  cell[t] = mine[t];
  cell[t + Threads] = mine[t + Threads];
  for (int size = 2; size <= 2 * Threads; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int low = 2 * t - (t & (stride - 1)), high = low + stride;
      bool up = (low & size) == 0;
      T a = cell[low], b = cell[high];
      if ((a > b) == up) {
        cell[low] = b;
        cell[high] = a;
      }
    }
  __syncthreads();
  mine[t] = cell[t];
  mine[t + Threads] = cell[t + Threads];
}

// One pass of the bitonic network over global memory, a pair a thread.
__global__ void bitonic_pass_global(float* data, int size, int stride) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int low = 2 * t - (t & (stride - 1)), high = low + stride;
  float a = data[low], b = data[high];
  if ((a > b) == ((low & size) == 0)) {
    data[low] = b;
    data[high] = a;
  }
}

// Sorts each row of `width` bytes by odd-even transposition; a block of `width` / 2 threads a row.
__global__ void odd_even_rows(unsigned char* data, int width) {
  extern __shared__ unsigned char item[];
  int t = threadIdx.x;
  unsigned char* row = data + blockIdx.x * width;
  for (int i = t; i < width; i += blockDim.x) item[i] = row[i];
  __syncthreads();
  for (int pass = 0; pass < width; ++pass) {
    int i = 2 * t + (pass & 1);
    if (i + 1 < width && item[i] > item[i + 1]) {
      unsigned char v = item[i];
      item[i] = item[i + 1];
      item[i + 1] = v;
    }
    __syncthreads();
  }
  for (int i = t; i < width; i += blockDim.x) row[i] = item[i];
}

// Merges two sorted arrays: each thread finds where its diagonal crosses the path, then merges Each elements.
template <int Each>
__global__ void merge_by_path(const int* __restrict__ a, const int* __restrict__ b, int* out, int na,
                              int nb) {
  int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * Each;
  if (diagonal >= na + nb) return;
  int low = max(0, diagonal - nb), high = min(diagonal, na);
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[diagonal - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, j = diagonal - low;
  for (int k = 0; k < Each && diagonal + k < na + nb; ++k) {
    bool first = j >= nb || (i < na && a[i] <= b[j]);
    out[diagonal + k] = first ? a[i++] : b[j++];
  }
}

// Keeps the points inside a circle: a place for the whole warp by one atomic addition of its first lane.
__global__ void keep_inside_circle(const float2* in, float2* out, int* count, int n, float radius) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  float2 p = i < n ? in[i] : make_float2(1e9f, 0);
  bool keep = p.x * p.x + p.y * p.y < radius * radius;
  unsigned kept = __ballot_sync(~0u, keep);
  int base = 0;
  if (lane == 0 && kept) base = atomicAdd(count, __popc(kept));
  base = __shfl_sync(~0u, base, 0);
  if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = p;
}

// Parts numbers below the pivot, to the front, from the others, to the back. A scan in shared memory over the
// block, two atomic additions a block.
template <int Threads>
__global__ void part_by_pivot(const int* in, int* out, int* ends, int n, int pivot) {
  __shared__ int rank[Threads];
  __shared__ int front, back;
  int t = threadIdx.x, i = blockIdx.x * Threads + t, v = i < n ? in[i] : 0;
  int small = i < n && v < pivot;
  rank[t] = small;
  __syncthreads();
  for (int d = 1; d < Threads; d *= 2) {
    int other = t >= d ? rank[t - d] : 0;
    __syncthreads();
    rank[t] += other;
    __syncthreads();
  }
  if (t == 0) {
    int here = min(Threads, n - static_cast<int>(blockIdx.x) * Threads), less = rank[Threads - 1];
    front = atomicAdd(&ends[0], less);
    back = n - atomicAdd(&ends[1], here - less);
  }
  __syncthreads();
  if (i >= n) return;
  if (small)
    out[front + rank[t] - 1] = v;
  else
    out[back - 1 - (t - rank[t])] = v;
}

}  // namespace pieces
