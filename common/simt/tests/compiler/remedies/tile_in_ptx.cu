extern "C" __global__ void kernel(int* a) {
  __shared__ int tile[32];
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a[0]) : "r"(tile));  // says: __cvta_generic_to_shared(pointer)
}
