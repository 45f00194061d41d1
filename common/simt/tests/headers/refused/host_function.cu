int host(int x) { return x + 1; }

__global__ void kernel(int* out) {
  out[threadIdx.x] = host(3);  // here
}
