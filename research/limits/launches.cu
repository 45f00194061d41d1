// Runs the reference solutions, and variants of them, where what limits them shows: on arrays far larger than
// L2. `once` launches each once, for a profiler; `time` verifies each and times them in turns. measure.sh
// builds and runs it. It needs 13 GB of the GPU's memory.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "groups.h"

namespace {

constexpr int kWarmUp = 3;
constexpr int kTimed = 21;

__global__ void fill(float* values, size_t n, unsigned seed) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) {
    const unsigned mixed = (unsigned(i) ^ seed) * 2654435761U;
    values[i] = float(mixed >> 12) * 0.25F;  // multiples of 1/4: sums and products here are exact
  }
}

__global__ void count_differences(const unsigned* a, const unsigned* b, size_t n, unsigned* found) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) {
    if (a[i] != b[i]) atomicAdd(found, 1U);
  }
}

// One thread goes from line to line, each address read from the last line: the time of a load that is alone.
__global__ void chase(const unsigned* next, int steps, long long* nanoseconds, unsigned* sink) {
  unsigned at = 0;
  for (int i = 0; i < steps / 10; ++i) at = next[at];
  unsigned long long start = 0, stop = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  for (int i = 0; i < steps; ++i) at = next[at];
  if (at == ~0U) *sink = at;  // the clock is not read before the last load is there
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(stop) : "r"(at));
  *nanoseconds = static_cast<long long>(stop - start);
}

void prepare(const Group& group, const Arrays& arrays) {
  fill<<<4096, 256>>>(arrays.in, kFloats, 1);
  fill<<<4096, 256>>>(arrays.other, kFloats, 2);
  check(cudaMemset(arrays.out, 0xFF, group.compared * 4));
}

bool is_right(const Group& group, size_t which, const Arrays& arrays, unsigned* found) {
  prepare(group, arrays);
  group.kernels[which].run(arrays);
  check(cudaGetLastError());
  const float* result = group.in_place ? arrays.in : arrays.out;
  if (which == 0) check(cudaMemcpy(arrays.expected, result, group.compared * 4, cudaMemcpyDeviceToDevice));
  check(cudaMemset(found, 0, 4));
  count_differences<<<4096, 256>>>(reinterpret_cast<const unsigned*>(result),
                                   reinterpret_cast<const unsigned*>(arrays.expected), group.compared, found);
  unsigned differences = 0;
  check(cudaMemcpy(&differences, found, 4, cudaMemcpyDeviceToHost));
  return differences == 0;
}

float milliseconds(const Run& run, const Arrays& arrays, cudaEvent_t start, cudaEvent_t stop) {
  float ms = 0;
  check(cudaEventRecord(start));
  run(arrays);
  check(cudaEventRecord(stop));
  check(cudaEventSynchronize(stop));
  check(cudaEventElapsedTime(&ms, start, stop));
  return ms;
}

// GB/s at the given part of the sorted times.
double rate(const std::vector<float>& sorted, double part, double bytes) {
  return bytes * 1e-6 / sorted[size_t(part * double(sorted.size() - 1) + 0.5)];
}

void time_group(const Group& group, const Arrays& arrays, unsigned* found) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&stop));
  std::vector<bool> right;
  for (size_t k = 0; k < group.kernels.size(); ++k) right.push_back(is_right(group, k, arrays, found));
  prepare(group, arrays);
  std::vector<std::vector<float>> times(group.kernels.size());
  for (int round = 0; round < kWarmUp + kTimed; ++round) {
    for (size_t k = 0; k < group.kernels.size(); ++k) {
      const float ms = milliseconds(group.kernels[k].run, arrays, start, stop);
      if (round >= kWarmUp) times[k].push_back(ms);
    }
  }
  for (size_t k = 0; k < group.kernels.size(); ++k) {
    std::sort(times[k].begin(), times[k].end());
    std::printf("%-34s %-30s %s %6.0f GB/s  (%.0f - %.0f)\n", group.title.c_str(),
                group.kernels[k].name.c_str(), right[k] ? "right" : "WRONG", rate(times[k], 0.5, group.bytes),
                rate(times[k], 0.75, group.bytes), rate(times[k], 0.25, group.bytes));
  }
  check(cudaEventDestroy(start));
  check(cudaEventDestroy(stop));
}

// Lines 4 KiB apart, each once, in an order that no prefetcher guesses.
void print_latency(const Arrays& arrays, unsigned* sink) {
  constexpr unsigned kLines = 1U << 18;
  constexpr unsigned kApart = 1024;
  constexpr int kSteps = 20000;
  std::vector<unsigned> next(size_t(kLines) * kApart);
  unsigned at = 0;
  for (unsigned i = 0; i < kLines; ++i) {
    const unsigned to =
        (at * 1664525U + 1013904223U) % kLines;  // a full period: Hull and Dobell's conditions hold
    next[size_t(at) * kApart] = to * kApart;
    at = to;
  }
  check(cudaMemcpy(arrays.in, next.data(), next.size() * 4, cudaMemcpyHostToDevice));
  fill<<<4096, 256>>>(arrays.other, kFloats, 1);  // L2 then holds none of the lines
  auto* const nanoseconds = reinterpret_cast<long long*>(arrays.out);
  chase<<<1, 1>>>(reinterpret_cast<const unsigned*>(arrays.in), kSteps, nanoseconds, sink);
  long long taken = 0;
  check(cudaMemcpy(&taken, nanoseconds, sizeof taken, cudaMemcpyDeviceToHost));
  std::printf("latency of one load from DRAM, alone: %.0f ns\n", double(taken) / kSteps);
}

}  // namespace

int main(int argc, char** argv) {
  const bool timed = argc > 1 && std::strcmp(argv[1], "time") == 0;
  Arrays arrays{};
  for (float** array : {&arrays.in, &arrays.other, &arrays.out, &arrays.expected})
    check(cudaMalloc(array, kFloats * sizeof(float)));
  unsigned* found = nullptr;
  check(cudaMalloc(&found, sizeof *found));
  cublasHandle_t handle = nullptr;
  check(cublasCreate(&handle));

  const std::vector<Group> groups = all_groups(handle);
  if (timed) print_latency(arrays, found);
  for (const Group& group : groups) {
    if (timed) {
      time_group(group, arrays, found);
      continue;
    }
    prepare(group, arrays);
    for (const Kernel& kernel : group.kernels) {
      kernel.run(arrays);
      std::printf("%s;%s;%.0f\n", group.title.c_str(), kernel.name.c_str(), group.bytes);
    }
  }
  check(cudaDeviceSynchronize());
  check(cublasDestroy(handle));
}
