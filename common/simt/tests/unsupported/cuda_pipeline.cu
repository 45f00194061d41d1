#include <cuda_runtime.h>
#include <cuda/pipeline>  // here

extern "C" __global__ void scale(float* data) { data[threadIdx.x] *= 2; }
