#include <array>

__global__ void kernel(int* out) {
  std::array<int, 4> values{};
  values[threadIdx.x % 4] = 1;  // here
  out[threadIdx.x] = 0;
}
