__global__ void kernel(float* out) {
  out[threadIdx.x] = static_cast<__float128>(out[0]) * 2;  // here
}
