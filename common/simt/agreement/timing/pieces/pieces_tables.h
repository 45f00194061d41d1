// Hash tables and lookups, strings and bytes, and arithmetic on integers.
#pragma once
#include <cuda_runtime.h>

namespace pieces {

__device__ inline unsigned mixed(unsigned h) {
  h ^= h >> 16;
  h *= 0x7feb352du;
  h ^= h >> 15;
  h *= 0x846ca68bu;
  return h ^ h >> 16;
}

// Puts keys with their counts in an open hash table with linear probing; the slots are claimed by atomicCAS.
__global__ void hash_insert_count(const unsigned* key, unsigned* slot, int* count, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned k = key[i];
  for (unsigned at = mixed(k) & mask;; at = (at + 1) & mask) {
    unsigned was = atomicCAS(&slot[at], 0u, k);
    if (was == 0 || was == k) {
      atomicAdd(&count[at], 1);
      return;
    }
  }
}

// Looks keys up in an open hash table of pairs.
__global__ void look_up_in_pairs(const unsigned* key, const uint2* table, unsigned* out, int n,
                                 unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned k = key[i], at = mixed(k) & mask;
  uint2 pair = table[at];
  while (pair.x && pair.x != k) {
    at = (at + 1) & mask;
    pair = table[at];
  }
  out[i] = pair.x ? pair.y : ~0u;
}

// The lower bound of each query in a sorted array.
template <class T>
__global__ void lower_bound_of_each(const T* __restrict__ sorted, int size, const T* query, int* place,
                                    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T q = query[i];
  int low = 0, high = size;
  while (low < high) {
    int middle = (low + high) >> 1;
    if (sorted[middle] < q)
      low = middle + 1;
    else
      high = middle;
  }
  place[i] = low;
}

// Decodes a column stored as 16-bit codes of a dictionary of doubles, two codes a thread.
__global__ void decode_two_codes(const ushort2* code, const double* dictionary, double2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  ushort2 c = code[i];
  out[i] = make_double2(dictionary[c.x], dictionary[c.y]);
}

// Asks a Bloom filter with four hash functions for each key.
__global__ void bloom_queries(const unsigned long long* key, const unsigned* filter, unsigned char* found,
                              int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long k = key[i];
  unsigned h = mixed(static_cast<unsigned>(k)), step = mixed(static_cast<unsigned>(k >> 32)) | 1;
  bool in = true;
  for (int j = 0; j < 4 && in; ++j, h += step) in = filter[(h & mask) >> 5] >> (h & 31) & 1;
  found[i] = in;
}

// Commas, line ends and quotes in a text of comma-separated values, 64 bytes a thread.
__global__ void count_fields(const uint4* text, int* commas, int* lines, int* quotes, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4, c = 0, l = 0, q = 0;
  if (i < n)
    for (int v = 0; v < 4; ++v) {
      uint4 w = text[i + v];
      unsigned word[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        c += __popc(__vcmpeq4(word[k], 0x2c2c2c2cu)) >> 3;
        l += __popc(__vcmpeq4(word[k], 0x0a0a0a0au)) >> 3;
        q += __popc(__vcmpeq4(word[k], 0x22222222u)) >> 3;
      }
    }
  c = __reduce_add_sync(~0u, c);
  l = __reduce_add_sync(~0u, l);
  q = __reduce_add_sync(~0u, q);
  if (threadIdx.x % 32) return;
  atomicAdd(commas, c);
  atomicAdd(lines, l);
  atomicAdd(quotes, q);
}

// Edit distance of each pair of words of up to Most letters; a thread a pair, the
// row of the table in local memory.
template <int Most>
__global__ void edit_distance_of_words(const unsigned char* a, const unsigned char* b, int* out, int pairs) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pairs) return;
  unsigned char row[Most + 1];
  for (int j = 0; j <= Most; ++j) row[j] = j;
  for (int i = 0; i < Most; ++i) {
    unsigned char letter = a[p * Most + i];
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < Most; ++j) {
      int up = row[j + 1],
          best = min(min(up, static_cast<int>(row[j])) + 1, diagonal + (letter != b[p * Most + j]));
      diagonal = up;
      row[j + 1] = best;
    }
  }
  out[p] = row[Most];
}

// Where a short pattern begins in a text: the block's piece and the pattern's length more in shared memory.
__global__ void find_pattern(const char* text, const char* pattern, int length, int* hits, int n) {
  extern __shared__ char piece[];
  int base = blockIdx.x * blockDim.x, need = blockDim.x + length - 1;
  for (int i = threadIdx.x; i < need; i += blockDim.x) piece[i] = base + i < n ? text[base + i] : 0;
  __syncthreads();
  if (base + threadIdx.x + length > n) return;
  int k = 0;
  while (k < length && piece[threadIdx.x + k] == pattern[k]) ++k;
  if (k == length) atomicAdd(hits, 1);
}

// CRC-32 of records of `words` words each, by a table of 256 in shared memory that the block makes first.
__global__ void crc32_of_records(const unsigned* data, unsigned* out, int records, int words) {
  __shared__ unsigned table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    unsigned c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  __syncthreads();
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= records) return;
  unsigned crc = ~0u;
  for (int w = 0; w < words; ++w) {
    unsigned v = data[r * words + w];
    for (int b = 0; b < 32; b += 8) crc = table[(crc ^ v >> b) & 255] ^ crc >> 8;
  }
  out[r] = ~crc;
}

// Three bytes to four letters of base64; a thread reads twelve bytes and writes sixteen letters.
__global__ void base64_by_12_bytes(const unsigned char* in, uint4* out, int groups) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g >= groups) return;
  unsigned word[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const unsigned char* p = in + g * 12 + k * 3;
    unsigned v = p[0] << 16 | p[1] << 8 | p[2], w = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      unsigned six = v >> (18 - 6 * j) & 63;
      unsigned letter = six < 26 ? six + 65 : six < 52 ? six + 71 : six < 62 ? six - 4 : six == 62 ? 43 : 47;
      w |= letter << (8 * j);
    }
    word[k] = w;
  }
  out[g] = make_uint4(word[0], word[1], word[2], word[3]);
}

// SHA-256 of messages of one block of 16 words; a thread a message, the schedule in registers.
__global__ void sha256_one_block(const uint4* message, uint4* digest, const unsigned* __restrict__ k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w[16];
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    uint4 v = message[i * 4 + j];
    w[4 * j] = v.x, w[4 * j + 1] = v.y, w[4 * j + 2] = v.z, w[4 * j + 3] = v.w;
  }
  auto turn = [](unsigned x, int by) { return __funnelshift_r(x, x, by); };
  unsigned a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
  unsigned e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
#pragma unroll
  for (int r = 0; r < 64; ++r) {
    if (r >= 16) {
      unsigned x = w[(r + 1) & 15], y = w[(r + 14) & 15];
      w[r & 15] +=
          (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[(r + 9) & 15] + (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
    }
    unsigned t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[r] + w[r & 15];
    unsigned t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  digest[2 * i] = make_uint4(a + 0x6a09e667, b + 0xbb67ae85, c + 0x3c6ef372, d + 0xa54ff53a);
  digest[2 * i + 1] = make_uint4(e + 0x510e527f, f + 0x9b05688c, g + 0x1f83d9ab, h + 0x5be0cd19);
}

// Powers modulo a prime by squaring, with the division of 64 bits.
__global__ void powers_by_squaring(const unsigned* base, const unsigned* exponent, unsigned* out, int n,
                                   unsigned prime) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long b = base[i] % prime, r = 1;
  for (unsigned e = exponent[i]; e; e >>= 1) {
    if (e & 1) r = r * b % prime;
    b = b * b % prime;
  }
  out[i] = static_cast<unsigned>(r);
}

// A stream of numbers for each thread by xorshift with 128 bits of state, stored interleaved.
__global__ void xorshift_streams(uint4* state, unsigned* out, int streams, int each) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= streams) return;
  uint4 s = state[i];
  for (int k = 0; k < each; ++k) {
    unsigned t = s.x ^ s.x << 11;
    s.x = s.y, s.y = s.z, s.z = s.w;
    s.w = s.w ^ s.w >> 19 ^ t ^ t >> 8;
    out[k * streams + i] = s.w;
  }
  state[i] = s;
}

}  // namespace pieces
