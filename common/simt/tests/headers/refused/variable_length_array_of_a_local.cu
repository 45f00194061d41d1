__global__ void kernel(int* out) {
  int size = 5;
  int values[size];  // here
  values[0] = 1;
  out[threadIdx.x] = values[0];
}
