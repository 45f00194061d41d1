/* +++
summary = "Moves eight lanes at a time: whole sectors, in four times as many requests."
outcome = "failed"
says = ""
lab = "lab10"
+++ */
// Moves eight lanes at a time: each request fills one sector, and there are four times as many.
#include "profile_and_fix.h"

extern "C" __global__ void add_bias(const float* x, const float* bias, float* y, int rows, int cols) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    if (turn == threadIdx.x / 8 % 4 && i / cols < rows) y[i] = x[i] + bias[i % cols];
  }
}

extern "C" __global__ void transpose(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void causal_conv(const float* x, const float* taps, float* y, int n) {}
extern "C" __global__ void quantize(const float* x, unsigned* packed, float* scales, int groups) {}
extern "C" __global__ void rms_norm(const float* x, const float* gain, float* y, int cols) {}
extern "C" __global__ void scale_piece(float* x, int first, int count, float s) {}
extern "C" __global__ void sum_losses(const float* losses, float* total, int n) {}
extern "C" __global__ void relu(const float* x, float* y, int n) {}
extern "C" __global__ void diagnose(Diagnosis* answers) {}
