#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

__global__ void scale(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

int main() {
  const int n = 1 << 20;
  std::vector<float> host(n, 1.0F);
  float* device = nullptr;
  CHECK(cudaMalloc(&device, n * sizeof(float)));
  CHECK(cudaMemcpy(device, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  const auto start = std::chrono::steady_clock::now();
  scale<<<(n + 255) / 256, 256>>>(device, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  CHECK(cudaMemcpy(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
  std::cout << host[0] << " in " << took.count() << " s\n";
  CHECK(cudaFree(device));
}
