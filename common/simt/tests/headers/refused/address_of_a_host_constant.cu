const int answer = 42;

__global__ void kernel(int* out) {
  const int* const address = &answer;  // here
  out[threadIdx.x] = *address;
}
