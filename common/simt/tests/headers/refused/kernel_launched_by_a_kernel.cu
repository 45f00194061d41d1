__global__ void inner(int* out) { out[0] = 1; }

__global__ void outer(int* out) {
  inner<<<1, 1>>>(out);  // here
}
