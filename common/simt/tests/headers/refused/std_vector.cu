#include <vector>

__global__ void kernel(int* out) {
  std::vector<int> values(3);  // here
  out[threadIdx.x] = values[0];
}
