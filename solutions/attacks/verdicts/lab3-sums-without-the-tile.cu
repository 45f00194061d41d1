/* +++
summary = "Adds columns straight from its input by shuffles, beside a tile whose values are never used."
outcome = "failed"
says = ""
earns = 22
lab = "lab3"
+++ */
// Adds columns straight from its input by shuffles, beside a tile whose values are never used.
#include "bank_conflicts.h"

extern "C" __global__ void conflict_probe(float* out, long long* cycles, int stride, int rounds) {}
extern "C" __global__ void detect_conflicts(const int* addresses, const unsigned* active, int* degree,
                                            int n) {}

__device__ void sum_columns(const float* in, float* out) {
  __shared__ volatile float show[TILE][TILE];
  const int lane = threadIdx.x;
  in += blockIdx.x * TILE * TILE;
  float sum = 0;
  float unused = 0;
  for (int c = 0; c < TILE; ++c) {
    const float mine = in[c * TILE + lane];
    show[c][lane] = mine;
    unused += show[c][lane];
    for (int r = 0; r < TILE; ++r) {
      const float other = __shfl_sync(0xffffffff, mine, r);
      if (c == lane) sum += other;
    }
  }
  out[blockIdx.x * TILE + lane] = sum;
}

extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles) { sum_columns(in, out); }
extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles) {
  sum_columns(in, out);
}
