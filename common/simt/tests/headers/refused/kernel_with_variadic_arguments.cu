__global__ void kernel(int* out, ...) {  // here
  out[0] = 1;
}
