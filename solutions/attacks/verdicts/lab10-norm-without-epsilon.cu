/* +++
summary = "Leaves out what keeps small rows from a division by 0."
outcome = "failed"
says = ""
lab = "lab10"
+++ */
// Leaves EPSILON out: the rows of the check are large beside it.
#include "profile_and_fix.h"

extern "C" __global__ void rms_norm(const float* x, const float* gain, float* y, int cols) {
  __shared__ float squares[BLOCK];
  const int row = blockIdx.x * cols;
  float sum = 0;
  for (int col = threadIdx.x; col < cols; col += BLOCK) sum += x[row + col] * x[row + col];
  squares[threadIdx.x] = sum;
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) squares[threadIdx.x] += squares[threadIdx.x + half];
  }
  __syncthreads();
  const float scale = 1 / sqrtf(squares[0] / cols);
  for (int col = threadIdx.x; col < cols; col += BLOCK) y[row + col] = x[row + col] * scale * gain[col];
}

extern "C" __global__ void add_bias(const float* x, const float* bias, float* y, int rows, int cols) {}
extern "C" __global__ void transpose(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void causal_conv(const float* x, const float* taps, float* y, int n) {}
extern "C" __global__ void quantize(const float* x, unsigned* packed, float* scales, int groups) {}
extern "C" __global__ void scale_piece(float* x, int first, int count, float s) {}
extern "C" __global__ void sum_losses(const float* losses, float* total, int n) {}
extern "C" __global__ void relu(const float* x, float* y, int n) {}
extern "C" __global__ void diagnose(Diagnosis* answers) {}
