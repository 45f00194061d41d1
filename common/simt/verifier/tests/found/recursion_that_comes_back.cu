// Each return of a recursion logs, and no loop asks for room: the log's end was passed.
#include <cuda_runtime.h>

__device__ __noinline__ int down(int* p, int n) {
  if (n == 0) return 0;
  const int below = down(p, n - 1);
  p[n & 63] += below;
  return below + p[(n * 3) & 63];
}

extern "C" __global__ void comes_back(int* p, int n) { p[0] = down(p, (n & 1023) + 800); }
