#include <cuda_runtime.h>

extern "C" __global__ void lane(unsigned* out) {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));  // here
  out[threadIdx.x] = lane;
}
