__global__ void fenced(volatile int* flag, int* data) {
  data[0] = 1;
  asm volatile("" ::: "memory");
  flag[0] = 1;
}
