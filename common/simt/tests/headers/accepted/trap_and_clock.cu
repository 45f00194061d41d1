__global__ void timed(long long* out) {
  const clock_t start = clock();
  const long long start64 = clock64();
  if (out == nullptr) __trap();
  __nanosleep(20);
  out[threadIdx.x] = clock64() - start64 + (clock() - start);
}
