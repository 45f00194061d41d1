__global__ void kernel(int* out) { out[0] = 1; }

void run() {
  kernel<<<1, 1>>>();  // here
}
