// Lab 1: the given kernel, on which fast_copy improves. Launched on ceil(n / 256) blocks of 256 threads.
#include "stride_sweep.h"

// out[i] = in[i] for 0 <= i < n, one float per thread.
// [copy]
extern "C" __global__ void copy_floats(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// [/copy]
