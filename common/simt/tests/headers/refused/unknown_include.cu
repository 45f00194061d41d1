#include <no_such_header.h>  // here

__global__ void kernel(int* out) { out[0] = 1; }
