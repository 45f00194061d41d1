/* +++
summary = "Lets one warp of one block add up everything, and all other blocks add 0."
outcome = "failed"
says = "where their share is"
earns = 15
lab = "lab8"
on_every_push = true
+++ */
// One warp of the first block adds up everything; all other blocks add 0. A shared word is there for show.
#include "many_to_one.h"

extern "C" __global__ void sum(const float* in, float* out, int n) {
  __shared__ float show[WARP];
  if (threadIdx.x >= WARP) return;
  const int lane = threadIdx.x;
  show[lane] = 0;
  __syncwarp();
  float mine = show[(lane + 1) % WARP];
  if (blockIdx.x == 0) {
    if (lane < n % 4) mine += in[n / 4 * 4 + lane];
    for (int i = lane; i < n / 4; i += WARP) {
      const float4 v = reinterpret_cast<const float4*>(in)[i];
      mine += v.x + v.y + v.z + v.w;
    }
    for (int step = 16; step > 0; step /= 2) mine += __shfl_xor_sync(0xFFFFFFFF, mine, step);
  }
  if (lane == 0) atomicAdd(out, mine);
}

extern "C" __global__ void histogram256(const unsigned char* bytes, unsigned* bins, int n) {}
extern "C" __global__ void softmax_rows(const float* x, float* y, int rows, int cols) {}
extern "C" __global__ void softmax_backward(const float* S, const float* dP, float* dS, int rows, int cols) {}
