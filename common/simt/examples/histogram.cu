// A histogram of bytes: every value straight into global memory, or into a block's own counters first.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kBins = 256;
constexpr int kThreads = 256;

__global__ void histogram_global(const unsigned char* values, int n, unsigned* bins) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[values[i]], 1U);
}

__global__ void histogram_shared(const unsigned char* values, int n, unsigned* bins) {
  __shared__ unsigned own[kBins];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[values[i]], 1U);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

using Histogram = void (*)(const unsigned char*, int, unsigned*);

bool is_right(const char* name, Histogram histogram, const unsigned char* values, int n, unsigned* bins,
              const std::vector<unsigned>& expected) {
  cudaMemset(bins, 0, kBins * sizeof(unsigned));
  histogram<<<16, kThreads>>>(values, n, bins);
  std::vector<unsigned> found(kBins);
  if (cudaMemcpy(found.data(), bins, kBins * sizeof(unsigned), cudaMemcpyDeviceToHost) != cudaSuccess)
    return false;
  const bool is_equal = found == expected;
  std::printf("%s: %s\n", name, is_equal ? "right" : "wrong");
  return is_equal;
}

int main() {
  const int n = 65'536;
  std::vector<unsigned char> values(n);
  std::vector<unsigned> expected(kBins);
  unsigned state = 12'345;
  for (unsigned char& value : values) {
    state = state * 1'664'525U + 1'013'904'223U;
    value = static_cast<unsigned char>(state >> 24U);
    ++expected[value];
  }
  unsigned char* device_values = nullptr;
  unsigned* bins = nullptr;
  if (cudaMalloc(&device_values, n) != cudaSuccess ||
      cudaMalloc(&bins, kBins * sizeof(unsigned)) != cudaSuccess)
    return EXIT_FAILURE;
  cudaMemcpy(device_values, values.data(), n, cudaMemcpyHostToDevice);
  const bool all_are_right = is_right("global", histogram_global, device_values, n, bins, expected) &&
                             is_right("shared", histogram_shared, device_values, n, bins, expected);
  cudaFree(device_values);
  cudaFree(bins);
  return all_are_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
