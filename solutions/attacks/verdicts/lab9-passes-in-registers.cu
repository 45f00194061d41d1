/* +++
summary = "Shares what it has loaded, and makes all passes after the first in registers."
outcome = "failed"
says = "not pass through shared memory"
earns = 28
lab = "lab9"
line_of = "out[i] = part[MOST_PASSES]"
on_every_push = true
+++ */
// Shares what was loaded, and then makes all passes in registers, every thread for itself: only one pass,
// which the check of values can follow, would go through shared memory.
#include "neighbours.h"

extern "C" __global__ void smooth_line(const float* in, float* out, int n, int passes) {
  __shared__ float line[LINE + 2 * MOST_PASSES];
  const int first = blockIdx.x * LINE - passes;
  const int own = passes + threadIdx.x;
  if (first + own < n) line[own] = in[first + own];
  if (threadIdx.x < 2 * passes) {
    const int place = threadIdx.x < passes ? threadIdx.x : LINE + threadIdx.x;
    const int i = first + place;
    if (i >= 0 && i < n) line[place] = in[i];
  }
  __syncthreads();
  const int i = first + own;
  if (i >= n) return;
  float part[2 * MOST_PASSES + 1];
#pragma unroll
  for (int j = 0; j <= 2 * MOST_PASSES; ++j) {
    const int from = i - MOST_PASSES + j;
    const bool is_needed = j >= MOST_PASSES - passes && j <= MOST_PASSES + passes;
    part[j] = is_needed && from >= 0 && from < n ? line[from - first] : 0;
  }
#pragma unroll
  for (int pass = 0; pass < MOST_PASSES; ++pass) {
    if (pass == passes) break;
    float left = part[0];
#pragma unroll
    for (int j = 1; j < 2 * MOST_PASSES; ++j) {
      const int at = i - MOST_PASSES + j;
      const float here = part[j];
      if (at > 0 && at < n - 1) part[j] = 0.25F * (left + 2.0F * here + part[j + 1]);
      left = here;
    }
  }
  out[i] = part[MOST_PASSES];
}

extern "C" __global__ void stencil_direct(const float* in, float* out, int nx, int ny, int nz, float k) {}
extern "C" __global__ void stencil_walk(const float* in, float* out, int nx, int ny, int nz, float k) {}
extern "C" __global__ void stencil_plane(const float* in, float* out, int nx, int ny, int nz, float k) {}
