#include <cstdio>

#include "scale.h"

__device__ int step(int i);
static __device__ int table[2] = {70, 80};
void run_local_of_steps(int* out);
void run_local_of_other(int* out);
extern "C" int version();

__global__ void kernel(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = scaled(x[i]) + step(i % 4) + table[i % 2];
}

int main() {
  const int n = 100;
  float* x = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&out, 2 * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = float(i);
  const float two = 2;
  cudaMemcpyToSymbol(factor, &two, sizeof two);
  const int first[2] = {700, 800};
  cudaMemcpyToSymbol(table, first, sizeof first);
  kernel<<<1, 128>>>(x, n);
  run_local_of_steps(out);
  run_local_of_other(out + 1);
  cudaDeviceSynchronize();
  int counted = 0;
  cudaMemcpyFromSymbol(&counted, calls, sizeof counted);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += x[i] != (i + 1) * 2 + (i % 4 + 1) + first[i % 2];
  std::printf("%d calls, %d wrong, %d and %d, C %d\n", counted, wrong, out[0], out[1], version());
  const bool is_right = counted == n && wrong == 0 && out[0] == 10 && out[1] == 20 && version() == 11;
  cudaFree(x);
  cudaFree(out);
  return is_right ? 0 : 1;
}
