// What a round of a loop takes on one SM, in cycles: with a branch around its loads or without, with a barrier, with additions and
// compare-and-swaps in shared memory, and with a load of what was stored.
//   nvcc -O3 -std=c++17 -arch=sm_90 rounds.cu -o rounds && ./rounds
// Prints a line for each kernel and number of threads. The kernels are as long as nvcc leaves them: the loop's branch is in all of them.
#include "common.h"

namespace {

constexpr int kRounds = 1024, kTile = 2048;

__shared__ int tile[2 * kTile];

__device__ long long begin_rounds() {
  for (int i = threadIdx.x; i < 2 * kTile; i += blockDim.x) tile[i] = i & 1023;
  __syncthreads();
  return clock64();
}

__device__ void end_rounds(long long begin, int result, int* out, long long* cycles) {
  const long long end = clock64();
  if (threadIdx.x == 0) *cycles = end - begin;
  out[threadIdx.x] = result;
}

// ------------------------------------------------------------------------------------- branches and barriers

// Each of four words says where the next is.
__device__ int follow(int at) {
  const int a = tile[at & 1023], b = tile[(a ^ 1) & 1023], c = tile[(b + 3) & 1023], d = tile[(c ^ b) & 1023];
  tile[kTile + threadIdx.x] = d + c;
  return (d + a) & 1023;
}

enum class Guard { none, by_value, by_lane, by_round, then_barrier };

template <Guard kGuard>
__global__ void k_follow(int* out, long long* cycles, int limit) {
  const long long begin = begin_rounds();
  int at = threadIdx.x;
#pragma unroll 1
  for (int r = 0; r < kRounds; ++r) {
    if (kGuard == Guard::none || kGuard == Guard::then_barrier || (kGuard == Guard::by_value && at < limit) ||
        (kGuard == Guard::by_lane && int(threadIdx.x % 32) < limit) ||
        (kGuard == Guard::by_round && r < limit))
      at = follow(at);
    if (kGuard == Guard::then_barrier) __syncthreads();
  }
  end_rounds(begin, at, out, cycles);
}

// One word before each barrier.
__global__ void k_load_and_meet(int* out, long long* cycles, int) {
  const long long begin = begin_rounds();
  int sum = 0;
#pragma unroll 1
  for (int r = 0; r < kRounds; ++r) {
    sum += tile[(r & 1) + threadIdx.x];
    __syncthreads();
  }
  end_rounds(begin, sum, out, cycles);
}

// Three remainders by constants, of what differs by lane, before the same.
__global__ void k_remainders(int* out, long long* cycles, int limit) {
  const long long begin = begin_rounds();
  int sum = 0, at = limit + (out[threadIdx.x] & 1);
#pragma unroll 1
  for (int r = 0; r < kRounds; ++r) {
    at = (at * 5 + 3) % 771;
    at = (at * 3 + 1) % 770;
    at = (at * 7 + 3) % 769;
    sum += tile[at + threadIdx.x];
    __syncthreads();
  }
  end_rounds(begin, sum, out, cycles);
}

// ------------------------------------------------------------------------------------- atomic operations on shared memory

enum class Does { add_float, swap, add_integer };

// A warp's lanes want `words` words side by side, and each warp's begin `apart` words behind those of the warp before.
template <Does kDoes>
__global__ void k_atomic(int* out, long long* cycles, int words, int apart) {
  const long long begin = begin_rounds();
  int* const word = &tile[(threadIdx.x % 32 % words + threadIdx.x / 32 * apart) % kTile];
  int found = 0;
#pragma unroll 1
  for (int r = 0; r < kRounds; ++r) {
    if (kDoes == Does::add_float) atomicAdd(reinterpret_cast<float*>(word), 1.0f);
    if (kDoes == Does::swap) found += atomicCAS(word, r, r + 1);
    if (kDoes == Does::add_integer) found += atomicAdd(word + (found >> 30), 1);
  }
  __syncthreads();
  end_rounds(begin, found, out, cycles);
}

// The same of any of `words` words that lie `stride` words apart.
__global__ void k_add_anywhere(int* out, long long* cycles, int words, int stride) {
  const long long begin = begin_rounds();
  unsigned drawn = threadIdx.x * 747796405u + 2891336453u;
#pragma unroll 1
  for (int r = 0; r < kRounds; ++r) {
    drawn = drawn * 1664525u + 1013904223u;
    atomicAdd(reinterpret_cast<float*>(&tile[(drawn >> 8) % unsigned(words) * stride]), 1.0f);
  }
  __syncthreads();
  end_rounds(begin, 0, out, cycles);
}

// ------------------------------------------------------------------------------------- what L1 keeps

// `again` is `to`, but nvcc does not know: a load of what was stored a round before.
__global__ void k_load_what_was_stored(int* out, long long* cycles, int* to, const int* again) {
  const long long begin = begin_rounds();
  int v = threadIdx.x;
#pragma unroll 1
  for (int r = 1; r < kRounds; ++r) {
    to[r * blockDim.x + threadIdx.x] = v;
    v = again[(r - 1) * blockDim.x + threadIdx.x] + (v & 1);
  }
  end_rounds(begin, v, out, cycles);
}

// ------------------------------------------------------------------------------------- the table

int* out = nullptr;
long long* cycles = nullptr;

template <class F>
void print(const char* what, int warps, F launch) {
  long long least = 0;
  for (int i = 0; i < 3; ++i) {
    OK(cudaMemset(out, 0, 1024 * sizeof(int)));
    launch();
    OK(cudaGetLastError());
    long long took = 0;
    OK(cudaMemcpy(&took, cycles, sizeof took, cudaMemcpyDeviceToHost));
    least = i == 0 ? took : std::min(least, took);
  }
  std::printf("%s,%d warps,%.1f cycles a round\n", what, warps, double(least) / kRounds);
}

void branches(int warps) {
  const auto of = [&](const char* what, auto* kernel, int limit) {
    print(what, warps, [&] { kernel<<<1, 32 * warps>>>(out, cycles, limit); });
  };
  of("four words", k_follow<Guard::none>, 0);
  of("behind a condition that holds", k_follow<Guard::by_value>, 1024);
  of("behind one that does not", k_follow<Guard::by_value>, -1);
  of("behind one for half of the lanes", k_follow<Guard::by_lane>, 16);
  of("behind one of the block", k_follow<Guard::by_round>, kRounds);
  of("behind one of the block that does not hold", k_follow<Guard::by_round>, -1);
  of("before a barrier", k_follow<Guard::then_barrier>, 0);
  of("one word before a barrier", k_load_and_meet, 0);
  of("and three remainders", k_remainders, 5);
}

template <Does kDoes>
void atomics(const char* what, int warps) {
  for (const int words : {32, 8, 1}) {
    for (const int apart : {0, 32}) {
      char name[96];
      std::snprintf(name, sizeof name, "%s,%d words,%s", what, words,
                    apart == 0 ? "of all warps" : "of each warp");
      print(name, warps, [&] { k_atomic<kDoes><<<1, 32 * warps>>>(out, cycles, words, apart); });
    }
  }
}

void additions_anywhere(int warps) {
  for (const auto [words, stride] : {std::pair(24, 1), std::pair(24, 8), std::pair(256, 1)}) {
    char name[96];
    std::snprintf(name, sizeof name, "float added to any of %d words,%d words apart", words, stride);
    print(name, warps, [&, words = words, stride = stride] {
      k_add_anywhere<<<1, 32 * warps>>>(out, cycles, words, stride);
    });
  }
}

}  // namespace

int main() {
  out = device<int>(1024);
  cycles = device<long long>(1);
  int* const rows = device<int>(kRounds * 1024);
  for (const int warps : {1, 4, 16, 32}) branches(warps);
  for (const int warps : {1, 8, 32}) {
    atomics<Does::add_float>("float added", warps);
    atomics<Does::swap>("compare-and-swap", warps);
    atomics<Does::add_integer>("integer added, answer used", warps);
    additions_anywhere(warps);
  }
  print("load of what was stored", 1, [&] { k_load_what_was_stored<<<1, 32>>>(out, cycles, rows, rows); });
  release(out, rows);
  release(cycles);
}
