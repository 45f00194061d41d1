__device__ int first(const int* in) { return in[0]; }

__global__ void kernel(const float* in, int* out) {
  out[0] = first(in);  // here
}
