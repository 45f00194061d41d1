__global__ void kernel(float* out) {
  __constant__ float weights[4] = {1, 2, 3, 4};  // here
  out[threadIdx.x] = weights[threadIdx.x];
}
