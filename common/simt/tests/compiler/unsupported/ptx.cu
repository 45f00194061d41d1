#include <cuda_runtime.h>

extern "C" __global__ void multiply(unsigned* out) {
  asm volatile("tcgen05.mma.cta_group::1.kind::f16 [%0], %1;" ::"r"(out[0]), "l"(out));  // here
}
