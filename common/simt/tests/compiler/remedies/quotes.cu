#include 'cuda_fp16.h'  // says: write `#include <name.h>`

extern "C" __global__ void kernel(int* a) {
  asm volatile("cp.async.wait_group %0;" ::"N"(4));  // says: "n"(kCount)
  asm volatile("mov.u32 %0, %1;" : "r"(a[0]) : "r"(a[1]));  // says: "=r" and "+r" are outputs
}
