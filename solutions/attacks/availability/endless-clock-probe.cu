/* +++
summary = "Never ends between the two clocks of a probe."
outcome = "failed-or-limit"
says = ""
lab = "lab3"
+++ */
// Never ends between the two clocks of a probe.
#include "bank_conflicts.h"

extern "C" __global__ void conflict_probe(float* out, long long* cycles, int stride, int rounds) {
  __shared__ volatile float words[PROBE_WORDS];
  const long long start = clock64();
  while (words[threadIdx.x] != start) words[threadIdx.x] = stride;
  cycles[0] = clock64() - start;
}

extern "C" __global__ void detect_conflicts(const int* addresses, const unsigned* active, int* degree,
                                            int n) {}
extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles) {}
extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles) {}
