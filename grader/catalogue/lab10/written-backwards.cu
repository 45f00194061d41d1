#include "profile_and_fix.h"

extern "C" __global__ void profile_and_fix_floats(const float* in, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];
}
