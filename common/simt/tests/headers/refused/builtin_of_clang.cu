__global__ void kernel(unsigned* out) {
  out[0] = __builtin_rotateleft32(out[1], 3);  // here
}
