extern "C" __global__ void kernel(int* a) {
  int values[4] = {a[0], a[1], a[2], a[3]};
  asm volatile("mov.u32 %0, %1;" : "=r"(values) : "r"(a[4]));  // says: name one element, as in "r"(a[0])
  a[5] = values[a[6]];
}
