// Histograms, hash tables and sketches.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// A histogram of bytes by atomics in global memory.
__global__ void histogram_globally(const unsigned char* in, unsigned* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(bins + in[i], 1u);
  }
}

// A histogram of bytes with one table for each of the block's eight warps.
__global__ void histogram_by_warps(const unsigned* in, unsigned* bins, int n) {
  __shared__ unsigned count[8][256];
  int warp = threadIdx.x / 32;
  for (int w = 0; w < 8; ++w) count[w][threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    unsigned v = in[i];
    atomicAdd(&count[warp][v & 255], 1u);
    atomicAdd(&count[warp][v >> 8 & 255], 1u);
    atomicAdd(&count[warp][v >> 16 & 255], 1u);
    atomicAdd(&count[warp][v >> 24], 1u);
  }
  __syncthreads();
  unsigned sum = 0;
  for (int w = 0; w < 8; ++w) sum += count[w][threadIdx.x];
  atomicAdd(bins + threadIdx.x, sum);
}

// A histogram of 64 bins with a column of bytes for each thread, so no atomics are needed until the end.
__global__ void histogram_of_columns(const uchar4* in, unsigned* bins, int n) {
  __shared__ unsigned char count[64][96];
  int t = threadIdx.x;
  for (int b = 0; b < 64; ++b) count[b][t] = 0;
  int first = blockIdx.x * 96 * 60 + t;
  for (int k = 0; k < 60; ++k) {
    int i = first + k * 96;
    if (i >= n) break;
    uchar4 v = in[i];
    ++count[v.x / 4][t];
    ++count[v.y / 4][t];
    ++count[v.z / 4][t];
    ++count[v.w / 4][t];
  }
  __syncthreads();
  if (t < 64) {
    unsigned sum = 0;
    for (int k = 0; k < 96; ++k) sum += count[t][k];
    atomicAdd(bins + t, sum);
  }
}

// A histogram over BINS bins of equal width in shared memory, for any number of bins.
template <class T>
__global__ void histogram_of_numbers(const T* in, int* bins, int n, int many, T low, T scale) {
  extern __shared__ int bin_counts[];
  for (int b = threadIdx.x; b < many; b += blockDim.x) bin_counts[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int b = static_cast<int>((in[i] - low) * scale);
    if (b >= 0 && b < many) atomicAdd(bin_counts + b, 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < many; b += blockDim.x) atomicAdd(bins + b, bin_counts[b]);
}

// Puts keys that aren't zero into a table with open addresses; a count is kept for each key.
__global__ void insert_and_count(const unsigned* key, unsigned* table, unsigned* count, int n,
                                 unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned k = key[i], at = (k * 2654435761u >> 7) & mask;
  while (true) {
    unsigned old = atomicCAS(table + at, 0u, k);
    if (old == 0 || old == k) break;
    at = (at + 1) & mask;
  }
  atomicAdd(count + at, 1u);
}

// Looks for keys in such a table and gives where they are.
__global__ void find_keys(const unsigned* __restrict__ key, const unsigned* __restrict__ table, int* place,
                          int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned k = key[i], at = (k * 2654435761u >> 7) & mask;
  int found = -1;
  for (unsigned entry = table[at]; entry != 0; entry = table[at]) {
    if (entry == k) {
      found = static_cast<int>(at);
      break;
    }
    at = (at + 1) & mask;
  }
  place[i] = found;
}

// Adds keys to a Bloom filter by four hashes.
__global__ void add_to_bloom_filter(const unsigned long long* key, unsigned* bits, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long k = key[i] * 0x9e3779b97f4a7c15ull;
  unsigned a = static_cast<unsigned>(k >> 32), b = static_cast<unsigned>(k) | 1;
#pragma unroll
  for (int h = 0; h < 4; ++h) {
    unsigned at = (a + h * b) & mask;
    atomicOr(bits + at / 32, 1u << at % 32);
  }
}

// Estimates how often keys occur from a sketch of four rows: the least of the four counts.
__global__ void query_sketch(const unsigned* __restrict__ key, const int* __restrict__ sketch, int* least,
                             int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned k = key[i], multiply[4] = {0x9e3779b1u, 0x85ebca6bu, 0xc2b2ae35u, 0x27d4eb2fu};
  int best = 0x7fffffff;
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    unsigned h = k * multiply[r];
    best = min(best, sketch[r * width + static_cast<int>((h ^ h >> 15) % static_cast<unsigned>(width))]);
  }
  least[i] = best;
}

// The registers of a HyperLogLog: the greatest number of leading zeros of the hashes in each of 1,024 groups.
__global__ void hyperloglog(const unsigned long long* key, int* registers, int n) {
  __shared__ int rank[1024];
  for (int b = threadIdx.x; b < 1024; b += blockDim.x) rank[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned long long h = key[i];
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdull;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53ull;
    h ^= h >> 33;
    atomicMax(rank + static_cast<int>(h >> 54), __clzll(static_cast<long long>(h << 10 | 512)) + 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 1024; b += blockDim.x) atomicMax(registers + b, rank[b]);
}

// Every thread that finds an odd number raises one counter of 64 bits.
__global__ void count_odd_contended(const int* in, unsigned long long* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (in[i] & 1)) atomicAdd(count, 1ull);
}

// Adds weights to bins that other arrays choose, in double precision.
__global__ void add_weights(const int* bin, const double* weight, double* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sums + bin[i], weight[i]);
}

}  // namespace varied
