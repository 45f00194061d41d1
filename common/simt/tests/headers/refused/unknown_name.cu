__global__ void kernel(int* out) {
  out[threadidx.x] = 1;  // here
}
