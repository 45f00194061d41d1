/* +++
kind = "right"
summary = "The shortest form of each kernel: predict_sectors counts a lane whose sector is not the one before it."
+++ */
// Written plainly: most other answers of this lab change this one in one place.
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
