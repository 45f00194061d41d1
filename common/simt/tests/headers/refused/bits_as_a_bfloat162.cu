#include <cuda_bf16.h>

__global__ void kernel(unsigned* in, __nv_bfloat162* out) {
  out[0] = __builtin_bit_cast(__nv_bfloat162, in[0]);  // here
}
