#include <utility>

__global__ void kernel(int* out) {
  std::swap(out[0], out[1]);  // here
}
