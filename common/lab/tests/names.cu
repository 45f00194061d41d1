// Kernels whose names or parameters are not those that a lab declares.
#include <cuda_runtime.h>

extern "C" __global__ void transpose_paded(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void update_soa(float* soa) { soa[threadIdx.x] = 1; }

__global__ void without_linkage(float* out) { out[threadIdx.x] = 1; }

extern "C" __global__ void says_so(int* out) {
  printf("thread %d\n", threadIdx.x);
  out[threadIdx.x] = 1;
}
