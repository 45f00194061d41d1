__global__ void kernel(int* out) {
  try {  // here
    out[0] = 1;
  } catch (...) {
    out[0] = 2;
  }
}
