__global__ void kernel(int* out) { out[0] = 1; }

void run(int* out) {
  kernel(out);  // here
}
