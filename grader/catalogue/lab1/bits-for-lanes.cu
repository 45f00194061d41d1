// Thought: move bits, whatever their type.
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
  int first_new_byte = 0;  // where the next sector that is not counted yet begins
  for (unsigned rest = w.active; rest != 0; rest &= rest - 1) {
    const int byte = w.byte_offset + (__ffs(rest) - 1) * w.stride * w.element_bytes;
    if (byte < first_new_byte) continue;
    ++count;
    first_new_byte = (byte / 32 + 1) * 32;
  }
  sectors[p] = count;
}

extern "C" __global__ void fast_copy(const float* in, float* out, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  const int vectors = n / 4;
  const int left = 4 * vectors + threadIdx.x;
  if (v < vectors) reinterpret_cast<int4*>(out)[v] = reinterpret_cast<const int4*>(in)[v];
  if (blockIdx.x == 0 && left < n) out[left] = in[left];
}
