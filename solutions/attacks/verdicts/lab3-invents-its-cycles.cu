/* +++
summary = "Stores cycles that it computes from its stride, and reads no clock."
outcome = "failed"
says = "is not the clock's"
line_of = "cycles[0] = 2ll"
earns = 23
lab = "lab3"
+++ */
// Stores cycles that it computes from its stride, and reads no clock.
#include "bank_conflicts.h"

extern "C" __global__ void conflict_probe(float* out, long long* cycles, int stride, int rounds) {
  __shared__ float words[PROBE_WORDS];
  const int lane = threadIdx.x;
  for (int i = lane; i < PROBE_WORDS; i += WARP) words[i] = i;
  __syncwarp();
  const volatile float* const word = &words[lane * stride];
  float sum = 0;
  for (int i = 0; i < rounds; ++i) sum += *word;
  int degree = 1;
  for (int d = 2; d <= 32; d *= 2)
    if (stride != 0 && stride % d == 0) degree = d;
  out[lane] = sum;
  if (lane == 0) cycles[0] = 2ll * rounds * (degree + 1);
}

extern "C" __global__ void detect_conflicts(const int* addresses, const unsigned* active, int* degree,
                                            int n) {}
extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles) {}
extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles) {}
