// How long a load takes that finds its data in shared memory, in L1, in L2, or in DRAM: one thread follows a
// chain of indices, so that each load waits for the one before.
//
// Indices are one per line of 128 bytes, in a random cycle over the footprint, so that nothing can be fetched
// ahead. A first round through the chain brings into a cache what fits. Prints cycles a load by footprint,
// the median of 11 launches.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

namespace {

constexpr int kLineWords = 32;
constexpr int kLoads = 4096;
constexpr int kLaunches = 11;
constexpr int kSharedWords = 8192;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

__device__ int follow(const int* next, int at, int loads) {
  for (int i = 0; i < loads; ++i) at = next[at];
  return at;
}

__global__ void chase(const int* next, int first, int warm_up, long long* cycles, int* last) {
  const int at = follow(next, first, warm_up);
  const long long start = clock64();
  const int end = follow(next, at, kLoads);
  *cycles = clock64() - start;
  *last = end;
}

// Addresses of shared memory are made in the same way; the bank does not matter to one lane.
__global__ void chase_shared(const int* next, long long* cycles, int* last) {
  __shared__ int near[kSharedWords];
  for (int i = threadIdx.x; i < kSharedWords; i += blockDim.x) near[i] = next[i];
  __syncthreads();
  if (threadIdx.x != 0) return;
  const long long start = clock64();
  const int end = follow(near, 0, kLoads);
  *cycles = clock64() - start;
  *last = end;
}

// A cycle through all lines: word 32 i of the footprint holds the index of the next line's first word.
std::vector<int> chain(std::size_t words) {
  std::vector<int> lines(words / kLineWords);
  std::iota(lines.begin(), lines.end(), 0);
  std::mt19937 random(1);
  std::shuffle(lines.begin() + 1, lines.end(), random);
  std::vector<int> next(words);
  for (std::size_t i = 0; i < lines.size(); ++i)
    next[static_cast<std::size_t>(lines[i]) * kLineWords] = lines[(i + 1) % lines.size()] * kLineWords;
  return next;
}

template <class Launch>
double cycles_a_load(const Launch& launch) {
  long long* cycles = nullptr;
  int* last = nullptr;
  check(cudaMalloc(&cycles, sizeof *cycles));
  check(cudaMalloc(&last, sizeof *last));
  std::vector<long long> counted(kLaunches);
  for (long long& one : counted) {
    launch(cycles, last);
    check(cudaGetLastError());
    check(cudaMemcpy(&one, cycles, sizeof one, cudaMemcpyDeviceToHost));
  }
  check(cudaFree(cycles));
  check(cudaFree(last));
  std::sort(counted.begin(), counted.end());
  return static_cast<double>(counted[kLaunches / 2]) / kLoads;
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  std::printf("%s\n\n| where | footprint | cycles a load |\n| --- | ---: | ---: |\n", device.name);
  struct Row {
    const char* where;
    std::size_t kib;
  };
  constexpr std::size_t kMiB = 1024;
  const Row rows[] = {{"shared memory", 32}, {"L1", 32},        {"L1", 128},          {"L2", kMiB},
                      {"L2", 8 * kMiB},      {"L2", 24 * kMiB}, {"DRAM", 256 * kMiB}, {"DRAM", 1024 * kMiB},
                      {"DRAM", 4096 * kMiB}};
  for (const Row& row : rows) {
    const std::vector<int> next = chain(row.kib * 1024 / sizeof(int));
    int* memory = nullptr;
    check(cudaMalloc(&memory, next.size() * sizeof(int)));
    check(cudaMemcpy(memory, next.data(), next.size() * sizeof(int), cudaMemcpyHostToDevice));
    const bool is_shared = row.kib * 1024 == kSharedWords * sizeof(int) && row.where[0] == 's';
    // What a cache holds is gone through once; what none holds needs no warming up.
    const bool is_cached = row.where[0] == 'L';
    const int warm_up = is_cached ? static_cast<int>(next.size()) / kLineWords : 0;
    int first = 0;
    const double cycles = cycles_a_load([&](long long* count, int* last) {
      if (is_shared) {
        chase_shared<<<1, 256>>>(memory, count, last);
      } else {
        // A place of its own for each launch, so that none finds in L2 what another has left there.
        chase<<<1, 1>>>(memory, first, warm_up, count, last);
        check(cudaMemcpy(&first, last, sizeof first, cudaMemcpyDeviceToHost));
      }
    });
    if (row.kib < kMiB) {
      std::printf("| %s | %zu KiB | %.1f |\n", row.where, row.kib, cycles);
    } else {
      std::printf("| %s | %zu MiB | %.1f |\n", row.where, row.kib / kMiB, cycles);
    }
    check(cudaFree(memory));
  }
}
