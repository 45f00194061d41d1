#include <cuda_runtime.h>

extern "C" __global__ void multiply(unsigned* out) {
  asm("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 %0, %0, %0, %0;" ::"r"(out[0]));  // here
}
