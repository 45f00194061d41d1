__global__ void kernel(int* out) { out[0] = 1; }
__global__ void kernel(int* out) { out[0] = 2; }  // here
