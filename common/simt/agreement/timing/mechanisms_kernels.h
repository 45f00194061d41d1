// Kernels of mechanisms.cu: each does one thing again and again, so that its time is the time of that thing.
#pragma once
#include <cuda_runtime.h>

// ------------------------------------------------------------------------------------------- constants

constexpr int kTableWords = 15360;  // 60 KiB
__constant__ int Table[kTableWords];

// Every warp reads the first `words` words one after another, `rounds` times.
__global__ void k_constant_walk(int* out, int words, int rounds) {
  int sum = 0;
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < words; ++i) sum += Table[i] ^ round;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Follows indices in the table: Table[i] is the next one.
__global__ void k_constant_chain(int* out, int steps) {
  int at = 0;
#pragma unroll 1
  for (int step = 0; step < steps; ++step) at = Table[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// The lanes of a warp want `different` words of a table of 1 KiB.
__global__ void k_constant_by_lane(int* out, int different, int rounds) {
  int at = threadIdx.x % different;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) at = (Table[at & 255] & ~31) + threadIdx.x % different;
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// ------------------------------------------------------------------------------------------- chains

// What a chain consists of: next(x, a, b) needs x. a is odd and small, b is positive.
struct IntegerMultiplyAdd {
  using T = int;
  static __device__ T next(T x, T a, T b) { return x * a + b; }
};
struct IntegerMix {
  using T = int;
  static __device__ T next(T x, T a, T b) { return ((x ^ (x >> 3)) + a) & ~b; }
};
struct IntegerMultiplyWide {
  using T = long long;
  static __device__ T next(T x, T a, T b) { return x * a + b; }
};
struct IntegerDivide {
  using T = int;
  static __device__ T next(T x, T a, T b) { return 0x7FFFFFF0 / ((x & 15) + a) + b; }
};
struct IntegerRemainder {
  using T = unsigned;
  static __device__ T next(T x, T a, T b) { return 0xFFFFFFF0u % ((x & 255) + a) + b; }
};
struct Choice {
  using T = int;
  static __device__ T next(T x, T a, T b) { return x > b ? x - a : x + b; }
};
struct Minimum {
  using T = int;
  static __device__ T next(T x, T a, T b) { return min(x + a, max(x - b, a)); }
};
struct CountBits {
  using T = int;
  static __device__ T next(T x, T a, T b) { return __popc(x ^ a) + b; }
};
struct FloatMultiplyAdd {
  using T = float;
  static __device__ T next(T x, T a, T b) { return x * a + b; }
};
struct FloatDivide {
  using T = float;
  static __device__ T next(T x, T a, T b) { return a / (x + b); }
};
struct FloatRoot {
  using T = float;
  static __device__ T next(T x, T a, T) { return sqrtf(x + a); }
};
struct FloatExponential {
  using T = float;
  static __device__ T next(T x, T a, T b) { return __expf(-x * a) + b; }
};
struct FloatToIntegerAndBack {
  using T = float;
  static __device__ T next(T x, T a, T b) { return static_cast<float>(static_cast<int>(x) & 15) * a + b; }
};
struct DoubleMultiplyAdd {
  using T = double;
  static __device__ T next(T x, T a, T b) { return x * a + b; }
};

// `rounds` rounds of eight links each.
template <class Link, class T>
__global__ void k_chain(const T* in, T* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  T x = in[i];
  const T a = in[0], b = in[1];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int link = 0; link < 8; ++link) x = Link::next(x, a, b);
  }
  out[i] = x;
}

// Four chains side by side.
template <class Link, class T>
__global__ void k_four_chains(const T* in, T* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  T x[4];
  for (int chain = 0; chain < 4; ++chain) x[chain] = in[i ^ chain];
  const T a = in[0], b = in[1];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int link = 0; link < 8; ++link)
      for (int chain = 0; chain < 4; ++chain) x[chain] = Link::next(x[chain], a, b);
  }
  out[i] = (x[0] + x[1]) + (x[2] + x[3]);
}

// The same with one link a round: the loop's end counts as well.
template <class Link, class T>
__global__ void k_short_rounds(const T* in, T* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  T x = in[i];
  const T a = in[0], b = in[1];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) x = Link::next(x, a, b);
  out[i] = x;
}

// ------------------------------------------------------------------------------------------- branches

// Steps of Collatz's sequence: how many depends on the lane's start.
__global__ void k_collatz(const int* start, int* steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = start[i];
  int count = 0;
  while (x != 1) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    ++count;
  }
  steps[i] = count;
}

__global__ void k_gcd(const int* a, const int* b, int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    unsigned x = a[i] + round, y = b[i] + round;
    while (y != 0) {
      const unsigned rest = x % y;
      x = y;
      y = rest;
    }
    sum += x;
  }
  out[i] = sum;
}

// Two sides of a branch, each too long for predicates. The side is one for the warp, or each lane's own.
template <bool ByLane>
__global__ void k_two_sides(const int* in, int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = in[ByLane ? i : i / 32];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    if (x & 4) {
      x ^= x << 13;
      x ^= x >> 17;
      x ^= x << 5;
      x = x * 5 + round;
      x ^= x >> 3;
      x = x * 11 + 1;
    } else {
      x = x * 1664525 + 1013904223;
      x ^= x >> 9;
      x = x * 69069 + round;
      x ^= x << 7;
      x = x * 3 + 7;
      x ^= x >> 5;
    }
  }
  out[i] = x;
}

// A loop in a loop: of so many rounds that only the launch knows.
__global__ void k_loop_in_loop(const int* in, int* out, int outer, int inner) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i];
#pragma unroll 1
  for (int a = 0; a < outer; ++a) {
#pragma unroll 1
    for (int b = 0; b < inner; ++b) x = x * 5 + b;
    x ^= a;
  }
  out[i] = x;
}

// Draws until a bit is set: each lane ends by itself, again and again.
__global__ void k_until_bit(const int* in, int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = in[i];
  int drawn = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    do {
      x = x * 1664525 + 1013904223;
      ++drawn;
    } while ((x >> 28 & 3) != 0);
  }
  out[i] = drawn;
}

// An interpreter: a switch with eight cases, the code is one for all lanes.
__global__ void k_interpret(const int* code, int length, const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i], y = 1;
#pragma unroll 1
  for (int at = 0; at < length; ++at) {
    switch (code[at]) {
      case 0:
        x += y;
        break;
      case 1:
        x ^= y << 3;
        break;
      case 2:
        y = x * 7;
        break;
      case 3:
        x = min(x, y) + 1;
        break;
      case 4:
        y += x >> 5;
        break;
      case 5:
        x = x * y + 3;
        break;
      case 6:
        y ^= x;
        break;
      default:
        x -= 2 * y;
        break;
    }
  }
  out[i] = x ^ y;
}

__device__ __noinline__ int called(int x, int a) { return (x ^ x >> 7) * a + 1; }
__global__ void k_calls(const int* in, int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) x = called(x, round);
  out[i] = x;
}

// Searches a sorted table in shared memory by halves.
__global__ void k_search_shared(const int* sorted, const int* wanted, int* out, int rounds) {
  __shared__ int table[1024];
  for (int j = threadIdx.x; j < 1024; j += blockDim.x) table[j] = sorted[j];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int want = wanted[i], found = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    int low = 0, high = 1024;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (table[middle] < want)
        low = middle + 1;
      else
        high = middle;
    }
    found += low;
    want = (want + low) & 4095;
  }
  out[i] = found;
}

// ------------------------------------------------------------------------------------------- memory of a block

__global__ void k_shared_chain(const int* next, int* out, int steps) {
  __shared__ int at_next[1024];
  for (int j = threadIdx.x; j < 1024; j += blockDim.x) at_next[j] = next[j];
  __syncthreads();
  int at = threadIdx.x / 32;
#pragma unroll 1
  for (int step = 0; step < steps; ++step) at = at_next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// Each round loads what the round before has stored.
__global__ void k_shared_update(const int* in, int* out, int rounds) {
  __shared__ int cell[1024];
  int at = threadIdx.x;
  cell[at] = in[at];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    const int value = cell[at] + round;
    cell[at] = value;
    at = (threadIdx.x & ~31) | ((value + threadIdx.x) & 31);
    __syncwarp();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = cell[threadIdx.x];
}

// A local array whose index is known at run time only.
__global__ void k_local_array(const int* in, int* out, int rounds) {
  int cell[16];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 16; ++j) cell[j] = in[i] >> j;
  int at = in[i] & 15;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    cell[at] += round;
    at = (cell[(at + 5) & 15] + at) & 15;
  }
  int sum = at;
  for (int j = 0; j < 16; ++j) sum += cell[j];
  out[i] = sum;
}

// ------------------------------------------------------------------------------------------- warps and blocks

__global__ void k_shuffles(const int* in, int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int by = 16; by > 0; by /= 2) x += __shfl_xor_sync(~0u, x, by);
  }
  out[i] = x;
}

__global__ void k_ballots(const int* in, int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) x += __popc(__ballot_sync(~0u, x & 1)) * 3 + round;
  out[i] = x;
}

// One lane works, the others wait for it at __syncwarp().
__global__ void k_one_lane_then_all(int* out, const int* in, int rounds) {
  __shared__ int said[32];
  const int warp = threadIdx.x / 32, i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x % 32 == round % 32) said[warp] = x + round;
    __syncwarp();
    x ^= said[warp];
    __syncwarp();
  }
  out[i] = x;
}

__global__ void k_block_barriers(const int* in, int* out, int rounds) {
  __shared__ int cell[1024];
  int x = in[threadIdx.x];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    cell[threadIdx.x] = x;
    __syncthreads();
    x += cell[(threadIdx.x + 32) % blockDim.x];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// A tree in shared memory: half as many threads at each level.
__global__ void k_block_trees(const int* in, int* out, int rounds) {
  __shared__ int cell[1024];
  int x = in[threadIdx.x];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    cell[threadIdx.x] = x;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
      if (threadIdx.x < half) cell[threadIdx.x] += cell[threadIdx.x + half];
      __syncthreads();
    }
    x += cell[0] & round;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// ------------------------------------------------------------------------------------------- long code

// Straight code of about so many instructions, each with a number of its own. 16 instructions a call.
#define LINK(n) x = x * a + (1.0009765625f + (n));
#define LINKS_4(n) LINK(n) LINK(n + 1) LINK(n + 2) LINK(n + 3)
#define LINKS_16(n) LINKS_4(n) LINKS_4(n + 4) LINKS_4(n + 8) LINKS_4(n + 12)
#define LINKS_64(n) LINKS_16(n) LINKS_16(n + 16) LINKS_16(n + 32) LINKS_16(n + 48)
#define LINKS_256(n) LINKS_64(n) LINKS_64(n + 64) LINKS_64(n + 128) LINKS_64(n + 192)
#define LINKS_1024(n) LINKS_256(n) LINKS_256(n + 256) LINKS_256(n + 512) LINKS_256(n + 768)
#define LINKS_4096(n) LINKS_1024(n) LINKS_1024(n + 1024) LINKS_1024(n + 2048) LINKS_1024(n + 3072)
#define LINKS_16384(n) LINKS_4096(n) LINKS_4096(n + 4096) LINKS_4096(n + 8192) LINKS_4096(n + 12288)

template <int Instructions>
__global__ void k_long_code(const float* in, float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  const float a = in[0];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    if constexpr (Instructions == 256) {
      LINKS_256(0)
    } else if constexpr (Instructions == 1024) {
      LINKS_1024(0)
    } else if constexpr (Instructions == 4096) {
      LINKS_4096(0)
    } else {
      LINKS_16384(0)
    }
  }
  out[i] = x;
}

// Eight chains side by side, so that a warp issues in each cycle what has been fetched.
#define SUMS_8(n)       \
  a = a * factor + (n); \
  b = b * factor + (n); \
  c = c * factor + (n); \
  d = d * factor + (n); \
  e = e * factor + (n); \
  f = f * factor + (n); \
  g = g * factor + (n); \
  h = h * factor + (n);
#define SUMS_64(n) \
  SUMS_8(n) SUMS_8(n + 1) SUMS_8(n + 2) SUMS_8(n + 3) SUMS_8(n + 4) SUMS_8(n + 5) SUMS_8(n + 6) SUMS_8(n + 7)
#define SUMS_512(n) \
  SUMS_64(n)        \
  SUMS_64(n + 8)    \
  SUMS_64(n + 16) SUMS_64(n + 24) SUMS_64(n + 32) SUMS_64(n + 40) SUMS_64(n + 48) SUMS_64(n + 56)

template <int Instructions>
__global__ void k_wide_code(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float factor = in[0];
  float a = i, b = i + 1, c = i + 2, d = i + 3, e = i + 4, f = i + 5, g = i + 6, h = i + 7;
  if constexpr (Instructions == 64) {
    SUMS_64(0)
  } else if constexpr (Instructions == 512) {
    SUMS_512(0)
  } else if constexpr (Instructions == 1024) {
    SUMS_512(0) SUMS_512(64)
  } else if constexpr (Instructions == 2048) {
    SUMS_512(0) SUMS_512(64) SUMS_512(128) SUMS_512(192)
  } else {
    SUMS_512(0)
    SUMS_512(64) SUMS_512(128) SUMS_512(192) SUMS_512(256) SUMS_512(320) SUMS_512(384) SUMS_512(448)
  }
  out[i] = a + b + c + d + e + f + g + h;
}

__global__ void k_empty() {}

// ------------------------------------------------------------------------------------------- compare and swap

__device__ inline unsigned mixed(unsigned x) {
  x *= 0x9E3779B1u, x ^= x >> 15, x *= 0x85EBCA77u;
  return x ^ x >> 13;
}

// Each thread adds once to one of `words` words.
__global__ void k_swap_add(int* at, const int* in, int words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* const word = &at[mixed(i) % words];
  int seen = *word, expected;
  do {
    expected = seen;
    seen = atomicCAS(word, expected, expected + in[i]);
  } while (seen != expected);
}

__global__ void k_swap_add_float(float* at, const float* in, int words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* const word = reinterpret_cast<int*>(&at[mixed(i) % words]);
  int seen = *word, expected;
  do {
    expected = seen;
    seen = atomicCAS(word, expected, __float_as_int(__int_as_float(expected) + in[i]));
  } while (seen != expected);
}

// The greatest of all: most threads see that they need not write.
__global__ void k_swap_maximum(float* at, const float* in, int words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* const word = reinterpret_cast<int*>(&at[mixed(i) % words]);
  int seen = *word;
  while (__int_as_float(seen) < in[i]) {
    const int expected = seen;
    seen = atomicCAS(word, expected, __float_as_int(in[i]));
    if (seen == expected) break;
  }
}

// One lane of each warp.
__global__ void k_swap_one_lane(int* at, const int* in, int words, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 != 0) return;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    int* const word = &at[mixed(i + round * 77) % words];
    int seen = *word, expected;
    do {
      expected = seen;
      seen = atomicCAS(word, expected, expected + in[i]);
    } while (seen != expected);
  }
}

// One atomic operation a thread, on a word of a table that nobody else wants but by chance. What it returns is looked at, or is not.
enum class AtomicKind { swaps, fails, adds, takes, adds_unseen };
template <AtomicKind Kind, class T>
__global__ void k_atomic_of_table(T* table, int* out, unsigned mask) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T* const word = &table[mixed(i) & mask];
  T seen = 0;
  if (Kind == AtomicKind::swaps) seen = atomicCAS(word, T{0}, T{7});
  if (Kind == AtomicKind::fails) seen = atomicCAS(word, T{5}, T{7});
  if (Kind == AtomicKind::adds) seen = atomicAdd(word, T{1});
  if (Kind == AtomicKind::takes) seen = atomicExch(word, T{7});
  if (Kind == AtomicKind::adds_unseen) atomicAdd(word, T{1});
  if (seen == 9) out[i] = 1;
}

// Each of a thread's operations is on a word that follows from the one before, and of a warp they are on neighbours or anywhere.
template <AtomicKind Kind, bool OnNeighbours, class T>
__global__ void k_atomic_walk(T* table, int* out, unsigned mask, int rounds) {
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    T* const word = &table[(OnNeighbours ? at : mixed(at)) & mask];
    const T seen = Kind == AtomicKind::fails ? atomicCAS(word, T{5}, T{7}) : atomicAdd(word, T{0});
    at += 77760 + static_cast<unsigned>(seen);
  }
  if (at == 9) out[0] = 1;
}

// The first thread of each block takes one of `locks` locks, adds to what it guards, and gives it back.
__global__ void k_locks(int* lock, volatile int* guarded, int locks, int rounds) {
  if (threadIdx.x != 0) return;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    const int which = mixed(blockIdx.x + round * 77) % locks;
    while (atomicCAS(&lock[which * 32], 0, 1) != 0) {
    }
    __threadfence();
    guarded[which * 32] = guarded[which * 32] + 1;
    __threadfence();
    atomicExch(&lock[which * 32], 0);
  }
}

// ------------------------------------------------------------------------------------------- products

// c = a b, a thread an element; b or a may be transposed.
template <bool TransposedA, bool TransposedB>
__global__ void k_product(const float* a, const float* b, float* c, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += (TransposedA ? a[k * n + y] : a[y * n + k]) * (TransposedB ? b[x * n + k] : b[k * n + x]);
  c[y * n + x] = sum;
}

// A thread has `Rows` elements of a column.
template <int Rows>
__global__ void k_product_rows(const float* a, const float* b, float* c, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * Rows;
  float sum[Rows] = {};
  for (int k = 0; k < n; ++k) {
    const float of_b = b[k * n + x];
#pragma unroll
    for (int r = 0; r < Rows; ++r) sum[r] += a[(y + r) * n + k] * of_b;
  }
#pragma unroll
  for (int r = 0; r < Rows; ++r) c[(y + r) * n + x] = sum[r];
}

// What L1 has: each round a warp loads `Words` words that all lanes want, and one line.
template <int Words>
__global__ void k_l1_mix(const float* table, float* out, int rounds) {
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    const float* const at = table + (round & 31) * 64;
    const float mine = at[threadIdx.x % 32];
#pragma unroll
    for (int w = 0; w < Words; ++w) sum += at[32 + w] * mine;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// ------------------------------------------------------------------------------------------- counters in shared memory

// Which word a lane counts in: `ways` lanes of a warp share a word, or have different words of a bank.
enum class Ways { one_word, one_bank };
template <Ways W>
__device__ int word_of(int lane, int ways) {
  return W == Ways::one_word ? lane / ways : lane / ways + lane % ways * 32;
}

template <Ways W, bool Used, class T>
__global__ void k_shared_count(const T* in, T* out, int ways, int rounds) {
  __shared__ T count[1024];
  for (int j = threadIdx.x; j < 1024; j += blockDim.x) count[j] = 0;
  __syncthreads();
  const int word = word_of<W>(threadIdx.x % 32, ways);
  T x = in[threadIdx.x];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    if (Used)
      x += atomicAdd(&count[word], x);
    else
      atomicAdd(&count[word], x);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = count[threadIdx.x] + x;
}

// Counts digits by ones, as a histogram does, or, with the answer, as a radix sort ranks its keys.
template <bool Used>
__global__ void k_shared_digits(const unsigned* keys, int* out, int mask, int rounds) {
  __shared__ int count[1024];
  for (int j = threadIdx.x; j < 1024; j += blockDim.x) count[j] = 0;
  __syncthreads();
  int rank = 0;
  unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    const int before = atomicAdd(&count[key >> 8 & mask], 1);
    if (Used) rank ^= before;
    key = key * 1664525 + 1013904223;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = count[threadIdx.x] + rank;
}
