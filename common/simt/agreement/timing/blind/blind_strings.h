// Strings, genomes and interpreters.
#pragma once
#include "blind_warp.h"

// Smith and Waterman with a linear gap: one block aligns one pair, antidiagonal by antidiagonal.
__global__ void smith_waterman_block(const char* queries, const char* targets, int* score,
                                     int target_length) {
  extern __shared__ int diagonals[];
  __shared__ int best;
  int length = blockDim.x, t = threadIdx.x;
  int *last = diagonals, *before = diagonals + length + 1, *now = diagonals + 2 * (length + 1);
  char mine = queries[blockIdx.x * length + t];
  const char* target = targets + static_cast<size_t>(blockIdx.x) * target_length;
  for (int i = t; i < 3 * (length + 1); i += length) diagonals[i] = 0;
  if (t == 0) best = 0;
  int most = 0;
  __syncthreads();
  for (int d = 0; d < length + target_length - 1; ++d) {
    int j = d - t;
    if (j >= 0 && j < target_length) {
      int h = max(before[t] + (target[j] == mine ? 3 : -2), max(last[t], last[t + 1]) - 4);
      h = max(h, 0);
      now[t + 1] = h;
      most = max(most, h);
    }
    __syncthreads();
    int* s = before;
    before = last;
    last = now;
    now = s;
  }
  atomicMax(&best, most);
  __syncthreads();
  if (t == 0) score[blockIdx.x] = best;
}

// Counts words of 12 letters of a genome, two bits a letter, in a table of 4^12.
__global__ void count_kmers(const char* genome, unsigned* counts, int n) {
  constexpr int K = 12;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + K > n) return;
  unsigned word = 0;
#pragma unroll
  for (int k = 0; k < K; ++k) {
    unsigned c = genome[i + k];
    word = word << 2 | (c >> 1 & 3);
  }
  atomicAdd(&counts[word], 1u);
}

struct OccurrenceBlock {
  unsigned before[4];   // how often each letter is found before the block
  unsigned letters[4];  // 64 letters of two bits
};

// Backward search in an FM index: one thread counts the occurrences of one pattern.
__global__ void fm_index_count(const OccurrenceBlock* blocks, const unsigned* first,
                               const unsigned char* patterns, unsigned* found, int n, int length,
                               unsigned text_length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  auto occurrences = [&](unsigned letter, unsigned place) {
    const OccurrenceBlock& b = blocks[place / 64];
    unsigned count = b.before[letter], within = place % 64;
    for (unsigned k = 0; k * 16 < within; ++k) {
      unsigned word = b.letters[k] ^ ~(letter * 0x55555555u), same = word & word >> 1 & 0x55555555u;
      unsigned rest = within - k * 16;
      if (rest < 16) same &= (1u << 2 * rest) - 1;
      count += __popc(same);
    }
    return count;
  };
  unsigned low = 0, high = text_length;
  for (int k = length - 1; k >= 0 && low < high; --k) {
    unsigned letter = patterns[k * n + i];
    low = first[letter] + occurrences(letter, low);
    high = first[letter] + occurrences(letter, high);
  }
  found[i] = high - low;
}

// The edit distance of a word to each word of a dictionary; the row of the matrix is in local memory.
__global__ void edit_distances(const char* words, const char* wanted, int wanted_length,
                               unsigned char* distance, int n, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned char row[33];
  for (int j = 0; j <= wanted_length; ++j) row[j] = static_cast<unsigned char>(j);
  for (int k = 0; k < length; ++k) {
    char c = words[i * length + k];
    int diagonal = row[0];
    row[0] = static_cast<unsigned char>(k + 1);
    for (int j = 1; j <= wanted_length; ++j) {
      int here = min(min(row[j] + 1, row[j - 1] + 1), diagonal + (wanted[j - 1] != c));
      diagonal = row[j];
      row[j] = static_cast<unsigned char>(here);
    }
  }
  distance[i] = row[wanted_length];
}

__constant__ char base64_letters[65];

// Three bytes become four letters.
__global__ void base64_encode(const unsigned char* in, uchar4* out, int groups) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= groups) return;
  unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  out[i] = make_uchar4(base64_letters[v >> 18], base64_letters[v >> 12 & 63], base64_letters[v >> 6 & 63],
                       base64_letters[v & 63]);
}

// CRC-32 of records of `words` words, by a table of 256 entries in shared memory.
__global__ void crc32_records(const unsigned* records, const unsigned* table, unsigned* crc, int n,
                              int words) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = table[i];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned c = ~0u;
  for (int k = 0; k < words; ++k) {
    unsigned w = records[static_cast<size_t>(i) * words + k];
#pragma unroll
    for (int b = 0; b < 4; ++b, w >>= 8) c = local[(c ^ w) & 255] ^ c >> 8;
  }
  crc[i] = ~c;
}

// A small stack machine: each thread runs one of several programs, with its stack in local memory.
__global__ void run_programs(const unsigned char* code, int code_length, const unsigned char* program,
                             const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned char* p = code + program[i] * code_length;
  float stack[16], x = in[i];
  int size = 0;
  for (int at = 0; at < code_length; ++at) {
    int op = p[at] & 7, arg = p[at] >> 3;
    switch (op) {
      case 0:
        stack[size++ & 15] = x;
        break;
      case 1:
        stack[size++ & 15] = arg * 0.125f;
        break;
      case 2:
        --size, stack[(size - 1) & 15] += stack[size & 15];
        break;
      case 3:
        --size, stack[(size - 1) & 15] *= stack[size & 15];
        break;
      case 4:
        --size, stack[(size - 1) & 15] = fmaxf(stack[(size - 1) & 15], stack[size & 15]);
        break;
      case 5:
        stack[(size - 1) & 15] = sqrtf(fabsf(stack[(size - 1) & 15]));
        break;
      case 6:
        stack[(size - 1) & 15] = 1 / (1 + fabsf(stack[(size - 1) & 15]));
        break;
      default:
        stack[(size - 1) & 15] = x - stack[(size - 1) & 15];
        break;
    }
  }
  out[i] = stack[0];
}

// The longest match of each position in the 64 bytes before it, as a simple compressor finds it.
__global__ void longest_matches(const unsigned char* text, ushort2* match, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int best = 0, where = 0;
  for (int d = 1; d <= 64 && d <= i; ++d) {
    int length = 0;
    while (length < 16 && i + length < n && text[i + length] == text[i + length - d]) ++length;
    if (length > best) best = length, where = d;
  }
  match[i] = make_ushort2(static_cast<unsigned short>(best), static_cast<unsigned short>(where));
}
