__global__ void kernel(int* out) {
  thread_local int count = 0;  // here
  out[threadIdx.x] = count;
}
