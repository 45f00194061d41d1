// Host code that follows a device pointer ends by a segmentation fault, as on a GPU.
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  int* memory = nullptr;
  if (cudaMalloc(&memory, 64) != cudaSuccess) return 2;
  cudaMemset(memory, 0, 64);
  std::printf("before\n");
  std::fflush(stdout);
  std::printf("%d\n", memory[3]);
  return 0;
}
