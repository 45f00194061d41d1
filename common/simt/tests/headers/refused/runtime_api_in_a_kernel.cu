// nvcc takes this, with a warning or none.
__global__ void kernel(float** out) {
  cudaMalloc(out, 4);  // here
}
