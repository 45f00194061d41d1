// Thought: floorf() needs a float.
#include "stride_sweep.h"

extern "C" __global__ void strided_read(const float* __restrict__ in, float* __restrict__ out, int n,
                                        int stride) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}

extern "C" __global__ void offset_read(const float* __restrict__ in, float* __restrict__ out, int n,
                                       int offset) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i + offset];
}

// An element never lies across two sectors: it starts at a multiple of its size, which divides 32. And a
// lane's address is never below that of a lane before it, so that lanes of one sector follow one another: a
// new sector is one that differs from the last.
extern "C" __global__ void predict_sectors(const WarpPattern* __restrict__ patterns,
                                           int* __restrict__ sectors, int n) {
  constexpr int kSectorBytes = 32;
  const int p = blockIdx.x * BLOCK + threadIdx.x;
  if (p >= n) return;
  const WarpPattern pattern = patterns[p];
  int count = 0;
  int last = -1;
  for (int lane = 0; lane < 32; ++lane) {
    if ((pattern.active >> lane & 1) == 0) continue;
    const float byte = pattern.byte_offset + lane * pattern.stride * pattern.element_bytes;
    const int sector = floorf(byte / kSectorBytes);
    if (sector != last) ++count;
    last = sector;
  }
  sectors[p] = count;
}

// The last thread has fewer than four floats when 4 does not divide n: it moves them one by one.
extern "C" __global__ void fast_copy(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * FLOATS_PER_THREAD;
  if (first + FLOATS_PER_THREAD <= n) {
    *reinterpret_cast<float4*>(out + first) = *reinterpret_cast<const float4*>(in + first);
  } else {
    for (int i = first; i < n; ++i) out[i] = in[i];
  }
}
