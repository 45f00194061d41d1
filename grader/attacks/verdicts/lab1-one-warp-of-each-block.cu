// In each block one warp copies what belongs to all eight: the same sectors, and few bytes in flight.
#include "stride_sweep.h"

extern "C" __global__ void fast_copy(const float* in, float* out, int n) {
  constexpr int kWarp = 32;
  if (threadIdx.x >= kWarp) return;
  for (int thread = threadIdx.x; thread < BLOCK; thread += kWarp) {
    const int first = (blockIdx.x * BLOCK + thread) * FLOATS_PER_THREAD;
    if (first + FLOATS_PER_THREAD <= n) {
      *reinterpret_cast<float4*>(out + first) = *reinterpret_cast<const float4*>(in + first);
    } else {
      for (int i = first; i < n; ++i) out[i] = in[i];
    }
  }
}

extern "C" __global__ void strided_read(const float* in, float* out, int n, int stride) {}
extern "C" __global__ void offset_read(const float* in, float* out, int n, int offset) {}
extern "C" __global__ void predict_sectors(const WarpPattern* patterns, int* sectors, int n) {}
