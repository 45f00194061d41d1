/* +++
summary = "Adds columns that each lane loads for itself, beside a tile of which it reads back what it stored itself."
outcome = "failed"
says = ""
earns = 12
lab = "lab3"
+++ */
// Each lane keeps its own column in shared memory. No lane gets an element from another one.
#include "bank_conflicts.h"

extern "C" __global__ void conflict_probe(float* out, long long* cycles, int stride, int rounds) {}
extern "C" __global__ void detect_conflicts(const int* addresses, const unsigned* active, int* degree,
                                            int n) {}

__device__ void sum_columns(const float* in, float* out) {
  __shared__ float column[TILE][TILE];
  const int lane = threadIdx.x;
  const float* const from = in + (blockIdx.x * TILE + lane) * TILE;
  for (int r = 0; r < TILE; ++r) column[r][lane] = from[r];
  __syncwarp();
  float sum = 0;
  for (int r = 0; r < TILE; ++r) sum += column[r][lane];
  out[blockIdx.x * TILE + lane] = sum;
}

extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles) { sum_columns(in, out); }
extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles) {
  sum_columns(in, out);
}
