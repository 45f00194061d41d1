__global__ void kernel(const float* in) {
  in[0] = 1;  // here
}
