// Text and bytes: checksums, digests, codes, searches and alignments.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// The cyclic redundancy check of chunks of bytes with a table in shared memory, a thread a chunk.
__global__ void crc_of_chunks(const unsigned* data, const unsigned* table, unsigned* crc, int chunks,
                              int words) {
  __shared__ unsigned t[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) t[i] = table[i];
  __syncthreads();
  int chunk = blockIdx.x * blockDim.x + threadIdx.x;
  if (chunk >= chunks) return;
  unsigned c = ~0u;
  for (int k = 0; k < words; ++k) {
    c ^= data[chunk * words + k];
    for (int b = 0; b < 4; ++b) c = c >> 8 ^ t[c & 255];
  }
  crc[chunk] = ~c;
}

__constant__ unsigned digest_constants[64];

// The compression of SHA-256 for messages of one block each, with the last 16 words in registers.
__global__ void sha256_blocks(const uint4* in, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w[16];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    uint4 v = in[4 * i + k];
    w[4 * k] = __byte_perm(v.x, 0, 0x0123);
    w[4 * k + 1] = __byte_perm(v.y, 0, 0x0123);
    w[4 * k + 2] = __byte_perm(v.z, 0, 0x0123);
    w[4 * k + 3] = __byte_perm(v.w, 0, 0x0123);
  }
  const unsigned start[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                             0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
  auto turn = [](unsigned v, int by) { return __funnelshift_r(v, v, by); };
  unsigned s[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) s[k] = start[k];
#pragma unroll
  for (int r = 0; r < 64; ++r) {
    unsigned word = w[r & 15];
    if (r >= 16) {
      unsigned a = w[(r + 1) & 15], b = w[(r + 14) & 15];
      word += (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[(r + 9) & 15] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
      w[r & 15] = word;
    }
    unsigned t1 = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) +
                  ((s[4] & s[5]) ^ (~s[4] & s[6])) + digest_constants[r] + word;
    unsigned t2 =
        (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    s[7] = s[6];
    s[6] = s[5];
    s[5] = s[4];
    s[4] = s[3] + t1;
    s[3] = s[2];
    s[2] = s[1];
    s[1] = s[0];
    s[0] = t1 + t2;
  }
#pragma unroll
  for (int k = 0; k < 8; ++k) out[k * n + i] = s[k] + start[k];
}

// Nine rounds of a cipher like AES with one table of 256 words in shared memory, a thread a block of 16 bytes.
__global__ void cipher_by_tables(const uint4* in, uint4* out, const unsigned* table,
                                 const unsigned* __restrict__ key, int n) {
  __shared__ unsigned t[256];
  t[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  uint4 v = in[i];
  unsigned s[4] = {v.x ^ key[0], v.y ^ key[1], v.z ^ key[2], v.w ^ key[3]};
  for (int r = 1; r <= 9; ++r) {
    unsigned next[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      unsigned a = t[s[k] & 255], b = t[s[(k + 1) & 3] >> 8 & 255], c = t[s[(k + 2) & 3] >> 16 & 255];
      unsigned d = t[s[(k + 3) & 3] >> 24];
      next[k] = a ^ __funnelshift_l(b, b, 8) ^ __funnelshift_l(c, c, 16) ^ __funnelshift_l(d, d, 24) ^
                key[4 * r + k];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) s[k] = next[k];
  }
  out[i] = make_uint4(s[0], s[1], s[2], s[3]);
}

// Encodes bytes in base 64: a thread reads three bytes and writes four letters.
__global__ void encode_base_64(const unsigned char* in, uchar4* out, int triples) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= triples) return;
  unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  auto letter = [](unsigned d) {
    int shift = d < 26 ? 'A' : d < 52 ? 'a' - 26 : d < 62 ? '0' - 52 : d == 62 ? '+' - 62 : '/' - 63;
    return static_cast<unsigned char>(static_cast<int>(d) + shift);
  };
  out[i] = make_uchar4(letter(v >> 18), letter(v >> 12 & 63), letter(v >> 6 & 63), letter(v & 63));
}

// Counts words: where a letter follows something that is none.
__global__ void count_words(const char* text, int* words, int n) {
  __shared__ int block_words;
  if (threadIdx.x == 0) block_words = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool begins = false;
  if (i < n) {
    auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    begins = letter(text[i]) && (i == 0 || !letter(text[i - 1]));
  }
  unsigned votes = __ballot_sync(~0u, begins);
  if (threadIdx.x % 32 == 0) atomicAdd(&block_words, __popc(votes));
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(words, block_words);
}

// Looks for a pattern at every place of a text, letter by letter until they differ.
__global__ void find_pattern(const char* __restrict__ text, const char* __restrict__ pattern, int* found,
                             int* many, int n, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n - length) return;
  int k = 0;
  while (k < length && text[i + k] == pattern[k]) ++k;
  if (k == length) found[atomicAdd(many, 1)] = i;
}

// The number of edits between a word and each word of a list, with one row in a thread's own memory.
__global__ void edits_to_words(const unsigned char* __restrict__ word, const int* __restrict__ start,
                               const unsigned char* __restrict__ query, unsigned char* edits, int words,
                               int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words) return;
  unsigned char row[33];
  for (int k = 0; k <= length; ++k) row[k] = static_cast<unsigned char>(k);
  int first = start[i], last = start[i + 1];
  for (int j = first; j < last; ++j) {
    int corner = row[0], left = corner + 1;
    row[0] = static_cast<unsigned char>(left);
    unsigned char c = word[j];
    for (int k = 1; k <= length; ++k) {
      int up = row[k], best = min(min(up, left) + 1, corner + (query[k - 1] != c));
      corner = up;
      left = best;
      row[k] = static_cast<unsigned char>(best);
    }
  }
  edits[i] = row[length];
}

// The best local alignment of a pair of sequences by anti-diagonals, a block of 128 threads a pair.
__global__ void align_locally(const char* a, const char* b, int* score, int length) {
  __shared__ int diagonal[3][129], best_of[4];
  __shared__ char letters[128];
  int t = threadIdx.x, best = 0;
  for (int k = 0; k < 3; ++k) {
    diagonal[k][t + 1] = 0;
    if (t == 0) diagonal[k][0] = 0;
  }
  letters[t] = a[blockIdx.x * 128 + t];
  char own = letters[t];
  __syncthreads();
  for (int d = 0; d < length + 127; ++d) {
    int j = d - t, *now = diagonal[d % 3], *last = diagonal[(d + 2) % 3], *older = diagonal[(d + 1) % 3];
    if (j >= 0 && j < length) {
      int match = older[t] + (b[blockIdx.x * length + j] == own ? 3 : -2);
      int v = max(max(0, match), max(last[t], last[t + 1]) - 2);
      now[t + 1] = v;
      best = max(best, v);
    }
    __syncthreads();
  }
  for (int d = 16; d; d /= 2) best = max(best, __shfl_xor_sync(~0u, best, d));
  if (t % 32 == 0) best_of[t / 32] = best;
  __syncthreads();
  if (t == 0) score[blockIdx.x] = max(max(best_of[0], best_of[1]), max(best_of[2], best_of[3]));
}

// Hashes strings of different lengths by FNV-1a, a thread a string.
__global__ void fnv_of_strings(const unsigned char* text, const int* start, unsigned long long* hash,
                               int strings) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= strings) return;
  unsigned long long h = 14695981039346656037ull;
  for (int k = start[i]; k < start[i + 1]; ++k) h = (h ^ text[k]) * 1099511628211ull;
  hash[i] = h;
}

// Reads decimal numbers with signs and points from lines of text of a fixed width.
__global__ void parse_decimals(const char* text, double* out, int width, int lines) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lines) return;
  const char* p = text + i * width;
  bool minus = false, fraction = false;
  long long digits = 0;
  double scale = 1;
  for (int k = 0; k < width; ++k) {
    char c = p[k];
    if (c == '-') minus = true;
    if (c == '.') fraction = true;
    if (c >= '0' && c <= '9') {
      digits = digits * 10 + (c - '0');
      if (fraction) scale *= 10;
    }
  }
  out[i] = (minus ? -static_cast<double>(digits) : static_cast<double>(digits)) / scale;
}

}  // namespace varied
