int counter;

__global__ void kernel() {
  counter = 3;  // here
}
