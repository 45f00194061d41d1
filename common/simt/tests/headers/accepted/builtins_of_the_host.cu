#include <cuda_fp16.h>

int lowest_bit(unsigned x, int* sum) {
  if (__builtin_add_overflow(*sum, 1, sum)) __builtin_trap();
  return __builtin_ctz(x);
}

__global__ void kernel(const __half* in, unsigned short* out, unsigned* counts) {
  out[0] = __builtin_bit_cast(unsigned short, in[0]);
  counts[0] = __builtin_popcount(counts[1]) + __builtin_clz(counts[2]);
}
