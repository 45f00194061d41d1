void host(float* out) {
  __shared__ float tile[32];  // here
  out[0] = tile[0];
}
__global__ void kernel() {}
