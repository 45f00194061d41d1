__global__ void kernel(double* out, int n) {
  out[threadIdx.x] = sqrt(n);  // here
}
