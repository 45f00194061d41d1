__global__ void kernel(int* out) {
  threadIdx.x = 3;  // here
  out[threadIdx.x] = 1;
}
