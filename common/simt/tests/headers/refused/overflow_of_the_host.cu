__global__ void kernel(int* out) {
  out[0] = __builtin_add_overflow(out[1], 1, out + 2);  // here
}
