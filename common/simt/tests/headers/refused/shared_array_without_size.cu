__global__ void kernel(float* out) {
  __shared__ float tile[];  // here
  out[threadIdx.x] = tile[0];
}
