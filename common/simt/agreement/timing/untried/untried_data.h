// Databases and text: grouping, joins, encodings of columns, patterns in strings, and sketches of large sets.
#pragma once
#include <cuda_runtime.h>

namespace untried {

// Sums and counts by key, first in a table of 1024 places in shared memory, then in the table of all blocks. There
// must be fewer than 1024 distinct keys, and none is -1.
__global__ void group_in_shared_table(const int* key, const float* value, int* keys, float* sums, int* counts,
                                      int n, int each) {
  __shared__ int own_key[1024], own_count[1024];
  __shared__ float own_sum[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    own_key[i] = -1;
    own_count[i] = 0;
    own_sum[i] = 0;
  }
  __syncthreads();
  int first = blockIdx.x * each, last = min(first + each, n);
  for (int i = first + threadIdx.x; i < last; i += blockDim.x) {
    int k = key[i];
    unsigned place = k * 2654435761u >> 22;
    for (;;) {
      int found = own_key[place];
      if (found == -1) found = atomicCAS(&own_key[place], -1, k);
      if (found == -1 || found == k) break;
      place = (place + 1) & 1023;
    }
    atomicAdd(&own_count[place], 1);
    atomicAdd(&own_sum[place], value[i]);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    int k = own_key[i];
    if (k == -1) continue;
    unsigned place = k * 2654435761u >> 22;
    for (;;) {
      int found = atomicCAS(keys + place, -1, k);
      if (found == -1 || found == k) break;
      place = (place + 1) & 1023;
    }
    atomicAdd(counts + place, own_count[i]);
    atomicAdd(sums + place, own_sum[i]);
  }
}

// The probe side of a join with chains: what each row's partners sum to, and how many pairs there are in all.
__global__ void probe_chained_table(const int* probe, const int* head, const int* next, const int* build_key,
                                    const int* payload, long long* sum, unsigned long long* pairs, int n,
                                    int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
  long long total = 0;
  if (i < n) {
    int key = probe[i];
    for (int e = head[(key * 2654435761u >> 8) & mask]; e >= 0; e = next[e]) {
      if (build_key[e] == key) {
        total += payload[e];
        ++found;
      }
    }
    sum[i] = total;
  }
  found = __reduce_add_sync(0xffffffff, found);
  if (threadIdx.x % 32 == 0 && found) atomicAdd(pairs, static_cast<unsigned long long>(found));
}

// Strings of a column from codes of its dictionary; a thread copies the bytes of one.
__global__ void decode_dictionary(const unsigned short* code, const int* entry, const char* dictionary,
                                  const int* start, char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int from = entry[code[i]], last = entry[code[i] + 1], to = start[i];
  for (; from < last; ++from, ++to) out[to] = dictionary[from];
}

// Numbers that are kept as differences of `bits` bits in pages of 128, with the first of each page; a warp a page.
__global__ void decode_delta_pages(const unsigned* packed, const int* base, int4* out, int pages, int bits) {
  int page = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (page >= pages) return;
  const unsigned* words = packed + page * (4 * bits + 1);
  int v[4], sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int at = (4 * lane + k) * bits;
    unsigned low = words[at / 32], high = words[at / 32 + 1];
    sum += __funnelshift_r(low, high, at % 32) & ((1u << bits) - 1);
    v[k] = sum;
  }
  int before = sum;
  for (int offset = 1; offset < 32; offset *= 2) {
    int other = __shfl_up_sync(0xffffffff, before, offset);
    if (lane >= offset) before += other;
  }
  before += base[page] - sum;
  out[page * 32 + lane] = make_int4(v[0] + before, v[1] + before, v[2] + before, v[3] + before);
}

__constant__ char like_pattern[64];

// The rows of a column of strings that match a pattern with `%` and `_`, as a mask; a string a thread.
__global__ void like_filter(const char* text, const int* start, unsigned* mask, int n, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool matches = false;
  if (i < n) {
    int at = start[i], last = start[i + 1], p = 0, retry = -1, retry_at = 0;
    while (at < last) {
      if (p < length && like_pattern[p] == '%') {
        retry = ++p;
        retry_at = at;
      } else if (p < length && (like_pattern[p] == '_' || like_pattern[p] == text[at])) {
        ++p;
        ++at;
      } else if (retry >= 0) {
        p = retry;
        at = ++retry_at;
      } else {
        break;
      }
    }
    while (p < length && like_pattern[p] == '%') ++p;
    matches = at == last && p == length;
  }
  unsigned votes = __ballot_sync(0xffffffff, matches);
  if (threadIdx.x % 32 == 0 && i < n) mask[i / 32] = votes;
}

// The signature of a document: for each of 64 hash functions the least over its shingles of three words. A block of
// 64 threads a document.
__global__ void minhash_64(const int* word, const int* start, unsigned* signature) {
  __shared__ unsigned shingle[64];
  int first = start[blockIdx.x], count = start[blockIdx.x + 1] - first - 2, t = threadIdx.x;
  unsigned least = ~0u, factor = 2 * t + 0x9e3779b1u, added = t * 0x85ebca6bu;
  for (int from = 0; from < count; from += 64) {
    int many = min(64, count - from);
    if (t < many) {
      const int* at = word + first + from + t;
      unsigned h = at[0] * 0xcc9e2d51u;
      h = (h << 15 | h >> 17) ^ at[1] * 0x1b873593u;
      h = (h << 13 | h >> 19) ^ at[2] * 0xe6546b64u;
      shingle[t] = h ^ h >> 16;
    }
    __syncthreads();
    for (int k = 0; k < many; ++k) {
      unsigned h = shingle[k] * factor + added;
      least = min(least, h ^ h >> 15);
    }
    __syncthreads();
  }
  signature[blockIdx.x * 64 + t] = least;
}

// HyperLogLog with 4096 registers: the most leading zeros of the hashes of each kind.
__global__ void add_to_hyperloglog(const unsigned long long* item, int* registers, int n) {
  __shared__ int own[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned long long h = item[i];
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdull;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53ull;
    h ^= h >> 33;
    int zeros = __clzll(h << 12 | 2048) + 1, which = static_cast<int>(h >> 52);
    if (own[which] < zeros) atomicMax(&own[which], zeros);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) {
    if (own[i]) atomicMax(registers + i, own[i]);
  }
}

// A count-min sketch of four rows in global memory; frequent items meet at the same counters.
__global__ void add_to_count_min(const int* item, unsigned* counters, int n, int mask) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned v = item[i];
#pragma unroll
    for (int row = 0; row < 4; ++row) {
      unsigned h = (v + 0x7f4a7c15u * (row + 1)) * (0x9e3779b1u + 2 * row);
      atomicAdd(counters + row * (mask + 1) + ((h ^ h >> 16) & mask), 1u);
    }
  }
}

// Bytes as two hexadecimal digits each, four bytes a thread, by arithmetic on packed bytes.
__global__ void encode_hex(const unsigned* in, uint2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = in[i], high = v >> 4 & 0x0f0f0f0fu, low = v & 0x0f0f0f0fu;
  unsigned first = __byte_perm(high, low, 0x5140), second = __byte_perm(high, low, 0x7362);
  first += 0x30303030u + ((first + 0x06060606u) >> 4 & 0x01010101u) * 39;
  second += 0x30303030u + ((second + 0x06060606u) >> 4 & 0x01010101u) * 39;
  out[i] = make_uint2(first, second);
}

}  // namespace untried
