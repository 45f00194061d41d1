// Lab 6, the given kernels. First those with which yours are compared, then those that draw what is timed on
// a GPU. Blocks have 256 threads.
#include "gather_scatter.h"

// out[index[i]] = in[i] for 0 <= i < n: what permute() turns into a gather.
// [scatter]
extern "C" __global__ void scatter(const float* __restrict__ in, const int* __restrict__ index,
                                   float* __restrict__ out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[index[i]] = in[i];
}
// [/scatter]

// out[i] = table[index[i]] for 0 <= i < n, by an ordinary load.
// [gather]
extern "C" __global__ void gather(const float* __restrict__ table, const int* __restrict__ index,
                                  float* __restrict__ out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = table[index[i]];
}
// [/gather]

// The same through the read-only cache, as advice from the time of Kepler has it.
extern "C" __global__ void gather_ldg(const float* table, const int* index, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = __ldg(&table[index[i]]);
}

// The same past L1: cached in L2 alone.
extern "C" __global__ void gather_ldcg(const float* table, const int* index, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = __ldcg(&table[index[i]]);
}

// gather_rows() with a thread per row, 16 bytes at a time. Launched on ceil(rows / 256) blocks.
// [a_thread_a_row]
extern "C" __global__ void gather_rows_by_thread(const float* __restrict__ table, const int* __restrict__ ids,
                                                 float* __restrict__ out, int rows, int dim) {
  const int r = blockIdx.x * BLOCK + threadIdx.x;
  if (r >= rows) return;
  const int vectors = dim / 4;
  const float4* const from = reinterpret_cast<const float4*>(table) + ids[r] * vectors;
  float4* const to = reinterpret_cast<float4*>(out) + r * vectors;
  for (int v = 0; v < vectors; ++v) to[v] = from[v];
}
// [/a_thread_a_row]

// gather_rows() with a thread per float, of any dim. Launched on ceil(rows * dim / 256) blocks.
extern "C" __global__ void gather_rows_by_floats(const float* __restrict__ table, const int* __restrict__ ids,
                                                 float* __restrict__ out, int rows, int dim) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < rows * dim) out[i] = table[ids[i / dim] * dim + i % dim];
}

// out[i] = in[i] for the n / 4 vectors of n floats: the copy that moves as much as gather_rows().
extern "C" __global__ void copy_vectors(const float4* __restrict__ in, float4* __restrict__ out,
                                        int vectors) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < vectors) out[i] = in[i];
}

// gather_pages() with 2 bytes a lane.
extern "C" __global__ void gather_pages_by_halves(const __half* __restrict__ kv,
                                                  const int* __restrict__ block_table,
                                                  const int* __restrict__ seq_len, __half* __restrict__ out,
                                                  int max_pages) {
  const int entry = blockIdx.y * max_pages + blockIdx.x;
  const int first = blockIdx.x * PAGE_TOKENS;
  const int tokens = min(PAGE_TOKENS, seq_len[blockIdx.y] - first);
  for (int i = threadIdx.x; i < tokens * TOKEN_HALVES; i += BLOCK)
    out[entry * PAGE_TOKENS * TOKEN_HALVES + i] = kv[block_table[entry] * PAGE_TOKENS * TOKEN_HALVES + i];
}

// --- What is drawn for timed runs.

__device__ unsigned hashed(unsigned value) {
  value = (value ^ value >> 16U) * 0x9E3779B1U;
  value = (value ^ value >> 13U) * 0x85D1F6A7U;
  return value ^ value >> 16U;
}

// A permutation of 0 to n - 1, n = 2^bits: each step maps the numbers of so many bits one to one.
extern "C" __global__ void draw_permutation(int* index, int bits, unsigned seed) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  const unsigned mask = (1U << bits) - 1;
  if (i > mask) return;
  unsigned value = i;
  for (int round = 0; round < 4; ++round) {
    value = (value + hashed(seed + round)) & mask;
    value = (value * (hashed(seed ^ round) | 1U)) & mask;
    value ^= value >> (bits + 1) / 2;
  }
  index[i] = value;
}

// inverse[index[i]] = i.
extern "C" __global__ void draw_inverse(const int* index, int* inverse, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) inverse[index[i]] = i;
}

// n numbers below `limit` in ascending order, spread evenly.
extern "C" __global__ void draw_sorted(int* index, int n, int limit, unsigned seed) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  const long long low = static_cast<long long>(i) * limit / n;
  const long long high = static_cast<long long>(i + 1) * limit / n;
  index[i] = low + (high > low ? hashed(seed + i) % static_cast<unsigned>(high - low) : 0);
}

// The same number everywhere.
extern "C" __global__ void draw_constant(int* values, int n, int value) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) values[i] = value;
}
