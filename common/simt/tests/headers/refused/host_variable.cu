float factor = 2;

__global__ void kernel(float* out) {
  out[threadIdx.x] = factor;  // here
}
