__global__ void __launch_bounds__("256") kernel(float* out) {  // here
  out[threadIdx.x] = 1;
}
