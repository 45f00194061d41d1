#include <cuda_pipeline.h>  // here
#include <cuda_runtime.h>

extern "C" __global__ void scale(float* data) { data[threadIdx.x] *= 2; }
