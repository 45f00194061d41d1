#include <cuda_runtime.h>

extern "C" __global__ void scale(float* data) { data[threadIdx.x] *= 2; }

int main() {
  float* data = nullptr;
  cudaMalloc(&data, 1024);  // here
  return 0;
}
