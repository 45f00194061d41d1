#include <cstdio>

__global__ void report(const float* in) {
  if (threadIdx.x == 0) printf("thread %d of block %u: %f\n", int(threadIdx.x), blockIdx.x, in[0]);
}
