// A program of two files with kernels: each includes all of CUDA's headers, and the linker finds nothing
// twice.
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <mma.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

__global__ void twice(const float* in, float* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

int of_the_other_file(const float* values);

int main() {
  const float values[4] = {1, 2, 3, 4};
  const float* in = nullptr;  // of const values: cudaMalloc takes that
  float* out = nullptr;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof values);
  cudaMemcpy(const_cast<float*>(in), values, sizeof values, cudaMemcpyHostToDevice);
  twice<<<1, 4>>>(in, out);
  float last = 0;
  cudaMemcpy(&last, out + 3, sizeof last, cudaMemcpyDeviceToHost);
  std::printf("%g %d\n", last, of_the_other_file(in));
  cudaFree(const_cast<float*>(in));
  cudaFree(out);
}
