// Scans, sorts, merges and searches.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// An inclusive scan of each block by Hillis and Steele's way between two buffers.
__global__ void scan_hillis_steele(const float* in, float* out, int n) {
  __shared__ float buffer[2][512];
  int t = threadIdx.x, i = blockIdx.x * 512 + t, from = 0;
  buffer[0][t] = i < n ? in[i] : 0.f;
  __syncthreads();
  for (int d = 1; d < 512; d *= 2) {
    buffer[1 - from][t] = buffer[from][t] + (t >= d ? buffer[from][t - d] : 0.f);
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = buffer[from][t];
}

// An exclusive scan of 1,024 elements a block by Blelloch's two sweeps, whose strides conflict in the banks.
template <class T>
__global__ void scan_blelloch(const T* in, T* out, T* sums) {
  __shared__ T tree[1024];
  int t = threadIdx.x, base = blockIdx.x * 1024, offset = 1;
  tree[2 * t] = in[base + 2 * t];
  tree[2 * t + 1] = in[base + 2 * t + 1];
  for (int d = 512; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  __syncthreads();
  if (t == 0) {
    sums[blockIdx.x] = tree[1023];
    tree[1023] = 0;
  }
  for (int d = 1; d < 1024; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      T left = tree[a];
      tree[a] = tree[b];
      tree[b] += left;
    }
  }
  __syncthreads();
  out[base + 2 * t] = tree[2 * t];
  out[base + 2 * t + 1] = tree[2 * t + 1];
}

// A scan of a whole array by one block, which carries the sum from part to part.
__global__ void scan_by_one_block(const int* in, int* out, int n) {
  __shared__ int warps[32];
  int t = threadIdx.x, lane = t % 32, warp = t / 32, carry = 0;
  for (int base = 0; base < n; base += 1024) {
    int i = base + t, sum = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
      int other = __shfl_up_sync(~0u, sum, d);
      if (lane >= d) sum += other;
    }
    if (lane == 31) warps[warp] = sum;
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < 32; ++w) {
      if (w == warp) before = total;
      total += warps[w];
    }
    if (i < n) out[i] = carry + before + sum;
    carry += total;
    __syncthreads();
  }
}

// A scan within segments that flags begin: each warp scans 32 elements and stops at flags.
__global__ void scan_segments_in_warps(const float* in, const unsigned char* flag, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  float sum = i < n ? in[i] : 0.f;
  unsigned heads = __ballot_sync(~0u, i < n && flag[i] != 0) | 1;
  int first = 31 - __clz(heads & (~0u >> (31 - lane)));
  for (int d = 1; d < 32; d *= 2) {
    float other = __shfl_up_sync(~0u, sum, d);
    if (lane - d >= first) sum += other;
  }
  if (i < n) out[i] = sum;
}

// Sorts 512 integers a block by transposing odd and even neighbours as often as there are elements.
__global__ void odd_even_sort(int* values) {
  __shared__ int v[512];
  int t = threadIdx.x, base = blockIdx.x * 512;
  v[t] = values[base + t];
  v[t + 256] = values[base + t + 256];
  for (int round = 0; round < 512; ++round) {
    __syncthreads();
    int a = 2 * t + (round & 1);
    if (a + 1 < 512 && v[a] > v[a + 1]) {
      int swap = v[a];
      v[a] = v[a + 1];
      v[a + 1] = swap;
    }
  }
  __syncthreads();
  values[base + t] = v[t];
  values[base + t + 256] = v[t + 256];
}

// Sorts 16 numbers a thread in registers by Batcher's network; the numbers of a thread are n apart.
template <class T>
__global__ void sort_16_each(T* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T v[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) v[k] = values[k * n + i];
#pragma unroll
  for (int p = 1; p < 16; p *= 2) {
#pragma unroll
    for (int q = p; q >= 1; q /= 2) {
#pragma unroll
      for (int j = q % p; j < 16 - q; j += 2 * q) {
#pragma unroll
        for (int k = 0; k < q; ++k) {
          if (k + j + q < 16 && (j + k) / (2 * p) == (j + k + q) / (2 * p)) {
            T a = v[j + k], b = v[j + k + q];
            v[j + k] = a < b ? a : b;
            v[j + k + q] = a < b ? b : a;
          }
        }
      }
    }
  }
#pragma unroll
  for (int k = 0; k < 16; ++k) values[k * n + i] = v[k];
}

// Sorts by counting for each element those that come before it; tiles of the array are in shared memory.
__global__ void sort_by_rank(const float* in, float* out, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * 256 + threadIdx.x, rank = 0;
  float own = i < n ? in[i] : 0.f;
  for (int base = 0; base < n; base += 256) {
    if (base + threadIdx.x < n) tile[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    int many = min(256, n - base);
    for (int k = 0; k < many; ++k) rank += tile[k] < own || (tile[k] == own && base + k < i);
    __syncthreads();
  }
  if (i < n) out[rank] = own;
}

// One step of a bitonic sort in global memory.
__global__ void bitonic_step(unsigned* values, int size, int step) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ step;
  if (other <= i) return;
  unsigned a = values[i], b = values[other];
  if ((a > b) == ((i & size) == 0)) {
    values[i] = b;
    values[other] = a;
  }
}

// Counts the digits of eight bits of each part of 4,096 keys, for a radix sort.
__global__ void count_digits(const unsigned long long* key, int* counts, int shift, int n) {
  __shared__ int count[256];
  count[threadIdx.x] = 0;
  __syncthreads();
  int first = blockIdx.x * 4096;
#pragma unroll 4
  for (int k = threadIdx.x; k < 4096; k += 256) {
    if (first + k < n) atomicAdd(count + static_cast<int>(key[first + k] >> shift & 255), 1);
  }
  __syncthreads();
  counts[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

// Splits each block of keys by one bit, keeping the order, with a scan of the bits in shared memory.
__global__ void split_by_bit(const unsigned* in, unsigned* out, int bit) {
  __shared__ int zeros[256];
  int t = threadIdx.x;
  unsigned key = in[blockIdx.x * 256 + t];
  int zero = (key >> bit & 1) == 0;
  zeros[t] = zero;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    int other = t >= d ? zeros[t - d] : 0;
    __syncthreads();
    zeros[t] += other;
    __syncthreads();
  }
  int total = zeros[255], at = zero ? zeros[t] - 1 : total + t - zeros[t];
  out[blockIdx.x * 256 + at] = key;
}

// Merges two sorted arrays: each thread finds its diagonal by bisection and merges 16 elements.
template <class T>
__global__ void merge_diagonals(const T* a, const T* b, T* out, int na, int nb) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 16, n = na + nb;
  if (first >= n) return;
  int low = max(0, first - nb), high = min(first, na);
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[first - 1 - middle]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  int i = low, j = first - low, last = min(n, first + 16);
  for (int k = first; k < last; ++k) {
    bool from_a = j >= nb || (i < na && a[i] <= b[j]);
    out[k] = from_a ? a[i++] : b[j++];
  }
}

// Looks for many numbers in a sorted array by bisection.
template <class T>
__global__ void lower_bounds(const T* __restrict__ sorted, const T* __restrict__ query, int* place, int n,
                             int queries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= queries) return;
  T q = query[i];
  int low = 0, many = n;
  while (many > 0) {
    int half = many / 2;
    if (sorted[low + half] < q) {
      low += half + 1;
      many -= half + 1;
    } else {
      many = half;
    }
  }
  place[i] = low;
}

}  // namespace varied
