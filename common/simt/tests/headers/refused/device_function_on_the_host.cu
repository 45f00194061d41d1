__device__ int device(int x) { return x; }

int main() {
  return device(3);  // here
}
