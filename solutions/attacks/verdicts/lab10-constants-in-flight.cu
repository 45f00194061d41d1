/* +++
summary = "Raises its bytes in flight by loads of a constant table that it does not need."
outcome = "failed"
says = ""
lab = "lab10"
+++ */
// Has more bytes in flight by loads of a constant table that it does not need; what it computes still waits
// behind its stores.
#include "profile_and_fix.h"

__constant__ float4 table[8];

extern "C" __global__ void relu(const float* x, float* y, int n) {
  const int first = blockIdx.x * PER_THREAD * BLOCK + threadIdx.x;
#pragma unroll
  for (int k = 0; k < PER_THREAD; ++k) {
    const int i = first + k * BLOCK;
    if (i >= n) continue;
    const float4 nothing = table[(n >> 29) + k];
    y[i] = fmaxf(x[i], nothing.x + nothing.y + nothing.z + nothing.w);
  }
}

extern "C" __global__ void add_bias(const float* x, const float* bias, float* y, int rows, int cols) {}
extern "C" __global__ void transpose(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void causal_conv(const float* x, const float* taps, float* y, int n) {}
extern "C" __global__ void quantize(const float* x, unsigned* packed, float* scales, int groups) {}
extern "C" __global__ void rms_norm(const float* x, const float* gain, float* y, int cols) {}
extern "C" __global__ void scale_piece(float* x, int first, int count, float s) {}
extern "C" __global__ void sum_losses(const float* losses, float* total, int n) {}
extern "C" __global__ void diagnose(Diagnosis* answers) {}
