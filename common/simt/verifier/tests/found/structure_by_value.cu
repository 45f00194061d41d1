// A structure that a recursion takes by value was copied from wherever the pointer pointed, unchecked.
#include <cuda_runtime.h>

struct Wide {
  int a[20];
};
__device__ __noinline__ int sum(Wide wide, int n) {
  return n <= 0 ? wide.a[3] : sum(wide, n - 1) * 3 + wide.a[5];
}

extern "C" __global__ void by_value(const Wide* p, int* out, int n) { out[0] = sum(p[1000000 + n], n & 7); }
