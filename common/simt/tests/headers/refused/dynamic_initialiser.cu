int host();
__device__ int counter = host();  // here

__global__ void kernel(int* out) { out[0] = counter; }
