// Hashes, codes and arithmetic of cryptography, and samplers of Monte Carlo methods.
#pragma once
#include <cuda_runtime.h>

namespace untried {

__constant__ unsigned md5_sines[64];

// MD5 of messages of 55 bytes at most, already padded to a block of 16 words; a message a thread.
__global__ void md5_messages(const uint4* __restrict__ message, uint4* __restrict__ digest, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned word[16];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    uint4 four = message[i * 4 + k];
    word[4 * k] = four.x;
    word[4 * k + 1] = four.y;
    word[4 * k + 2] = four.z;
    word[4 * k + 3] = four.w;
  }
  const int turns[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
  unsigned a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
#pragma unroll
  for (int k = 0; k < 64; ++k) {
    unsigned f;
    int g;
    if (k < 16) {
      f = (b & c) | (~b & d);
      g = k;
    } else if (k < 32) {
      f = (d & b) | (~d & c);
      g = (5 * k + 1) % 16;
    } else if (k < 48) {
      f = b ^ c ^ d;
      g = (3 * k + 5) % 16;
    } else {
      f = c ^ (b | ~d);
      g = 7 * k % 16;
    }
    f += a + md5_sines[k] + word[g];
    a = d;
    d = c;
    c = b;
    int turn = turns[k / 16 * 4 + k % 4];
    b += __funnelshift_l(f, f, turn);
  }
  digest[i] = make_uint4(a + 0x67452301u, b + 0xefcdab89u, c + 0x98badcfeu, d + 0x10325476u);
}

// SipHash-2-4 of strings of several lengths, read a byte at a time; a string a thread.
__global__ void siphash_strings(const unsigned char* text, const int* start, unsigned long long* hash, int n,
                                unsigned long long key0, unsigned long long key1) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long v0 = key0 ^ 0x736f6d6570736575ull, v1 = key1 ^ 0x646f72616e646f6dull;
  unsigned long long v2 = key0 ^ 0x6c7967656e657261ull, v3 = key1 ^ 0x7465646279746573ull;
  auto turn = [](unsigned long long v, int by) { return v << by | v >> (64 - by); };
  auto rounds = [&](int count) {
    for (int k = 0; k < count; ++k) {
      v0 += v1;
      v2 += v3;
      v1 = turn(v1, 13) ^ v0;
      v3 = turn(v3, 16) ^ v2;
      v0 = turn(v0, 32) + v3;
      v2 += v1;
      v1 = turn(v1, 17) ^ v2;
      v3 = turn(v3, 21) ^ v0;
      v2 = turn(v2, 32);
    }
  };
  int at = start[i], length = start[i + 1] - at;
  unsigned long long word = 0;
  for (int k = 0; k < length; ++k) {
    word |= static_cast<unsigned long long>(text[at + k]) << 8 * (k % 8);
    if (k % 8 == 7) {
      v3 ^= word;
      rounds(2);
      v0 ^= word;
      word = 0;
    }
  }
  word |= static_cast<unsigned long long>(length) << 56;
  v3 ^= word;
  rounds(2);
  v0 ^= word;
  v2 ^= 255;
  rounds(4);
  hash[i] = v0 ^ v1 ^ v2 ^ v3;
}

__constant__ unsigned modulus_256[8];

// Repeated squaring modulo a number of 256 bits in Montgomery's form; a number a thread, its words in planes.
__global__ void montgomery_squares(const unsigned* in, unsigned* out, unsigned inverse, int n, int squares) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned a[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) a[k] = in[k * n + i];
  for (int s = 0; s < squares; ++s) {
    unsigned t[10] = {};
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      unsigned long long carry = 0;
#pragma unroll
      for (int k = 0; k < 8; ++k) {
        carry += static_cast<unsigned long long>(a[j]) * a[k] + t[k];
        t[k] = static_cast<unsigned>(carry);
        carry >>= 32;
      }
      carry += t[8];
      t[8] = static_cast<unsigned>(carry);
      t[9] = static_cast<unsigned>(carry >> 32);
      unsigned m = t[0] * inverse;
      carry = (static_cast<unsigned long long>(m) * modulus_256[0] + t[0]) >> 32;
#pragma unroll
      for (int k = 1; k < 8; ++k) {
        carry += static_cast<unsigned long long>(m) * modulus_256[k] + t[k];
        t[k - 1] = static_cast<unsigned>(carry);
        carry >>= 32;
      }
      carry += t[8];
      t[7] = static_cast<unsigned>(carry);
      t[8] = t[9] + static_cast<unsigned>(carry >> 32);
    }
    long long borrow = 0;
    unsigned less[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      borrow += static_cast<long long>(t[k]) - modulus_256[k];
      less[k] = static_cast<unsigned>(borrow);
      borrow >>= 32;
    }
    bool take = t[8] != 0 || borrow == 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) a[k] = take ? less[k] : t[k];
  }
#pragma unroll
  for (int k = 0; k < 8; ++k) out[k * n + i] = a[k];
}

// Number-theoretic transforms of 1024 numbers modulo 998244353; a block of 512 threads each. `roots` has the powers
// of a root of unity.
__global__ void number_transforms_1024(const unsigned* in, unsigned* out, const unsigned* roots) {
  constexpr unsigned kPrime = 998244353;
  __shared__ unsigned z[1024];
  int t = threadIdx.x;
  const unsigned* from = in + blockIdx.x * 1024;
  for (int i = t; i < 1024; i += 512) z[__brev(i) >> 22] = from[i];
  for (int half = 1; half < 1024; half *= 2) {
    __syncthreads();
    int k = t % half, a = t / half * 2 * half + k;
    unsigned u = z[a];
    unsigned v = static_cast<unsigned>(static_cast<unsigned long long>(z[a + half]) *
                                       roots[k * (512 / half)] % kPrime);
    z[a] = u + v >= kPrime ? u + v - kPrime : u + v;
    z[a + half] = u >= v ? u - v : u + kPrime - v;
  }
  __syncthreads();
  for (int i = t; i < 1024; i += 512) out[blockIdx.x * 1024 + i] = z[i];
}

// The 16 parity bytes of Reed and Solomon for words of `length` bytes, interleaved; a word a thread, with tables of
// logarithms in shared memory.
__global__ void reed_solomon_parity(const unsigned char* data, const unsigned char* logs,
                                    const unsigned char* powers, const unsigned char* generator_logs,
                                    unsigned char* parity, int words, int length) {
  __shared__ unsigned char log_of[256], power_of[512];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) log_of[i] = logs[i];
  for (int i = threadIdx.x; i < 512; i += blockDim.x) power_of[i] = powers[i];
  __syncthreads();
  int word = blockIdx.x * blockDim.x + threadIdx.x;
  if (word >= words) return;
  unsigned char left[16] = {};
  for (int k = 0; k < length; ++k) {
    unsigned char feedback = data[k * words + word] ^ left[0];
    int log = log_of[feedback];
#pragma unroll
    for (int j = 0; j < 16; ++j) {
      unsigned char shifted = j < 15 ? left[j + 1] : 0;
      left[j] = feedback ? shifted ^ power_of[log + generator_logs[j]] : shifted;
    }
  }
#pragma unroll
  for (int j = 0; j < 16; ++j) parity[j * words + word] = left[j];
}

__device__ inline float uniform(unsigned long long& state) {
  unsigned long long old = state;
  state = old * 6364136223846793005ull + 1442695040888963407ull;
  unsigned mixed = static_cast<unsigned>((old >> 18 ^ old) >> 27), turn = old >> 59;
  return ((__funnelshift_r(mixed, mixed, turn) >> 8) + 0.5f) * 5.9604645e-8f;
}

// Gamma variates by Marsaglia and Tsang's rejection; `each` samples a thread.
__global__ void gamma_samples(const float* shape, float* out, int n, int each) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long state = i * 0x9e3779b97f4a7c15ull + 1;
  uniform(state);
  float d = shape[i] - 1.0f / 3, c = rsqrtf(9 * d);
  for (int k = 0; k < each; ++k) {
    float v = 1;
    for (int tries = 0; tries < 64; ++tries) {
      float x = sqrtf(-2 * logf(uniform(state))) * cospif(2 * uniform(state));
      float root = 1 + c * x;
      if (root <= 0) continue;
      v = root * root * root;
      if (logf(uniform(state)) < 0.5f * x * x + d - d * v + d * logf(v)) break;
    }
    out[k * n + i] = d * v;
  }
}

// Draws from a discrete distribution by Walker's table of aliases, and counts how often each came.
__global__ void draws_from_aliases(const int2* table, unsigned* drawn, int entries, int n, int each) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long state = i * 0xd1342543de82ef95ull + 7;
  uniform(state);
  for (int k = 0; k < each; ++k) {
    int which = min(static_cast<int>(uniform(state) * entries), entries - 1);
    int2 entry = table[which];
    if (uniform(state) > __int_as_float(entry.x)) which = entry.y;
    atomicAdd(drawn + which, 1u);
  }
}

// Gillespie's exact simulation of molecules that are made, used up and turned into one another; a path a thread.
__global__ void reaction_paths(int2* state_out, float* busy, int paths, float until) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= paths) return;
  unsigned long long state = i * 0xa0761d6478bd642full + 3;
  uniform(state);
  int a = 10, b = 0;
  float time = 0, area = 0;
  for (int step = 0; step < 4000; ++step) {
    float make = 8, turn = 0.3f * a, lose = 0.02f * b * a + 0.1f * b, all = make + turn + lose;
    float wait = -__logf(uniform(state)) / all;
    if (time + wait > until) break;
    time += wait;
    area += wait * b;
    float pick = uniform(state) * all;
    if (pick < make) {
      ++a;
    } else if (pick < make + turn) {
      --a;
      ++b;
    } else {
      --b;
    }
  }
  state_out[i] = make_int2(a, b);
  busy[i] = area / until;
}

}  // namespace untried
