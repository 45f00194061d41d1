__global__ void kernel(float* out, int n) {
  float values[n];  // here
  out[threadIdx.x] = values[0];
}
