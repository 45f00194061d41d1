__global__ int kernel(int* out) {  // here
  return out[0];
}
