__global__ void kernel(int* out) {
  if (out[0] == 0) __builtin_trap();  // here
}
