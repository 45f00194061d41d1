struct Counter {
  int count = 0;
  void increment() { ++count; }
};

__global__ void kernel(int* out) {
  Counter counter;
  counter.increment();  // here
  out[threadIdx.x] = counter.count;
}
