#include <cuda_runtime.h>

extern "C" __global__ void multiply(unsigned* out) {
  asm("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc %0, %0, %0, %0;" ::"r"(out[0]));  // here
}
