/* +++
summary = "Stores eight lanes at a time: whole sectors, in four times as many requests."
outcome = "failed"
says = "32 neighbours along x"
earns = 27
lab = "lab9"
+++ */
// Stores eight lanes at a time: each request fills one sector, and there are four times as many.
#include "neighbours.h"

extern "C" __global__ void smooth_line(const float* in, float* out, int n, int passes) {
  __shared__ float lines[2][LINE + 2 * MOST_PASSES];
  const int first = blockIdx.x * LINE - passes;
  const int places = LINE + 2 * passes;
  const int own = passes + threadIdx.x;
  if (first + own < n) lines[0][own] = in[first + own];
  if (threadIdx.x < 2 * passes) {
    const int place = threadIdx.x < passes ? threadIdx.x : LINE + threadIdx.x;
    const int i = first + place;
    if (i >= 0 && i < n) lines[0][place] = in[i];
  }
  __syncthreads();
  for (int pass = 1; pass <= passes; ++pass) {
    const float* const from = lines[(pass + 1) % 2];
    float* const to = lines[pass % 2];
    for (int place = pass + threadIdx.x; place < places - pass; place += LINE) {
      const int i = first + place;
      if (i < 0 || i >= n) continue;
      const bool is_end = i == 0 || i == n - 1;
      to[place] = is_end ? from[place] : 0.25F * (from[place - 1] + 2.0F * from[place] + from[place + 1]);
    }
    __syncthreads();
  }
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    if (turn == threadIdx.x / 8 % 4 && first + own < n) out[first + own] = lines[passes % 2][own];
    __syncwarp();
  }
}

extern "C" __global__ void stencil_direct(const float* in, float* out, int nx, int ny, int nz, float k) {}
extern "C" __global__ void stencil_walk(const float* in, float* out, int nx, int ny, int nz, float k) {}
extern "C" __global__ void stencil_plane(const float* in, float* out, int nx, int ny, int nz, float k) {}
