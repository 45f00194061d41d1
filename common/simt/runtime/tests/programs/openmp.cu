// Host code with OpenMP, compiled and linked as for nvcc and g++.
#include <omp.h>

#include <cstdio>

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int* device = nullptr;
  cudaMalloc(&device, 16);
  fill<<<1, 4>>>(device, 2);
  int host[4] = {};
  cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost);
  cudaFree(device);
  int sum = 0;
  int threads = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum) reduction(max : threads)
  for (int i = 0; i < 4; ++i) {
    sum += host[i];
    threads = omp_get_num_threads();
  }
  std::printf("%d by %d threads\n", sum, threads);
}
