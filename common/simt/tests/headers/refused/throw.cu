__global__ void kernel(int* out) {
  if (out[0] < 0) throw 3;  // here
}
