/* +++
summary = "Counts lane by lane, so that no request meets another lane, and every lane waits."
outcome = "failed"
says = ""
earns = 23
lab = "lab8"
+++ */
// Lanes count one after another, each in a request of its own: no request has a conflict, and all wait.
#include "many_to_one.h"

extern "C" __global__ void sum(const float* in, float* out, int n) {}

extern "C" __global__ void histogram256(const unsigned char* bytes, unsigned* bins, int n) {
  __shared__ unsigned count[BINS];
  count[threadIdx.x] = 0;
  __syncthreads();
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  if (thread < n % 16) atomicAdd(&count[bytes[n / 16 * 16 + thread]], 1u);
  for (int i = thread; i < n / 16; i += gridDim.x * BLOCK) {
    const uint4 sixteen = reinterpret_cast<const uint4*>(bytes)[i];
    const unsigned words[] = {sixteen.x, sixteen.y, sixteen.z, sixteen.w};
#pragma unroll 1
    for (int turn = 0; turn < WARP; ++turn) {
      if (turn != threadIdx.x % WARP) continue;
#pragma unroll
      for (int k = 0; k < 16; ++k) {
        if (atomicAdd(&count[words[k / 4] >> 8 * (k % 4) & 0xFF], 1u) == 0xFFFFFFFF) count[0] = 0;
      }
    }
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], count[threadIdx.x]);
}

extern "C" __global__ void softmax_rows(const float* x, float* y, int rows, int cols) {}
extern "C" __global__ void softmax_backward(const float* S, const float* dP, float* dS, int rows, int cols) {}
