#include "profile_and_fix.h"

// Right, and one thread in 32 does all the work: its neighbours' elements are 32 apart.
extern "C" __global__ void profile_and_fix_floats(const float* in, float* out, int n) {
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * 32;
  for (int i = first; i < first + 32; ++i) {
    if (i < n) out[i] = in[n - 1 - i];
  }
}
