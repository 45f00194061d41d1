// Bytes, strings, hashes, packed bits, and dynamic programming.
#pragma once
#include <cuda_runtime.h>

namespace everyday {

// Makes ASCII text upper case, sixteen bytes a thread with arithmetic on words.
__global__ void upper_case_16(const uint4* in, uint4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  auto upper = [](unsigned w) {
    unsigned low = w & 0x7f7f7f7f, from_a = low + 0x1f1f1f1f, above_z = low + 0x05050505;
    unsigned is_lower = from_a & ~above_z & ~w & 0x80808080;
    return w - (is_lower >> 2);
  };
  uint4 v = in[i];
  out[i] = make_uint4(upper(v.x), upper(v.y), upper(v.z), upper(v.w));
}

// How many letters each string of UTF-8 has, and whether it is well formed; a thread a string.
__global__ void letters_of_utf8(const unsigned char* text, const int* start, int* letters, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int count = 0, expected = 0;
  bool good = true;
  for (int k = start[i]; k < start[i + 1]; ++k) {
    unsigned char c = text[k];
    if ((c & 0xc0) == 0x80) {
      good = good && expected > 0;
      --expected;
    } else {
      good = good && expected == 0;
      ++count;
      expected = c < 0x80 ? 0 : c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
    }
  }
  letters[i] = good && expected == 0 ? count : -count - 1;
}

// Reads addresses of the internet (version 4) from lines of 16 bytes.
__global__ void parse_addresses(const uint4* line, unsigned* address, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 v = line[i];
  unsigned word[4] = {v.x, v.y, v.z, v.w}, result = 0, part = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    unsigned c = word[k / 4] >> (8 * (k % 4)) & 255;
    if (c >= '0' && c <= '9') part = part * 10 + c - '0';
    if (c == '.') {
      result = result << 8 | part;
      part = 0;
    }
  }
  address[i] = result << 8 | part;
}

// Hashes keys of 16 bytes by MurmurHash3.
__global__ void murmur_of_16_bytes(const uint4* __restrict__ key, unsigned* hash, int n, unsigned seed) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uint4 v = key[i];
    unsigned word[4] = {v.x, v.y, v.z, v.w}, h = seed;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      unsigned w = word[k] * 0xcc9e2d51u;
      h ^= __funnelshift_l(w, w, 15) * 0x1b873593u;
      h = __funnelshift_l(h, h, 13) * 5 + 0xe6546b64u;
    }
    h ^= 16;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    hash[i] = h ^ h >> 16;
  }
}

// The xxHash of pages: four threads share a page, one for each lane of the hash.
__global__ void xxhash_of_pages(const unsigned* data, unsigned* hash, int pages, int words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, page = i / 4, lane = i % 4;
  const unsigned p1 = 2654435761u, p2 = 2246822519u;
  unsigned v = lane == 0 ? p1 + p2 : lane == 1 ? p2 : lane == 2 ? 0 : 0u - p1;
  if (page < pages) {
    for (int k = lane; k < words; k += 4) {
      v += data[page * words + k] * p2;
      v = __funnelshift_l(v, v, 13) * p1;
    }
  }
  int turn = lane == 0 ? 1 : lane == 1 ? 7 : lane == 2 ? 12 : 18;
  v = __funnelshift_l(v, v, turn);
  v += __shfl_xor_sync(~0u, v, 1);
  v += __shfl_xor_sync(~0u, v, 2);
  if (page >= pages || lane) return;
  v += words * 4;
  v = (v ^ v >> 15) * p2;
  v = (v ^ v >> 13) * 3266489917u;
  hash[page] = v ^ v >> 16;
}

// Adler's checksum of chunks, a warp a chunk: each lane sums its bytes and where they are.
__global__ void adler_of_chunks(const unsigned* data, unsigned* sum, int chunks, int words) {
  int chunk = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (chunk >= chunks) return;
  unsigned a = 0;
  unsigned long long b = 0;
  for (int k = lane; k < words; k += 32) {
    unsigned w = data[chunk * words + k];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      unsigned c = w >> 8 * j & 255;
      a += c;
      b += static_cast<unsigned long long>(words * 4 - 4 * k - j) * c;
    }
  }
  for (int d = 16; d; d /= 2) {
    a += __shfl_down_sync(~0u, a, d);
    b += __shfl_down_sync(~0u, b, d);
  }
  if (lane == 0) sum[chunk] = static_cast<unsigned>((b + words * 4) % 65521) << 16 | (a + 1) % 65521;
}

// Unpacks integers of BITS bits each.
template <int BITS>
__global__ void unpack_integers(const unsigned* __restrict__ packed, int* out, int n, int base) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int bit = i * BITS, word = bit / 32, shift = bit % 32;
  unsigned low = packed[word], high = packed[word + 1];
  out[i] = base + static_cast<int>(__funnelshift_r(low, high, shift) & ((1u << BITS) - 1));
}

// Packs 32 integers a warp into as many words as the widest of them has bits, by ballots; it also writes that
// width.
__global__ void pack_by_ballots(const unsigned* in, unsigned* out, unsigned char* width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  unsigned v = i < n ? in[i] : 0, any = v;
  for (int d = 16; d; d /= 2) any |= __shfl_xor_sync(~0u, any, d);
  int bits = 32 - __clz(any);
  unsigned own = 0;
  for (int b = 0; b < bits; ++b) {
    unsigned votes = __ballot_sync(~0u, v >> b & 1);
    if (lane == b) own = votes;
  }
  if (i - lane < n) {
    if (lane < bits) out[i] = own;
    if (lane == 0) width[i / 32] = static_cast<unsigned char>(bits);
  }
}

// The bytes that each number takes as a variable-length difference from the one before, and their sum for
// each block.
__global__ void varint_sizes(const int* in, unsigned char* size, int* block_bytes, int n) {
  __shared__ int warps[8];
  int i = blockIdx.x * blockDim.x + threadIdx.x, bytes = 0;
  if (i < n) {
    int d = in[i] - (i ? in[i - 1] : 0);
    unsigned z = static_cast<unsigned>(d) << 1 ^ static_cast<unsigned>(d >> 31);
    bytes = z ? (38 - __clz(z)) / 7 : 1;
    size[i] = static_cast<unsigned char>(bytes);
  }
  bytes = __reduce_add_sync(~0u, bytes);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = bytes;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; ++w) bytes += warps[w];
    block_bytes[blockIdx.x] = bytes;
  }
}

// Enciphers blocks of a counter with Speck 64/128 and adds them to the data by exclusive or.
__global__ void speck_counter(const uint2* in, uint2* out, const unsigned* __restrict__ round_key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = i, y = 0x5bd1e995;
#pragma unroll
  for (int r = 0; r < 27; ++r) {
    x = (__funnelshift_r(x, x, 8) + y) ^ round_key[r];
    y = __funnelshift_l(y, y, 3) ^ x;
  }
  uint2 v = in[i];
  out[i] = make_uint2(v.x ^ x, v.y ^ y);
}

// The longest common subsequence of a pattern of 64 letters and each text, by one word of bits a text.
__global__ void common_letters_by_bits(const unsigned char* __restrict__ text,
                                       const unsigned long long* match, int* length, int texts, int letters) {
  __shared__ unsigned long long where[26];
  if (threadIdx.x < 26) where[threadIdx.x] = match[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= texts) return;
  unsigned long long v = ~0ull;
  for (int k = 0; k < letters; ++k) {
    unsigned long long u = v & where[text[k * texts + i]];
    v = (v + u) | (v - u);
  }
  length[i] = __popcll(~v);
}

// In how many ways coins make each sum, modulo a prime: a block a set of coins, whose sums are in shared
// memory. The sums of a coin depend on those that are smaller by it, so a thread takes a residue.
__global__ void ways_of_coins(const int* coins, int kinds, unsigned* out, int most) {
  extern __shared__ unsigned ways[];
  for (int s = threadIdx.x; s <= most; s += blockDim.x) ways[s] = s == 0;
  __syncthreads();
  for (int k = 0; k < kinds; ++k) {
    int coin = coins[blockIdx.x * kinds + k];
    for (int r = threadIdx.x; r < coin; r += blockDim.x) {
      for (int s = r + coin; s <= most; s += coin) ways[s] = (ways[s] + ways[s - coin]) % 1000000007u;
    }
    __syncthreads();
  }
  for (int s = threadIdx.x; s <= most; s += blockDim.x) out[blockIdx.x * (most + 1) + s] = ways[s];
}

// The likelihood of each sequence under a hidden Markov model of 64 states: a block of 64 threads a sequence.
__global__ void forward_64_states(const float* __restrict__ move, const float* __restrict__ emit,
                                  const unsigned char* symbol, float* likelihood, int steps) {
  __shared__ float alpha[2][64], halves[2];
  int s = threadIdx.x, from = 0;
  float log_scale = 0;
  alpha[0][s] = emit[symbol[blockIdx.x * steps] * 64 + s] / 64;
  __syncthreads();
  for (int t = 1; t < steps; ++t) {
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) sum += alpha[from][k] * move[k * 64 + s];
    sum *= emit[symbol[blockIdx.x * steps + t] * 64 + s];
    float total = sum;
    for (int d = 16; d; d /= 2) total += __shfl_xor_sync(~0u, total, d);
    if (s % 32 == 0) halves[s / 32] = total;
    __syncthreads();
    total = halves[0] + halves[1];
    log_scale += __logf(total);
    alpha[1 - from][s] = sum / total;
    from = 1 - from;
    __syncthreads();
  }
  if (s == 0) likelihood[blockIdx.x] = log_scale;
}

}  // namespace everyday
