__global__ void kernel(float* out, int n) {
  __shared__ float tile[n];  // here
  out[threadIdx.x] = tile[0];
}
