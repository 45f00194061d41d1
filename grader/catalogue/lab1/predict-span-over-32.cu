// Thought: a sector is 32 bytes: take the range that the warp covers.
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
  const int lanes = w.active == 0 ? 0 : 32 - __clz(w.active) - (__ffs(w.active) - 1);
  const int bytes = lanes == 0 ? 0 : ((lanes - 1) * w.stride + 1) * w.element_bytes;
  sectors[p] = (bytes + 31) / 32;
}

extern "C" __global__ void fast_copy(const float* in, float* out, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 4 <= n) {
    *reinterpret_cast<float4*>(&out[first]) = *reinterpret_cast<const float4*>(&in[first]);
  } else {
    for (int i = first; i < n; ++i) out[i] = in[i];
  }
}
