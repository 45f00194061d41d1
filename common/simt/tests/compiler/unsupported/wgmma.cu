#include <cuda_runtime.h>

extern "C" __global__ void multiply(unsigned* out) {
  asm volatile("wgmma.fence.sync.aligned;" ::"r"(out[0]));  // here
}
