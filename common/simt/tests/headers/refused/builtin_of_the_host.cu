__global__ void kernel(unsigned* out) {
  out[0] = __builtin_ctz(out[1]);  // here
}
