/* +++
summary = "Adds to its result by atomic operations instead of handing values on."
outcome = "failed"
says = ""
lab = "lab10"
+++ */
// Adds each tap to the result by an atomic addition, so that no thread hands a value to another.
#include "profile_and_fix.h"

extern "C" __global__ void causal_conv(const float* x, const float* taps, float* y, int n) {
  for (int round = 0; round < ROUNDS; ++round) {
    const int i = (blockIdx.x * ROUNDS + round) * BLOCK + threadIdx.x;
    if (i < n) y[i] = 0;
  }
  __syncthreads();
  for (int round = 0; round < ROUNDS; ++round) {
    const int i = (blockIdx.x * ROUNDS + round) * BLOCK + threadIdx.x;
    if (i >= n) continue;
    float sum = 0;
    for (int t = 0; t < TAPS; ++t) {
      const int from = i + t - (TAPS - 1);
      sum += taps[t] * (from >= 0 ? x[from] : 0);
    }
    atomicAdd(&y[i], sum);
  }
}

extern "C" __global__ void add_bias(const float* x, const float* bias, float* y, int rows, int cols) {}
extern "C" __global__ void transpose(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void quantize(const float* x, unsigned* packed, float* scales, int groups) {}
extern "C" __global__ void rms_norm(const float* x, const float* gain, float* y, int cols) {}
extern "C" __global__ void scale_piece(float* x, int first, int count, float s) {}
extern "C" __global__ void sum_losses(const float* losses, float* total, int n) {}
extern "C" __global__ void relu(const float* x, float* y, int n) {}
extern "C" __global__ void diagnose(Diagnosis* answers) {}
