#include <string>

__global__ void kernel(int* out) {
  std::string name = "kernel";  // here
  out[threadIdx.x] = name.size();
}
