/* +++
summary = "Lets one warp of one block add up all losses."
outcome = "failed"
says = ""
lab = "lab10"
+++ */
// One warp adds up all losses; every other block has nothing to do, and no warp hands its sum to another.
#include "profile_and_fix.h"

extern "C" __global__ void sum_losses(const float* losses, float* total, int n) {
  if (blockIdx.x != 0 || threadIdx.x >= 32) return;
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += losses[i];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, step);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

extern "C" __global__ void add_bias(const float* x, const float* bias, float* y, int rows, int cols) {}
extern "C" __global__ void transpose(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void causal_conv(const float* x, const float* taps, float* y, int n) {}
extern "C" __global__ void quantize(const float* x, unsigned* packed, float* scales, int groups) {}
extern "C" __global__ void rms_norm(const float* x, const float* gain, float* y, int cols) {}
extern "C" __global__ void scale_piece(float* x, int first, int count, float s) {}
extern "C" __global__ void relu(const float* x, float* y, int n) {}
extern "C" __global__ void diagnose(Diagnosis* answers) {}
