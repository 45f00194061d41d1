#include <cstdlib>

__global__ void kernel(int* out) {
  out[threadIdx.x] = rand();  // here
}
