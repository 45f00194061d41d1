__global__ void kernel(float* out) {
  __shared__ float tile[32] = {0};  // here
  out[threadIdx.x] = tile[threadIdx.x];
}
