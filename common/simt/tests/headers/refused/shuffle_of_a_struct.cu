struct Pair {
  int a, b;
};

__global__ void kernel(Pair* out) {
  out[0] = __shfl_sync(~0U, out[1], 0);  // here
}
