// Thought: misaligned loads are slow, so round the offset down and let the lanes exchange.
#include "stride_sweep.h"

extern "C" __global__ void strided_read(const float* in, float* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}

extern "C" __global__ void offset_read(const float* in, float* out, int n, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int shift = offset % 8;
  const int lane = threadIdx.x % 32;
  const int end = n + offset;
  const int low = i + offset - shift;
  const float here = low < end ? in[low] : 0.0f;
  const float next = lane < 8 && low + 32 < end ? in[low + 32] : 0.0f;
  const float a = __shfl_sync(0xffffffffu, here, (lane + shift) % 32);
  const float b = __shfl_sync(0xffffffffu, next, (lane + shift) % 32);
  if (i < n) out[i] = lane + shift < 32 ? a : b;
}

extern "C" __global__ void predict_sectors(const WarpPattern* patterns, int* sectors, int n) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  const WarpPattern w = patterns[p];
  int count = 0;
  int last = -1;
  for (int lane = 0; lane < 32; ++lane) {
    if ((w.active & 1u << lane) == 0) continue;
    const int sector = (w.byte_offset + lane * w.stride * w.element_bytes) / 32;
    if (sector != last) ++count;
    last = sector;
  }
  sectors[p] = count;
}

extern "C" __global__ void fast_copy(const float* in, float* out, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 4 <= n) {
    *reinterpret_cast<float4*>(&out[first]) = *reinterpret_cast<const float4*>(&in[first]);
  } else {
    for (int i = first; i < n; ++i) out[i] = in[i];
  }
}
