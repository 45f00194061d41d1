// Launches a kernel of its own and one of a library.
#include <cuda_runtime.h>

void launch_doubling(int* value);

__global__ void set(int* value, int to) { *value = to; }

int main() {
  int* value = nullptr;
  cudaMallocManaged(&value, sizeof(int));
  set<<<1, 1>>>(value, 21);
  launch_doubling(value);
  cudaDeviceSynchronize();
  const bool is_right = *value == 42;
  cudaFree(value);
  return is_right ? 0 : 1;
}
