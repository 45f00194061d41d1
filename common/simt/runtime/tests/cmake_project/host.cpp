#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

cudaError_t add_arrays(const float* a, const float* b, float* c, int n);

int main() {
  const int n = 1000;
  const std::size_t bytes = n * sizeof(float);
  const std::vector<float> ones(n, 1);
  const std::vector<float> twos(n, 2);
  std::vector<float> sums(n);
  float* a = nullptr;
  float* b = nullptr;
  float* c = nullptr;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, ones.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, twos.data(), bytes, cudaMemcpyHostToDevice);
  cudaEvent_t begun = nullptr;
  cudaEventCreate(&begun, cudaEventDisableTiming);
  cudaError_t answer = add_arrays(a, b, c, n);
  if (answer == cudaSuccess) answer = cudaMemcpy(sums.data(), c, bytes, cudaMemcpyDeviceToHost);
  std::printf("%s: %g\n", cudaGetErrorString(answer), static_cast<double>(sums.back()));
  cudaEventDestroy(begun);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return answer == cudaSuccess && sums.back() == 3 ? 0 : 1;
}
