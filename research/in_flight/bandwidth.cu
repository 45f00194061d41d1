// How many bytes must be in flight in an SM: the bandwidth of three kernels whose threads each load 4 to 64
// bytes before they wait, with 256 to 2048 threads an SM (docs/measurements/h200/in_flight.md).
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

constexpr int kBlock = 256;
constexpr std::size_t kFloats = std::size_t{1} << 28U;  // 1 GiB an array

template <int arrays, int loads, bool stores>
__global__ void move(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
  const std::size_t first = std::size_t{blockIdx.x} * kBlock * loads + threadIdx.x;
  float x[loads];
  float y[loads];
#pragma unroll
  for (int i = 0; i < loads; ++i) {
    x[i] = a[first + i * kBlock];
    y[i] = arrays == 2 ? b[first + i * kBlock] : 0.0F;
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < loads; ++i) {
    if (stores) out[first + i * kBlock] = x[i] + y[i];
    sum += x[i] + y[i];
  }
  if (!stores && sum == 1.5F) out[first] = sum;
}

template <int arrays, int loads, bool stores>
void tell(const char* name, float* const* memory) {
  constexpr auto kernel = move<arrays, loads, stores>;
  constexpr int kOfAnSm = 227 * 1024;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kOfAnSm);
  for (const int blocks : {1, 2, 3, 4, 6, 8}) {
    const int shared = blocks == 8 ? 0 : std::min(kOfAnSm, (228 * 1024 / blocks - 1024) / 1024 * 1024);
    int fit = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, kBlock, shared);
    std::vector<float> times;
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int i = 0; i < 9; ++i) {
      cudaEventRecord(begin);
      kernel<<<kFloats / kBlock / loads, kBlock, shared>>>(memory[0], memory[1], memory[2]);
      cudaEventRecord(end);
      cudaEventSynchronize(end);
      float ms = 0;
      cudaEventElapsedTime(&ms, begin, end);
      times.push_back(ms);
    }
    std::nth_element(times.begin(), times.begin() + 4, times.end());
    const double moved = static_cast<double>(kFloats) * sizeof(float) * (arrays + (stores ? 1 : 0));
    const double a_thread = 4.0 * loads * arrays;
    std::printf("| %s | %.0f | %d | %.1f | %.0f |\n", name, a_thread, fit * kBlock,
                a_thread * fit * kBlock / 1024, moved / times[4] / 1e6);
  }
}

template <int arrays, bool stores>
void tell_all(const char* name, float* const* memory) {
  tell<arrays, 1, stores>(name, memory);
  tell<arrays, 2, stores>(name, memory);
  tell<arrays, 4, stores>(name, memory);
  tell<arrays, 8, stores>(name, memory);
  if (arrays == 1) tell<1, 16, stores>(name, memory);
}

}  // namespace

int main() {
  float* memory[3] = {};
  for (float*& one : memory) {
    cudaMalloc(&one, kFloats * sizeof(float));
    cudaMemset(one, 0, kFloats * sizeof(float));
  }
  std::printf(
      "| kernel | bytes a thread | threads an SM | KiB an SM | GB/s |\n| --- | --- | --- | --- | --- |\n");
  tell_all<1, true>("copy", memory);
  tell_all<2, true>("sum of two arrays", memory);
  tell_all<1, false>("read", memory);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
