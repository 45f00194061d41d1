#include <cuda_runtime.h>

bool scale(float* x, int n, float by);

int main() {
  float value = 2;
  float* x = nullptr;
  cudaMalloc(&x, sizeof value);
  cudaMemcpy(x, &value, sizeof value, cudaMemcpyHostToDevice);
  const bool is_scaled = scale(x, 1, 3);
  cudaMemcpy(&value, x, sizeof value, cudaMemcpyDeviceToHost);
  cudaFree(x);
  return is_scaled && value == 6 ? 0 : 1;
}
