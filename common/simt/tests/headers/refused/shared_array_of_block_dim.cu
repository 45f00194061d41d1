__global__ void kernel(float* out) {
  __shared__ float tile[blockDim.x];  // here
  out[threadIdx.x] = tile[0];
}
