__constant__ float coefficients[8];
__device__ unsigned counter;

__global__ void apply(float* data) {
  data[threadIdx.x] *= coefficients[threadIdx.x % 8];
  atomicAdd(&counter, 1U);
}

unsigned run(const float* values) {
  cudaMemcpyToSymbol(coefficients, values, sizeof coefficients);
  unsigned count = 0;
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  void* address = nullptr;
  cudaGetSymbolAddress(&address, counter);
  return count;
}
