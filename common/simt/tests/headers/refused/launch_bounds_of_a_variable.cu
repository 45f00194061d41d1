int block = 256;
__global__ void __launch_bounds__(block) kernel(float* out) {  // here
  out[threadIdx.x] = 1;
}
