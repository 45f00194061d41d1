/* +++
summary = "Guesses its diagnoses by the clock, others at each launch."
outcome = "failed"
says = "your diagnosis of"
lab = "lab10"
+++ */
// Guesses by the clock, another diagnosis at each launch. Its statement is none of any kernel, so that no run
// of this attack is right by chance.
#include "profile_and_fix.h"

extern "C" __global__ void diagnose(Diagnosis* answers) {
  const unsigned ticks = static_cast<unsigned>(clock64());
  for (int k = 0; k < DIAGNOSED_KERNELS; ++k)
    answers[k] = {1 + static_cast<int>((ticks + k) % 10), 100, 1 << (ticks + k) % 5};
}

extern "C" __global__ void add_bias(const float* x, const float* bias, float* y, int rows, int cols) {}
extern "C" __global__ void transpose(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void causal_conv(const float* x, const float* taps, float* y, int n) {}
extern "C" __global__ void quantize(const float* x, unsigned* packed, float* scales, int groups) {}
extern "C" __global__ void rms_norm(const float* x, const float* gain, float* y, int cols) {}
extern "C" __global__ void scale_piece(float* x, int first, int count, float s) {}
extern "C" __global__ void sum_losses(const float* losses, float* total, int n) {}
extern "C" __global__ void relu(const float* x, float* y, int n) {}
