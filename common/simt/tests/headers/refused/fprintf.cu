#include <cstdio>

__global__ void kernel() {
  fprintf(stderr, "kernel");  // here
}
