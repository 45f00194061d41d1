#include <utility>

__global__ void kernel(int* out) {
  std::pair<int, int> both(1, 2);  // here
  out[threadIdx.x] = both.first;
}
