// How long atomic operations take by the words that they go to: which of L2's slices and sectors serve one after the other.
//   nvcc -O3 -std=c++17 -arch=sm_90 atomics.cu -o atomics && ./atomics
// Prints a table: for each pattern and number of words the time, and ns for each request of a warp.
#include <algorithm>

#include "common.h"

constexpr int kRounds = 8, kBlocks = 1056, kThreads = 256;

enum Pattern { side_by_side, any_word, one_lane, one_word };

__device__ unsigned mixed(unsigned x) {
  x *= 0x9E3779B1u, x ^= x >> 15, x *= 0x85EBCA77u;
  return x ^ x >> 13;
}

// Adds to `words` words, each `stride` words behind the one before.
template <Pattern P, class T>
__global__ void k_add(T* at, unsigned words, unsigned stride) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, warp = thread / 32, lane = thread % 32;
  if (P == one_lane && lane != 0) return;
  for (unsigned round = 0; round < kRounds; ++round) {
    const unsigned drawn = mixed((P == any_word ? thread : warp) * 31 + round * 0x1234567u);
    const unsigned word = (P == side_by_side ? warp * 32 + lane + round * 7919u * 32 : drawn) % words;
    atomicAdd(&at[word * stride], static_cast<T>(lane + 1));  // no constant: nvcc would add up the warp's
  }
}

template <Pattern P, class T>
void measure(const char* name, unsigned words, unsigned stride) {
  T* at = device<T>(size_t{words} * stride);
  cudaEvent_t begin, end;
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&end));
  float least = 1e9f;
  for (int i = 0; i < 4; ++i) {
    OK(cudaEventRecord(begin));
    k_add<P, T><<<kBlocks, kThreads>>>(at, words, stride);
    OK(cudaEventRecord(end));
    OK(cudaEventSynchronize(end));
    float ms = 0;
    OK(cudaEventElapsedTime(&ms, begin, end));
    least = std::min(least, ms);
  }
  const double requests = double{kBlocks} * kThreads / 32 * kRounds;
  std::printf("%s,%u,%u,%.2f,%.3f\n", name, words, stride, least * 1e3, least * 1e6 / requests);
  release(at);
}

int main() {
  std::puts("pattern,words,stride,us,ns_per_request");
  for (unsigned words : {1u, 8u, 32u, 64u, 128u, 256u, 512u, 1024u, 4096u, 65536u}) {
    for (unsigned stride : {1u, 8u, 128u}) {
      measure<side_by_side, int>("side by side, int", words, stride);
      measure<any_word, int>("any word, int", words, stride);
      measure<one_lane, int>("one lane, int", words, stride);
      measure<one_word, int>("one word, int", words, stride);
      measure<side_by_side, float>("side by side, float", words, stride);
      measure<any_word, float>("any word, float", words, stride);
      measure<one_lane, float>("one lane, float", words, stride);
      measure<one_word, float>("one word, float", words, stride);
    }
  }
}
