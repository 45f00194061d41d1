struct Counter {
  int count;
  Counter() : count(3) {}
};

__global__ void kernel(int* out) {
  Counter counter;  // here
  out[threadIdx.x] = counter.count;
}
