// Cooperative launches, as a program makes them: grid.sync() by both ways to launch, what the runtime
// refuses, and what a launch without the cooperation gives.
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

namespace {

#define SHOW(call) std::printf("%s: %s\n", #call, cudaGetErrorName(call))

// Each round adds the neighbours of the round before.
__global__ void smooth(int* values, int* next, int n, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < rounds; ++round) {
    for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size()))
      next[i] = (values[(i + n - 1) % n] + values[i] + values[(i + 1) % n]) % 1000;
    grid.sync();
    int* const last = values;
    values = next;
    next = last;
  }
}

std::vector<int> smoothed(std::vector<int> values, int rounds) {
  const std::size_t n = values.size();
  std::vector<int> next(n);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < n; ++i)
      next[i] = (values[(i + n - 1) % n] + values[i] + values[(i + 1) % n]) % 1000;
    values.swap(next);
  }
  return values;
}

// As a program asks for the largest grid.
int largest_grid() {
  int blocks = 0;
  int multiprocessors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, smooth, 256, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  return blocks * multiprocessors;
}

bool is_right(const int* result, const std::vector<int>& start, int rounds) {
  std::vector<int> found(start.size());
  cudaMemcpy(found.data(), result, found.size() * sizeof(int), cudaMemcpyDeviceToHost);
  return found == smoothed(start, rounds);
}

}  // namespace

int main() {
  constexpr int kCount = 100000;
  int rounds = 4;
  int n = kCount;
  std::vector<int> start(kCount);
  for (int i = 0; i < kCount; ++i) start[i] = i * 37 % 1000;
  int* values = nullptr;
  int* next = nullptr;
  cudaMalloc(&values, kCount * sizeof(int));
  cudaMalloc(&next, kCount * sizeof(int));
  void* arguments[] = {&values, &next, &n, &rounds};

  const dim3 grid(static_cast<unsigned>(largest_grid()));
  cudaMemcpy(values, start.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);
  SHOW(cudaLaunchCooperativeKernel(smooth, grid, dim3(256), arguments, 0, nullptr));
  SHOW(cudaDeviceSynchronize());
  std::printf("%s\n", is_right(values, start, rounds) ? "right" : "wrong");

  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(20);
  config.blockDim = dim3(128);
  config.attrs = &attribute;
  config.numAttrs = 1;
  rounds = 3;
  cudaMemcpy(values, start.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);
  SHOW(cudaLaunchKernelEx(&config, smooth, values, next, n, rounds));
  SHOW(cudaDeviceSynchronize());
  std::printf("%s\n", is_right(next, start, rounds) ? "right" : "wrong");

  SHOW(cudaLaunchCooperativeKernel(smooth, dim3(grid.x + 1), dim3(256), arguments, 0, nullptr));
  SHOW(cudaGetLastError());

  smooth<<<2, 64>>>(values, next, n, rounds);
  SHOW(cudaGetLastError());
  SHOW(cudaDeviceSynchronize());
}
