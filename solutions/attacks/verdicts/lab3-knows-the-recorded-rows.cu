/* +++
summary = "Detects nothing, and knows in which order the rows recorded on an H200 come."
outcome = "failed"
says = ""
lab = "lab3"
+++ */
// Detects nothing: it knows the degrees of the rows recorded on an H200, in the order of the record.
#include "bank_conflicts.h"

__constant__ unsigned char recorded[] = {
    3, 1,  2, 1, 2, 4, 1, 1,  4, 4, 1, 2, 16, 2, 7, 3, 1, 3, 7, 16, 1, 1, 2, 1,  4,  1, 1, 3, 3, 1,
    1, 3,  1, 1, 1, 2, 1, 13, 3, 8, 1, 2, 1,  1, 1, 3, 2, 1, 3, 1,  2, 2, 1, 16, 2,  3, 1, 1, 1, 1,
    1, 1,  1, 1, 1, 1, 4, 1,  4, 2, 2, 3, 2,  2, 1, 1, 1, 1, 3, 3,  3, 3, 1, 8,  1,  3, 1, 1, 4, 1,
    4, 16, 1, 1, 1, 1, 2, 15, 4, 1, 2, 1, 8,  1, 2, 1, 2, 1, 1, 1,  2, 3, 2, 1,  16, 1, 2, 1, 2, 2};

extern "C" __global__ void detect_conflicts(const int* addresses, const unsigned* active, int* degree,
                                            int n) {
  const int row = (blockIdx.x * DETECTOR_BLOCK + threadIdx.x) / WARP;
  if (row < n && threadIdx.x % WARP == 0) degree[row] = row < int(sizeof recorded) ? recorded[row] : 1;
}

extern "C" __global__ void conflict_probe(float* out, long long* cycles, int stride, int rounds) {}
extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles) {}
extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles) {}
