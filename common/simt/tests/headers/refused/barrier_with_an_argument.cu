__global__ void kernel() {
  __syncthreads(3);  // here
}
