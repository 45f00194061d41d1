// Atomic operations, hash tables, linked structures, and access patterns of global memory.
#pragma once
#include <cuda_bf16.h>

#include "blind_warp.h"

// Counts bytes in shared memory, sixteen at a time, then adds the counts of the block to the total.
__global__ void byte_histogram(const uint4* data, int* bins, int n) {
  __shared__ int local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uint4 v = data[i];
    unsigned words[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int w = 0; w < 4; ++w)
#pragma unroll
      for (int b = 0; b < 32; b += 8) atomicAdd(&local[words[w] >> b & 255], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    if (local[i]) atomicAdd(&bins[i], local[i]);
}

// Adds weights to bins in global memory.
__global__ void weighted_histogram(const int* bin, const float* weight, float* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sums[bin[i]], weight[i]);
}

// Counts, sums and maxima of groups in global memory.
__global__ void group_aggregate(const int* key, const int* value, int* count, unsigned long long* sum,
                                int* maximum, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int k = key[i], v = value[i];
    atomicAdd(&count[k], 1);
    atomicAdd(&sum[k], static_cast<unsigned long long>(v));
    atomicMax(&maximum[k], v);
  }
}

__device__ inline unsigned mix(unsigned k) {
  k ^= k >> 16;
  k *= 0x85ebca6bu;
  k ^= k >> 13;
  k *= 0xc2b2ae35u;
  return k ^ k >> 16;
}

// Inserts keys into a table with linear probing; an empty slot has ~0.
__global__ void hash_insert(const unsigned* keys, unsigned* table, int* values, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = keys[i], slot = mix(key) & mask;
  for (;;) {
    unsigned old = atomicCAS(&table[slot], ~0u, key);
    if (old == ~0u || old == key) break;
    slot = (slot + 1) & mask;
  }
  atomicExch(&values[slot], i);
}

__global__ void hash_lookup(const unsigned* queries, const uint2* table, unsigned* out, int n,
                            unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = queries[i], slot = mix(key) & mask, result = ~0u;
  for (;;) {
    uint2 entry = table[slot];
    if (entry.x == key) result = entry.y;
    if (entry.x == key || entry.x == ~0u) break;
    slot = (slot + 1) & mask;
  }
  out[i] = result;
}

// The gradient of an embedding: one block adds one row of 256 numbers.
__global__ void scatter_add_rows(const float* gradient, const int* index, float* table) {
  atomicAdd(&table[static_cast<size_t>(index[blockIdx.x]) * blockDim.x + threadIdx.x],
            gradient[static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x]);
}

struct ListNode {
  int next;
  float value;
};

// Each thread sums its own linked list.
__global__ void sum_lists(const ListNode* nodes, const int* heads, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int at = heads[i]; at >= 0;) {
    ListNode node = nodes[at];
    sum += node.value;
    at = node.next;
  }
  out[i] = sum;
}

struct TreeNode {
  int key, left, right, value;
};

__global__ void tree_lookup(const TreeNode* nodes, const int* queries, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int key = queries[i], result = -1;
  for (int at = 0; at >= 0;) {
    int4 raw = *reinterpret_cast<const int4*>(&nodes[at]);
    if (raw.x == key) {
      result = raw.w;
      break;
    }
    at = key < raw.x ? raw.y : raw.z;
  }
  out[i] = result;
}

// A tree with 16 keys a node: half a warp compares one query with a whole node. The children of node i are at
// 17 i + 1 onwards.
__global__ void btree_lookup(const int* keys, int levels, const int* queries, int* out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
  unsigned half_mask = 0xffffu << (threadIdx.x & 16);
  if (i >= n) return;
  int query = queries[i], node = 0, rank = 0;
  for (int level = 0; level < levels; ++level) {
    unsigned less = __ballot_sync(half_mask, keys[node * 16 + lane] < query) & half_mask;
    rank = rank * 17 + __popc(less);
    node = node * 17 + 1 + __popc(less);
  }
  if (lane == 0) out[i] = rank;
}

// One thread sums one row: neighbours in a warp are a whole row apart.
__global__ void sum_rows_by_thread(const float* x, float* out, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int c = 0; c < columns; ++c) sum += x[static_cast<size_t>(row) * columns + c];
  out[row] = sum;
}

// The variance of each column: one thread has one column, a block row has a slice of the rows.
__global__ void column_moments(const double* x, double* sum, double* squares, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  double s = 0, q = 0;
  for (int r = blockIdx.y; r < rows; r += gridDim.y) {
    double v = x[static_cast<size_t>(r) * columns + c];
    s += v;
    q += v * v;
  }
  atomicAdd(&sum[c], s);
  atomicAdd(&squares[c], q);
}

// Copies from an address that is `shift` elements off its alignment.
template <class T>
__global__ void shifted_copy(const T* in, T* out, int n, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + shift];
}

struct Agent {
  float x, y, z, vx, vy, vz, mass, charge, age;
  int kind;
};

// Moves an array of structures of 40 bytes.
__global__ void move_agents(Agent* agents, int n, float step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Agent a = agents[i];
  float k = a.charge / a.mass * step;
  a.vx += k * a.y;
  a.vy -= k * a.x;
  a.x += a.vx * step;
  a.y += a.vy * step;
  a.z += a.vz * step;
  a.age += step;
  if (a.z < 0) a.z = -a.z, a.vz = -a.vz;
  agents[i] = a;
}

// y = a x + b y with complex numbers in double precision, by a grid that stays on the GPU.
__global__ void complex_axpby(const double2* x, double2* y, int n, double2 a, double2 b) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double2 u = x[i], v = y[i];
    y[i] = {a.x * u.x - a.y * u.y + b.x * v.x - b.y * v.y, a.x * u.y + a.y * u.x + b.x * v.y + b.y * v.x};
  }
}

// Reads a short index, then through it a colour, then blends bytes.
__global__ void palette_blend(const unsigned short* index, const uchar4* palette, const uchar4* under,
                              uchar4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 c = __ldg(&palette[index[i]]), u = under[i];
  int k = c.w;
  out[i] = make_uchar4(static_cast<unsigned char>((c.x * k + u.x * (255 - k)) / 255),
                       static_cast<unsigned char>((c.y * k + u.y * (255 - k)) / 255),
                       static_cast<unsigned char>((c.z * k + u.z * (255 - k)) / 255), 255);
}

// The products of pairs of bfloat16 rows: a warp computes one dot product.
__global__ void row_dots_bf16(const __nv_bfloat162* a, const __nv_bfloat162* b, float* out, int rows,
                              int pairs) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int i = lane; i < pairs; i += 32) {
    float2 u = __bfloat1622float2(a[static_cast<size_t>(row) * pairs + i]);
    float2 v = __bfloat1622float2(b[static_cast<size_t>(row) * pairs + i]);
    sum += u.x * v.x + u.y * v.y;
  }
  sum = warp_sum(sum);
  if (lane == 0) out[row] = sum;
}

// Each block strikes the multiples of the small primes from its segment in shared memory and counts what
// remains.
__global__ void sieve_segments(const int* primes, int prime_count, int* found) {
  constexpr int SEGMENT = 32768;
  __shared__ unsigned words[SEGMENT / 32];
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  for (int i = threadIdx.x; i < SEGMENT / 32; i += blockDim.x) words[i] = 0;
  __syncthreads();
  int first = (blockIdx.x + 1) * SEGMENT;
  for (int i = threadIdx.x; i < prime_count; i += blockDim.x) {
    int p = primes[i], at = (p - first % p) % p;
    for (; at < SEGMENT; at += p) atomicOr(&words[at / 32], 1u << at % 32);
  }
  __syncthreads();
  int count = 0;
  for (int i = threadIdx.x; i < SEGMENT / 32; i += blockDim.x) count += __popc(~words[i]);
  count = __reduce_add_sync(~0u, count);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, count);
  __syncthreads();
  if (threadIdx.x == 0) found[blockIdx.x] = total;
}
