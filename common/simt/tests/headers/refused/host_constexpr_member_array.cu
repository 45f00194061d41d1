struct Shape {
  static constexpr int kSizes[3] = {1, 2, 3};
};

__global__ void kernel(int* out) {
  out[threadIdx.x] = Shape::kSizes[threadIdx.x % 3];  // here
}
