__device__ int min(int a, int b) { return a < b ? a : b; }  // here

__global__ void kernel(int* out) { out[0] = min(out[1], out[2]); }
