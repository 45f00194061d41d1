__global__ void kernel(short* out) {
  atomicAdd(out, 1);  // here
}
