// What lab 0 gives: kernels that the student's is compared with.
#include "example.h"

// out[i] = in[i]: the fastest that a kernel with a thread an element can be.
// [copy]
extern "C" __global__ void copy_floats(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// [/copy]

// The right answer, and slow: each thread moves 32 neighbours, one after another.
// [naive]
extern "C" __global__ void example_naive(const float* in, float* out, int n) {
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * 32;
  for (int i = first; i < first + 32; ++i) {
    if (i < n) out[i] = in[n - 1 - i];
  }
}
// [/naive]
