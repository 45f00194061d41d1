// The other file of two_files.cu.
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <mma.h>

#include <cuda/barrier>
#include <cuda/pipeline>

__global__ void add_up(const float* in, int* sum) { atomicAdd(sum, static_cast<int>(in[threadIdx.x])); }

int of_the_other_file(const float* values) {
  int* sum = nullptr;
  cudaMallocManaged(&sum, sizeof *sum);
  *sum = 0;
  add_up<<<1, 4>>>(values, sum);
  cudaDeviceSynchronize();
  const int found = *sum;
  cudaFree(sum);
  return found;
}
