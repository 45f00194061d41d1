// Wide on both sides even where `in` and `out` are misaligned differently: what a lane lacks, the next lane
// has.
#include "wide_aligned.h"

// The floats of `out` that belong to a lane begin `shift` floats into its piece of `in`, and end in that of
// the next lane. Lane 31 loads its second piece itself.
__device__ float4 shifted(float4 mine, float4 next, int shift) {
  if (shift == 1) return make_float4(mine.y, mine.z, mine.w, next.x);
  if (shift == 2) return make_float4(mine.z, mine.w, next.x, next.y);
  if (shift == 3) return make_float4(mine.w, next.x, next.y, next.z);
  return mine;
}

// A whole piece in one load; of a piece at an end those floats that are in the array.
__device__ float4 piece_of(const float* in, int first, int n) {
  if (first >= 0 && first + 4 <= n) return *reinterpret_cast<const float4*>(in + first);
  float part[4] = {};
  for (int k = 0; k < 4; ++k) {
    if (first + k >= 0 && first + k < n) part[k] = in[first + k];
  }
  return make_float4(part[0], part[1], part[2], part[3]);
}

extern "C" __global__ void copy_any(const float* in, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const int lane = threadIdx.x % WARP;
  const int out_before = static_cast<int>(reinterpret_cast<size_t>(out) % 16 / 4);
  const int in_before = static_cast<int>(reinterpret_cast<size_t>(in) % 16 / 4);
  const int shift = (in_before - out_before + 4) % 4;
  const int first = 4 * i - out_before;  // of out, and a multiple of 16 bytes there
  const int from = first - shift;        // of in, likewise
  const float4 mine = piece_of(in, from, n);
  float4 next;
  next.x = __shfl_down_sync(0xFFFFFFFF, mine.x, 1);
  next.y = __shfl_down_sync(0xFFFFFFFF, mine.y, 1);
  next.z = __shfl_down_sync(0xFFFFFFFF, mine.z, 1);
  next.w = __shfl_down_sync(0xFFFFFFFF, mine.w, 1);
  if (lane == WARP - 1 && shift != 0) next = piece_of(in, from + 4, n);
  const float4 value = shifted(mine, next, shift);
  if (first >= 0 && first + 4 <= n) {
    *reinterpret_cast<float4*>(out + first) = value;
  } else {
    const float part[4] = {value.x, value.y, value.z, value.w};
    for (int k = 0; k < 4; ++k) {
      if (first + k >= 0 && first + k < n) out[first + k] = part[k];
    }
  }
}

extern "C" __global__ void scale_halves(__half* x, int n, float s) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n / 8) {
    uint4 piece = reinterpret_cast<uint4*>(x)[i];
    __half* const half = reinterpret_cast<__half*>(&piece);
    for (int k = 0; k < 8; ++k) half[k] = __float2half(__half2float(half[k]) * s);
    reinterpret_cast<uint4*>(x)[i] = piece;
  }
  const int rest = n / 8 * 8 + i;
  if (rest < n) x[rest] = __float2half(__half2float(x[rest]) * s);
}

extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s) {
  float* const row = reinterpret_cast<float*>(reinterpret_cast<char*>(m) + blockIdx.x * pitch);
  const int past = reinterpret_cast<size_t>(row) % 16;
  const int head = min((16 - past) % 16 / 4, cols);
  const int vectors = (cols - head) / 4;
  const int tail = head + 4 * vectors;
  if (threadIdx.x < head) row[threadIdx.x] *= s;
  for (int i = threadIdx.x; i < vectors; i += BLOCK) {
    float4 v = reinterpret_cast<float4*>(row + head)[i];
    v.x *= s, v.y *= s, v.z *= s, v.w *= s;
    reinterpret_cast<float4*>(row + head)[i] = v;
  }
  if (tail + threadIdx.x < cols) row[tail + threadIdx.x] *= s;
}

// x passes through shared memory, a part at a time: a block reads it once, not each of its warps.
extern "C" __global__ void gemv_half(const __half* W, const __half* x, float* y, int rows, int cols) {
  constexpr int kPart = 1024;
  __shared__ uint4 part[kPart / 8];
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  const int lane = threadIdx.x % WARP;
  float sum = 0;
  for (int start = 0; start < cols; start += kPart) {
    const int pieces = min(kPart, cols - start) / 8;
    for (int i = threadIdx.x; i < pieces; i += BLOCK) part[i] = reinterpret_cast<const uint4*>(x + start)[i];
    __syncthreads();
    for (int i = lane; row < rows && i < pieces; i += WARP) {
      const uint4 w = reinterpret_cast<const uint4*>(W + row * cols + start)[i];
      const uint4 v = part[i];
      const __half* const a = reinterpret_cast<const __half*>(&w);
      const __half* const b = reinterpret_cast<const __half*>(&v);
      for (int k = 0; k < 8; ++k) sum = fmaf(__half2float(a[k]), __half2float(b[k]), sum);
    }
    __syncthreads();
  }
  for (int d = WARP / 2; d > 0; d /= 2) sum += __shfl_xor_sync(0xFFFFFFFF, sum, d);
  if (row < rows && lane == 0) y[row] = sum;
}
