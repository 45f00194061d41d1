__global__ void kernel(int** out) {
  out[0] = __shfl_sync(~0U, out[1], 0);  // here
}
