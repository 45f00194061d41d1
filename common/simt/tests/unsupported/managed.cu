#include <cuda_runtime.h>

__device__ __managed__ int counter;  // here

extern "C" __global__ void count() { counter = 1; }
