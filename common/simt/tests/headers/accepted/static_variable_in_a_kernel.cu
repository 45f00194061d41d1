__global__ void remember(int* out) {
  static int calls = 3;
  static const int kTable[4] = {1, 2, 3, 4};
  out[threadIdx.x] = calls + kTable[threadIdx.x % 4];
}
