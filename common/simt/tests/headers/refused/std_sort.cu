#include <algorithm>

__global__ void kernel(int* out) {
  std::sort(out, out + 32);  // here
}
