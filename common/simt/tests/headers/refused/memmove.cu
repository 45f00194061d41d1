#include <cstring>

__global__ void kernel(char* out) {
  memmove(out, out + 1, 8);  // here
}
