/* +++
summary = "Prints so many values in a recursion that their place on the stack steps over its guard, into the next thread's."
outcome = "compiler-or-failed"
says = ""

[[repeat]]
marker = "VALUES_A"
text = ",v"
times = 1102

[[repeat]]
marker = "VALUES_B"
text = ",w"
times = 1102
+++ */
// Prints so many values in a recursion that their place on the stack steps over its guard, into the next
// thread's.
#include "tiled_transpose.h"

__device__ int deep(long v, int n, int s) {
  if (n > 0) return deep(v, n - 1, s) * 3 ^ deep(v, -1, s + 2) ^ s;
  if (n < 0) return s;
  const long w = v * 3;
  if (s > 0)
    printf("%ld" VALUES_A);
  else if (s < -9)
    printf("%ld" VALUES_B);
  return n;
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  int n = 0;
  __syncthreads();
  if (threadIdx.y * 32 + threadIdx.x == 9) n = deep(0x4141414100000000l, 14, rows);
  __syncthreads();
  if (blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y == 0) out[0] = n;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
