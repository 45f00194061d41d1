const float table[4] = {1, 2, 3, 4};

__global__ void kernel(float* out) {
  out[threadIdx.x] = table[threadIdx.x % 4];  // here
}
