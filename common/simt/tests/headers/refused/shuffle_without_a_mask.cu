__global__ void kernel(int* out) {
  out[0] = __shfl(out[1], 0);  // here
}
