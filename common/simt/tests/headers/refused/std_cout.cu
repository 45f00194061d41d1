#include <iostream>

__global__ void kernel(int* out) {
  std::cout << out[0];  // here
}
