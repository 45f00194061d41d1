#include <algorithm>

__global__ void kernel(int* out) {
  constexpr int kLess = std::min(3, 4);  // here
  out[threadIdx.x] = kLess;
}
