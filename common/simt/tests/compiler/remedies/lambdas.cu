extern "C" __global__ void kernel(int* a) {
  const auto twice = [] __device__(int x) { return 2 * x; };  // says: a lambda in device code is device code already
  a[0] = twice(a[1]);
}
