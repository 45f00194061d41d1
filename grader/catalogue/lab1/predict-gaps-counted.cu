// Thought: what lies between two lanes is loaded as well.
#include "stride_sweep.h"

extern "C" __global__ void strided_read(const float* in, float* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}

extern "C" __global__ void offset_read(const float* in, float* out, int n, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + offset];
}

extern "C" __global__ void predict_sectors(const WarpPattern* patterns, int* sectors, int n) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  const WarpPattern w = patterns[p];
  const int step = w.stride * w.element_bytes;
  const int first = w.byte_offset + (__ffs(w.active) - 1) * step;
  const int last = w.byte_offset + (31 - __clz(w.active)) * step;
  sectors[p] = w.active == 0 ? 0 : last / 32 - first / 32 + 1;
}

extern "C" __global__ void fast_copy(const float* in, float* out, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 4 <= n) {
    *reinterpret_cast<float4*>(&out[first]) = *reinterpret_cast<const float4*>(&in[first]);
  } else {
    for (int i = first; i < n; ++i) out[i] = in[i];
  }
}
