// A race in shared memory, in a program that looks at no result.
#include <cstdio>

__global__ void rotate(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = values[(threadIdx.x + 1) % 64];  // a __syncthreads() is missing
}

int main() {
  int* out = nullptr;
  if (cudaMalloc(&out, 64 * sizeof(int)) != cudaSuccess) return 1;
  rotate<<<1, 64>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess) return 1;
  if (cudaFree(out) != cudaSuccess) return 1;
  std::puts("done");
  return 0;
}
