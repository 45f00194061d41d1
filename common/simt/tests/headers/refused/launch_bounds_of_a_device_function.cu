__device__ void __launch_bounds__(32) device(int* out) {  // here
  out[0] = 1;
}

__global__ void kernel(int* out) { device(out); }
