#include <cuda_runtime.h>

extern "C" __global__ void scratch(float** out) {
  out[threadIdx.x] = new float[16];  // here
}
