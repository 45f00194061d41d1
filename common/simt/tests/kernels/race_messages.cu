// Races whose reason differs: no barrier, the loop's next round, one index of two threads or blocks.
#include "race_in_header.h"

#include <cuda_runtime.h>

extern "C" __global__ void stores_of_the_next_round(const int* in, int* out, int rounds) {
  __shared__ int line[64];
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    line[threadIdx.x] = in[threadIdx.x + i];  // stored again
    __syncthreads();                          // the only barrier
    sum += line[(threadIdx.x + 1) % 64];      // loaded late
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void loads_of_the_next_round(int* out, int rounds) {
  __shared__ int buffer[64];
  buffer[threadIdx.x] = 0;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    sum += buffer[(threadIdx.x + 1) % 64];  // loaded again
    __syncthreads();                        // before the store
    buffer[threadIdx.x] = sum;              // stored late
  }
  out[threadIdx.x] = sum;
}

// Four rounds that the compiler lays out one after another.
extern "C" __global__ void unrolled_rounds(const int* in, int* out) {
  __shared__ int square[64];
  int sum = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    square[threadIdx.x] = in[threadIdx.x + i];  // unrolled store
    __syncthreads();                            // unrolled barrier
    sum += square[(threadIdx.x + 1) % 64];      // unrolled load
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void warp_rounds(const int* in, int* out, int rounds) {
  __shared__ int word[32];
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    word[threadIdx.x] = in[threadIdx.x + i];  // stored by the warp
    __syncwarp();                             // of the warp
    sum += word[31 - threadIdx.x];            // loaded by the warp
  }
  out[threadIdx.x] = sum;
}

// The barrier before the loop orders nothing in it, and neither does the one at the end of its body.
extern "C" __global__ void no_barrier_within_the_round(const int* in, int* out, int rounds) {
  __shared__ int row[64];
  int sum = 0;
  row[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    row[threadIdx.x] = in[threadIdx.x + i];  // stored in the round
    sum += row[(threadIdx.x + 1) % 64];      // loaded in the round
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__device__ void fill(int* line, int value) { line[threadIdx.x] = value; }  // filled by a function

extern "C" __global__ void after_a_barrier_but_without_one(int* out) {
  __shared__ int part[64];
  part[63 - threadIdx.x] = 0;
  __syncthreads();
  fill(part, 1);
  out[threadIdx.x] = part[63 - threadIdx.x];  // loaded behind the function
}

extern "C" __global__ void pairs_add(int* out) {
  __shared__ int sums[32];
  if (threadIdx.x < 32) sums[threadIdx.x] = 0;
  __syncthreads();
  sums[threadIdx.x / 2] += 1;  // two threads, one index
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = sums[threadIdx.x];
}

extern "C" __global__ void the_neighbours(int* out) {
  __shared__ int chain[65];
  chain[threadIdx.x] = 1;
  if (threadIdx.x == 0) chain[64] = 1;
  __syncthreads();
  chain[threadIdx.x] += chain[threadIdx.x + 1];  // its neighbour's
  __syncthreads();
  out[threadIdx.x] = chain[threadIdx.x];
}

extern "C" __global__ void without_the_block(int* out) {
  out[threadIdx.x] = blockIdx.x;  // the same threads of each block
}

// The second round is that of the first warp alone.
extern "C" __global__ void leaves_before_the_barrier(const int* in, int* out) {
  __shared__ int row[96];
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    if (threadIdx.x + 32 * i >= 64) break;
    row[threadIdx.x + 32 * i] = in[threadIdx.x];
    __syncthreads();  // not for all
  }
  out[threadIdx.x] = row[threadIdx.x];  // loaded by those that left
}

extern "C" __global__ void another_warps_word(int* out) {
  __shared__ int words[64];
  words[threadIdx.x] = 1;
  __syncwarp();  // of each warp
  out[threadIdx.x] = words[63 - threadIdx.x];
}

extern "C" __global__ void some_lanes_meet(const int* in, int* out) {
  __shared__ int kept[32];
  kept[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x >= 8) return;
  __syncwarp();  // of eight lanes
  out[threadIdx.x] = kept[4 * threadIdx.x + 3];
}

extern "C" __global__ void reads_the_neighbours_of_global_memory(int* out) {
  out[threadIdx.x] = 1;
  const int next = out[(threadIdx.x + 33) % 64];
  if (next == 7) out[64] = next;
}

extern "C" __global__ void reads_by_a_header(int* out) {
  __shared__ int words[64];
  words[threadIdx.x] = 1;  // written by the kernel
  out[threadIdx.x] = next_of(words);
}

// As a warp's sums were written before Volta: volatile, and no __syncwarp().
extern "C" __global__ void volatile_sum(const int* in, int* out) {
  __shared__ volatile int s[64];
  const int t = static_cast<int>(threadIdx.x);
  s[t] = in[t];
  s[t + 32] = 0;
  s[t] = s[t] + s[t + 16];  // volatile steps
  if (t == 0) out[0] = s[0];
}
