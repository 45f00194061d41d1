#include <cuda_runtime.h>

extern "C" __global__ void scratch(float** out) {
  out[threadIdx.x] = static_cast<float*>(malloc(64));  // here
}
