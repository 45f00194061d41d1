#include <cuda_runtime.h>

extern "C" __global__ void scale(float* data) { data[threadIdx.x] *= 2; }

// A launch is written scale<<<grid, block>>>(data).
void run(float* data) {
  scale<<<1, 256>>>(data);  // here
}
