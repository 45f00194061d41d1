#include <cuda_fp16.h>

__global__ void kernel(__half2* in, unsigned* out) {
  out[0] = __builtin_bit_cast(unsigned, in[0]);  // here
}
