// Sorts, scans, compaction and selection.
#pragma once
#include "blind_warp.h"

// Sorts 2 * blockDim.x keys in shared memory, ascending.
template <int N>
__global__ void __launch_bounds__(N / 2) bitonic_block_sort(const unsigned* in, unsigned* out) {
  __shared__ unsigned keys[N];
  int t = threadIdx.x;
  keys[t] = in[blockIdx.x * N + t];
  keys[t + N / 2] = in[blockIdx.x * N + t + N / 2];
  for (int size = 2; size <= N; size *= 2)
    for (int stride = size / 2; stride; stride /= 2) {
      __syncthreads();
      int low = 2 * t - (t & (stride - 1)), high = low + stride;
      unsigned a = keys[low], b = keys[high];
      if ((a > b) == ((low & size) == 0)) keys[low] = b, keys[high] = a;
    }
  __syncthreads();
  out[blockIdx.x * N + t] = keys[t];
  out[blockIdx.x * N + t + N / 2] = keys[t + N / 2];
}

// One step of a bitonic sort of pairs in global memory.
__global__ void bitonic_global_step(float* keys, int* values, int size, int stride) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned low = 2 * t - (t & (stride - 1)), high = low + stride;
  float a = keys[low], b = keys[high];
  if ((a > b) == ((low & size) == 0)) {
    keys[low] = b;
    keys[high] = a;
    int v = values[low];
    values[low] = values[high];
    values[high] = v;
  }
}

// One warp sorts rows of 32 keys with their values by shuffles.
__global__ void warp_sort_rows(const float* keys, const short* values, float* keys_out, short* values_out,
                               int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float key = keys[row * 32 + lane];
  int value = values[row * 32 + lane];
#pragma unroll
  for (int size = 2; size <= 32; size *= 2)
#pragma unroll
    for (int stride = size / 2; stride; stride /= 2) {
      float other = __shfl_xor_sync(~0u, key, stride);
      int other_value = __shfl_xor_sync(~0u, value, stride);
      bool keep_low = ((lane & stride) == 0) == ((lane & size) == 0);
      if (keep_low ? other < key : other > key) key = other, value = other_value;
    }
  keys_out[row * 32 + lane] = key;
  values_out[row * 32 + lane] = static_cast<short>(value);
}

// Counts 8-bit digits of the block's keys; the counts of one digit are contiguous over the blocks.
__global__ void radix_digit_counts(const uint4* keys, int* counts, int vectors_per_block, int shift) {
  __shared__ int local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < vectors_per_block; i += blockDim.x) {
    uint4 k = keys[static_cast<size_t>(blockIdx.x) * vectors_per_block + i];
    atomicAdd(&local[k.x >> shift & 255], 1);
    atomicAdd(&local[k.y >> shift & 255], 1);
    atomicAdd(&local[k.z >> shift & 255], 1);
    atomicAdd(&local[k.w >> shift & 255], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) counts[i * gridDim.x + blockIdx.x] = local[i];
}

// Moves each key to its place, in order: `offsets` has the first place of each digit (of four bits) and
// block.
__global__ void radix_scatter(const unsigned* keys, const int* offsets, unsigned* out, int shift) {
  __shared__ int warp_counts[32][17];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x], digit = key >> shift & 15;
  if (lane < 16) warp_counts[warp][lane] = 0;
  __syncwarp();
  unsigned peers = __match_any_sync(~0u, digit);
  int rank = __popc(peers & ((1u << lane) - 1));
  if (rank == 0) warp_counts[warp][digit] = __popc(peers);
  __syncthreads();
  if (threadIdx.x < 16) {
    int sum = offsets[threadIdx.x * gridDim.x + blockIdx.x];
    for (int w = 0; w < warps; ++w) {
      int count = warp_counts[w][threadIdx.x];
      warp_counts[w][threadIdx.x] = sum;
      sum += count;
    }
  }
  __syncthreads();
  out[warp_counts[warp][digit] + rank] = key;
}

// The prefix sums of each block, four elements a thread, and the total of each block.
__global__ void scan_blocks(const int4* in, int4* out, int* totals) {
  __shared__ int warp_totals[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int4 v = in[blockIdx.x * blockDim.x + threadIdx.x];
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  int sum = v.w;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(~0u, sum, d);
    if (lane >= d) sum += other;
  }
  if (lane == 31) warp_totals[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    int total = lane < blockDim.x / 32 ? warp_totals[lane] : 0;
    for (int d = 1; d < 32; d *= 2) {
      int other = __shfl_up_sync(~0u, total, d);
      if (lane >= d) total += other;
    }
    warp_totals[lane] = total;
  }
  __syncthreads();
  int before = sum - v.w + (warp ? warp_totals[warp - 1] : 0);
  out[blockIdx.x * blockDim.x + threadIdx.x] = {v.x + before, v.y + before, v.z + before, v.w + before};
  if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = v.w + before;
}

// Prefix sums that begin again at each flag, over one block, with two buffers in shared memory.
__global__ void segmented_scan(const float* in, const unsigned char* flags, float* out) {
  extern __shared__ float buffers[];
  int n = blockDim.x, t = threadIdx.x;
  float* sums = buffers;
  float* next_sums = buffers + n;
  int* heads = reinterpret_cast<int*>(buffers + 2 * n);
  int* next_heads = heads + n;
  sums[t] = in[blockIdx.x * n + t];
  heads[t] = flags[blockIdx.x * n + t];
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    float sum = sums[t];
    int head = heads[t];
    if (t >= d && !head) {
      sum += sums[t - d];
      head = heads[t - d];
    }
    next_sums[t] = sum;
    next_heads[t] = head;
    __syncthreads();
    float* s = sums;
    sums = next_sums, next_sums = s;
    int* h = heads;
    heads = next_heads, next_heads = h;
  }
  out[blockIdx.x * n + t] = sums[t];
}

// Keeps the elements above a threshold; one atomic operation a block reserves their places.
__global__ void compact_above(const float* in, int2* out, int* size, int n, float threshold) {
  __shared__ int warp_counts[32], base;
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = i < n ? in[i] : threshold;
  bool keep = v > threshold;
  unsigned ballot = __ballot_sync(~0u, keep);
  if (lane == 0) warp_counts[warp] = __popc(ballot);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) {
      int count = warp_counts[w];
      warp_counts[w] = sum;
      sum += count;
    }
    base = sum ? atomicAdd(size, sum) : 0;
  }
  __syncthreads();
  if (keep) out[base + warp_counts[warp] + __popc(ballot & ((1u << lane) - 1))] = {i, __float_as_int(v)};
}

// Each thread finds its diagonal by binary search and merges EACH outputs.
template <int EACH>
__global__ void merge_path(const int* a, int a_size, const int* b, int b_size, int* out) {
  int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
  if (diagonal >= a_size + b_size) return;
  int low = max(0, diagonal - b_size), high = min(diagonal, a_size);
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[diagonal - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, j = diagonal - low;
  for (int k = 0; k < EACH && i + j < a_size + b_size; ++k) {
    bool take_a = j >= b_size || (i < a_size && a[i] <= b[j]);
    int v = take_a ? a[i++] : b[j++];
    out[diagonal + k] = v;
  }
}

// Each thread keeps the K nearest of its row's distances in a heap that is indexed at run time.
template <int K>
__global__ void select_nearest(const float* distance, int* nearest, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float heap[K];
  int who[K];
  for (int i = 0; i < K; ++i) heap[i] = 3e38f, who[i] = -1;
  for (int c = 0; c < columns; ++c) {
    float d = distance[static_cast<size_t>(c) * rows + row];
    if (d >= heap[0]) continue;
    int at = 0;
    for (;;) {
      int child = 2 * at + 1;
      if (child >= K) break;
      if (child + 1 < K && heap[child + 1] > heap[child]) ++child;
      if (heap[child] <= d) break;
      heap[at] = heap[child];
      who[at] = who[child];
      at = child;
    }
    heap[at] = d;
    who[at] = c;
  }
  for (int i = 0; i < K; ++i) nearest[static_cast<size_t>(i) * rows + row] = who[i];
}
