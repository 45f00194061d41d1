__global__ void kernel(int* out) {
  blockIdx.x++;  // here
  out[threadIdx.x] = 1;
}
