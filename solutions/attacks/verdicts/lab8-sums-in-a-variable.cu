/* +++
summary = "Lets blocks meet in a variable of the device, and one of them go to the result."
outcome = "failed"
says = "not one of the arrays"
earns = 10
lab = "lab8"
+++ */
// Blocks leave their sums in a variable, and the last of them, which a ticket tells, adds these up.
#include "many_to_one.h"

__device__ float of_block[65536];
__device__ unsigned tickets;

extern "C" __global__ void sum(const float* in, float* out, int n) {
  __shared__ float part[WARPS];
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  float mine = thread < n % 4 ? in[n / 4 * 4 + thread] : 0;
  for (int i = thread; i < n / 4; i += gridDim.x * BLOCK) {
    const float4 v = reinterpret_cast<const float4*>(in)[i];
    mine += v.x + v.y + v.z + v.w;
  }
  for (int step = 16; step > 0; step /= 2) mine += __shfl_xor_sync(0xFFFFFFFF, mine, step);
  if (threadIdx.x % WARP == 0) part[threadIdx.x / WARP] = mine;
  __syncthreads();
  if (threadIdx.x != 0) return;
  float all = 0;
  for (int i = 0; i < WARPS; ++i) all += part[i];
  of_block[blockIdx.x] = all;
  __threadfence();
  if (atomicInc(&tickets, gridDim.x - 1) != gridDim.x - 1) return;
  for (unsigned b = 0; b < gridDim.x; ++b) *out += reinterpret_cast<volatile float*>(of_block)[b];
}

extern "C" __global__ void histogram256(const unsigned char* bytes, unsigned* bins, int n) {}
extern "C" __global__ void softmax_rows(const float* x, float* y, int rows, int cols) {}
extern "C" __global__ void softmax_backward(const float* S, const float* dP, float* dS, int rows, int cols) {}
