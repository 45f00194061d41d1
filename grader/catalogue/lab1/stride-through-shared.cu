// Thought: coalesced is good, so load everything between the elements as well.
#include "stride_sweep.h"

extern "C" __global__ void strided_read(const float* in, float* out, int n, int stride) {
  __shared__ float part[256];
  const int first = blockIdx.x * 256;  // the block's first element of out
  const int mine = threadIdx.x * stride;
  const int range = 256 * stride;
  const int end = (n - 1) * stride + 1;
  for (int start = 0; start < range; start += 256) {
    const int from = first * stride + start + threadIdx.x;
    if (from < end) part[threadIdx.x] = in[from];
    __syncthreads();
    if (mine >= start && mine < start + 256 && first + threadIdx.x < n) {
      out[first + threadIdx.x] = part[mine - start];
    }
    __syncthreads();
  }
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
