auto twice = [](float x) { return x * 2; };

__global__ void kernel(float* data) {
  data[0] = twice(data[1]);  // here
}
