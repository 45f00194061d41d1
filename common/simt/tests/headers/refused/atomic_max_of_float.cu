__global__ void kernel(float* out) {
  atomicMax(out, 1.0F);  // here
}
