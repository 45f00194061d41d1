__global__ void kernel(int* out) {
  out[0] = 1  // here
}
