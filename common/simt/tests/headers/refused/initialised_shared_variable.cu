__global__ void kernel(int* out) {
  __shared__ int count = 0;  // here
  out[threadIdx.x] = count;
}
