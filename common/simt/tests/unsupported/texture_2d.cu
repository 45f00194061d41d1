#include <cuda_runtime.h>

extern "C" __global__ void sample(unsigned long long picture, float* out) {
  out[threadIdx.x] = tex2D<float>(picture, 0.5F, 0.5F);  // here
}
