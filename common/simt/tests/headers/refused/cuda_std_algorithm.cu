#include <cuda/std/algorithm>  // here

__global__ void kernel(int* out) { out[0] = cuda::std::max(out[1], out[2]); }
