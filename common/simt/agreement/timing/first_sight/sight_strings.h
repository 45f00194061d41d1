// Strings, searching, hashing and compression.
#pragma once
#include "sight_helpers.h"

namespace sight {

constexpr unsigned long long kEmpty = ~0ull;

// Inserts keys with values into a hash table by linear probing; a slot holds the key above the value.
__global__ void hash_insert(const unsigned* keys, unsigned long long* table, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = keys[i], slot = mix(key) & mask;
  unsigned long long entry = static_cast<unsigned long long>(key) << 32 | static_cast<unsigned>(i);
  for (;;) {
    unsigned long long old = atomicCAS(table + slot, kEmpty, entry);
    if (old == kEmpty || old >> 32 == key) return;
    slot = (slot + 1) & mask;
  }
}

// Looks keys up in the hash table and writes their values, or -1.
__global__ void hash_find(const unsigned* keys, const unsigned long long* table, int* value, int n,
                          unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = keys[i], slot = mix(key) & mask;
  int found = -1;
  for (;;) {
    unsigned long long entry = __ldg(table + slot);
    if (entry == kEmpty) break;
    if (entry >> 32 == key) {
      found = static_cast<int>(entry);
      break;
    }
    slot = (slot + 1) & mask;
  }
  value[i] = found;
}

// Finds the first place in a sorted array that is not less than each key.
__global__ void lower_bounds(const int* sorted, int n, const int* keys, int* place, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int key = keys[i], low = 0, length = n;
  while (length > 0) {
    int half = length / 2;
    if (sorted[low + half] < key) {
      low += half + 1;
      length -= half + 1;
    } else {
      length = half;
    }
  }
  place[i] = low;
}

// Walks down a tree of 32-way nodes, one warp a key; each lane compares one separator.
__global__ void search_wide_tree(const int* nodes, const int* keys, int* place, int count, int levels) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (i >= count) return;
  int key = keys[i], node = 0, offset = 0, width = 1;
  for (int l = 0; l < levels; ++l) {
    int separator = nodes[(offset + node) * 32 + lane];
    int child = __popc(__ballot_sync(kAll, separator <= key));
    child = child ? child - 1 : 0;
    offset += width;
    width *= 32;
    node = node * 32 + child;
  }
  if (lane == 0) place[i] = node;
}

// Computes the edit distance of each pair of strings along diagonals in shared memory, one block a pair.
__global__ void edit_wavefront(const char* a, const char* b, int* distance, int length) {
  extern __shared__ int waves[];
  int n = length + 1, t = threadIdx.x;
  const char *p = a + static_cast<size_t>(blockIdx.x) * length,
             *q = b + static_cast<size_t>(blockIdx.x) * length;
  for (int d = 0; d <= 2 * length; ++d) {
    int *now = waves + d % 3 * n, *last = waves + (d + 2) % 3 * n, *older = waves + (d + 1) % 3 * n;
    for (int i = max(0, d - length) + t; i <= min(d, length); i += blockDim.x) {
      int j = d - i;
      if (i == 0 || j == 0)
        now[i] = i + j;
      else
        now[i] = min(min(last[i - 1], last[i]) + 1, older[i - 1] + (p[i - 1] != q[j - 1]));
    }
    __syncthreads();
  }
  if (t == 0) distance[blockIdx.x] = waves[2 * length % 3 * n + length];
}

// Expands runs of values: each thread finds the run of its place by binary search in the scanned lengths.
__global__ void expand_runs(const int* end, const unsigned char* value, unsigned char* out, int runs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int low = 0, high = runs - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (end[middle] > i)
      high = middle;
    else
      low = middle + 1;
  }
  out[i] = value[low];
}

// Sets four bits of a Bloom filter for each key.
__global__ void bloom_add(const unsigned* keys, unsigned* filter, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h = mix(keys[i]), step = mix(h + 0x9e3779b9u) | 1;
  for (int k = 0; k < 4; ++k, h += step) atomicOr(filter + ((h & mask) >> 5), 1u << (h & 31));
}

// Tests keys against the Bloom filter and counts those that may be present.
__global__ void bloom_count(const unsigned* keys, const unsigned* filter, int* hits, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool present = i < n;
  if (present) {
    unsigned h = mix(keys[i]), step = mix(h + 0x9e3779b9u) | 1;
    for (int k = 0; k < 4 && present; ++k, h += step) present = filter[(h & mask) >> 5] >> (h & 31) & 1;
  }
  int count = __syncthreads_count(present);
  if (threadIdx.x == 0) atomicAdd(hits, count);
}

// Looks patterns up in a text by binary search over its suffix array, comparing letter by letter.
__global__ void suffix_search(const unsigned char* text, const int* suffix, const unsigned char* patterns,
                              int* place, int n, int count, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2, at = suffix[middle], k = 0;
    while (k < length && at + k < n && text[at + k] == patterns[i * length + k]) ++k;
    bool less = k < length && (at + k >= n || text[at + k] < patterns[i * length + k]);
    if (less)
      low = middle + 1;
    else
      high = middle;
  }
  place[i] = low;
}

// Decodes base64: each thread turns four letters into three bytes with a table in shared memory.
__global__ void decode_base64(const uchar4* in, unsigned char* out, int groups) {
  __shared__ unsigned char table[128];
  __shared__ unsigned char staged[768];
  if (threadIdx.x < 128) {
    int c = threadIdx.x;
    table[c] = c >= 'A' && c <= 'Z'   ? c - 'A'
               : c >= 'a' && c <= 'z' ? c - 'a' + 26
               : c >= '0' && c <= '9' ? c - '0' + 52
               : c == '+'             ? 62
                                      : 63;
  }
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < groups) {
    uchar4 c = in[i];
    unsigned bits = table[c.x] << 18 | table[c.y] << 12 | table[c.z] << 6 | table[c.w];
    staged[threadIdx.x * 3] = bits >> 16;
    staged[threadIdx.x * 3 + 1] = bits >> 8;
    staged[threadIdx.x * 3 + 2] = bits;
  }
  __syncthreads();
  int left = min(768, (groups - static_cast<int>(blockIdx.x) * 256) * 3);
  for (int k = threadIdx.x; k < left; k += 256) out[static_cast<size_t>(blockIdx.x) * 768 + k] = staged[k];
}

__constant__ unsigned round_constants[64];

// Hashes a message of 64 bytes for each thread with the rounds of SHA-256.
__global__ void sha_messages(const uint4* message, uint4* digest, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w[16];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    uint4 m = message[k * n + i];
    w[4 * k] = m.x, w[4 * k + 1] = m.y, w[4 * k + 2] = m.z, w[4 * k + 3] = m.w;
  }
  unsigned s[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
  auto turn = [](unsigned x, int k) { return x >> k | x << (32 - k); };
#pragma unroll 16
  for (int r = 0; r < 64; ++r) {
    if (r >= 16) {
      unsigned x = w[(r + 1) & 15], y = w[(r + 14) & 15];
      w[r & 15] +=
          (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[(r + 9) & 15] + (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
    }
    unsigned t1 =
        h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + round_constants[r] + w[r & 15];
    unsigned t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  digest[2 * i] = make_uint4(s[0] + a, s[1] + b, s[2] + c, s[3] + d);
  digest[2 * i + 1] = make_uint4(s[4] + e, s[5] + f, s[6] + g, s[7] + h);
}

// Computes the CRC-32 of each record with four tables in shared memory.
__global__ void crc_four_tables(const unsigned* record, const unsigned* tables, unsigned* crc, int n,
                                int words) {
  __shared__ unsigned t[4][256];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) t[i / 256][i % 256] = tables[i];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned c = ~0u;
  for (int k = 0; k < words; ++k) {
    c ^= record[static_cast<size_t>(i) * words + k];
    c = t[3][c & 255] ^ t[2][c >> 8 & 255] ^ t[1][c >> 16 & 255] ^ t[0][c >> 24];
  }
  crc[i] = ~c;
}

// Counts where a short pattern occurs in a text that each block stages in shared memory.
__global__ void count_matches(const char* text, const char* pattern, int* count, int n, int length) {
  extern __shared__ char staged_text[];
  int first = blockIdx.x * blockDim.x * 4, span = blockDim.x * 4 + length - 1;
  for (int i = threadIdx.x; i < span; i += blockDim.x) staged_text[i] = first + i < n ? text[first + i] : 0;
  char* wanted = staged_text + span;
  for (int i = threadIdx.x; i < length; i += blockDim.x) wanted[i] = pattern[i];
  __syncthreads();
  int found = 0;
  for (int j = 0; j < 4; ++j) {
    int at = j * blockDim.x + threadIdx.x, k = 0;
    if (first + at + length > n) continue;
    while (k < length && staged_text[at + k] == wanted[k]) ++k;
    found += k == length;
  }
  found = __reduce_add_sync(kAll, found);
  if (threadIdx.x % 32 == 0 && found) atomicAdd(count, found);
}

// Unpacks integers of a few bits each, stored as differences from a base for each 128 of them.
__global__ void unpack_bits(const unsigned* packed, const int* base, int* out, int bits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long bit = static_cast<long long>(i) * bits;
  int word = static_cast<int>(bit >> 5), shift = bit & 31;
  unsigned value = __funnelshift_r(packed[word], packed[word + 1], shift) & ((1u << bits) - 1);
  out[i] = base[i / 128] + static_cast<int>(value);
}

// Parses decimal numbers that start at given places of a text.
__global__ void parse_numbers(const char* text, const int* start, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int at = start[i];
  bool negative = text[at] == '-';
  at += negative;
  double value = 0, scale = 1;
  bool fraction = false;
  for (char c = text[at]; c != ','; c = text[++at]) {
    if (c == '.') {
      fraction = true;
      continue;
    }
    value = value * 10 + (c - '0');
    if (fraction) scale *= 10;
  }
  out[i] = static_cast<float>((negative ? -value : value) / scale);
}

}  // namespace sight
