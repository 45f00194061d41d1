/* +++
summary = "Copies two lanes at a time: whole sectors, in sixteen times the requests."
outcome = "failed"
says = ""
earns = 15
lab = "lab1"
+++ */
// Two lanes of a warp copy at a time, a sector in 16-byte accesses: whole sectors in sixteen times the
// requests.
#include "stride_sweep.h"

extern "C" __global__ void fast_copy(const float* in, float* out, int n) {
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * FLOATS_PER_THREAD;
  for (int pair = 0; pair < 16; ++pair) {
    if (threadIdx.x % 32 / 2 == pair) {
      if (first + FLOATS_PER_THREAD <= n) {
        *reinterpret_cast<float4*>(out + first) = *reinterpret_cast<const float4*>(in + first);
      } else {
        for (int i = first; i < n; ++i) out[i] = in[i];
      }
    }
    __syncwarp();
  }
}

extern "C" __global__ void strided_read(const float* in, float* out, int n, int stride) {}
extern "C" __global__ void offset_read(const float* in, float* out, int n, int offset) {}
extern "C" __global__ void predict_sectors(const WarpPattern* patterns, int* sectors, int n) {}
