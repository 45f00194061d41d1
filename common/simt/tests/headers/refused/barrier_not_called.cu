// nvcc takes this, with a warning or none.
__global__ void kernel(float* out) {
  out[0] = 1;
  __syncthreads;  // here
  out[1] = out[0];
}
