constexpr int square(int x) { return x * x; }

__global__ void kernel(int* out) {
  out[threadIdx.x] = square(threadIdx.x);  // here
}
