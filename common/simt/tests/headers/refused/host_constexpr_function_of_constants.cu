constexpr int square(int x) { return x * x; }

__global__ void kernel(int* out) {
  constexpr int kSquare = square(3);  // here
  out[threadIdx.x] = kSquare;
}
