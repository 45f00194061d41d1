// A kernel that waits until the clock has come so far, and does nothing else: the clock goes on.
#include <cstdio>

__global__ void wait(long long* waited, long long cycles) {
  const long long start = clock64();
  long long passed = 0;
  while (passed < cycles) passed = clock64() - start;
  waited[threadIdx.x] = passed;
}

int main() {
  long long* waited = nullptr;
  cudaMallocManaged(&waited, 32 * sizeof(long long));
  for (const long long cycles : {1000LL, 20000000000LL}) {
    wait<<<1, 32>>>(waited, cycles);
    cudaDeviceSynchronize();
    std::printf("%d\n", waited[31] >= cycles ? 1 : 0);
  }
  cudaFree(waited);
}
