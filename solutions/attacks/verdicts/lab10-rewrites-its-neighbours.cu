/* +++
summary = "Loads and stores the floats beside its piece as well, unchanged, so that every access is wide."
outcome = "failed"
says = ""
lab = "lab10"
on_every_push = true
+++ */
// Moves whole float4 at both ends of the piece as well, and multiplies by 1 what belongs to others.
#include "profile_and_fix.h"

extern "C" __global__ void scale_piece(float* x, int first, int count, float s) {
  const int i = first / 4 * 4 + 4 * (blockIdx.x * BLOCK + threadIdx.x);
  const int end = first + count;
  if (i >= end) return;
  float4* const four = reinterpret_cast<float4*>(x + i);
  float4 v = *four;
  v.x *= i >= first && i < end ? s : 1;
  v.y *= i + 1 >= first && i + 1 < end ? s : 1;
  v.z *= i + 2 >= first && i + 2 < end ? s : 1;
  v.w *= i + 3 >= first && i + 3 < end ? s : 1;
  *four = v;
}

extern "C" __global__ void add_bias(const float* x, const float* bias, float* y, int rows, int cols) {}
extern "C" __global__ void transpose(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void causal_conv(const float* x, const float* taps, float* y, int n) {}
extern "C" __global__ void quantize(const float* x, unsigned* packed, float* scales, int groups) {}
extern "C" __global__ void rms_norm(const float* x, const float* gain, float* y, int cols) {}
extern "C" __global__ void sum_losses(const float* losses, float* total, int n) {}
extern "C" __global__ void relu(const float* x, float* y, int n) {}
extern "C" __global__ void diagnose(Diagnosis* answers) {}
