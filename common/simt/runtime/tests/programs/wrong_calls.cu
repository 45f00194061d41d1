// Calls that are wrong, each named by an argument. No result is looked at, and the report has one text for each call, with its line.
#include <cublas_v2.h>

#include <cstring>

__global__ void fill(float* out) { out[threadIdx.x] = 1.0F; }

int main(int, char** words) {
  const auto is = [&](const char* mistake) { return std::strcmp(words[1], mistake) == 0; };
  float* memory = nullptr;
  float host[20] = {};
  if (cudaMalloc(&memory, 40) != cudaSuccess) return 2;
  fill<<<1, 10>>>(memory);
  if (is("copy")) cudaMemcpy(host, memory, 80, cudaMemcpyDeviceToHost);  // line 14
  if (is("set")) cudaMemset(memory, 0, 41);                              // line 15
  if (is("middle")) cudaFree(memory + 1);                                // line 16
  if (is("launch")) fill<<<1, 2000>>>(memory);                           // line 17
  if (is("dot")) {
    cublasHandle_t handle = nullptr;
    cublasCreate(&handle);
    cublasSdot(handle, 100, memory, 1, memory, 1, host);  // line 21
    cublasDestroy(handle);
  }
  if (is("twice")) {
    cudaFree(memory);
    cudaFree(memory);  // line 26, and a call like it on the other path
    return 0;
  }
  cudaFree(memory);
  return 0;
}
