// Lab 7, wide and aligned: the reference. Why it is fast: notes.md.
#include "wide_aligned.h"

constexpr int LINE_BYTES = 128;

// A thread owns four floats that start at a multiple of 16 bytes, counted from the line of 128 bytes in which
// an array starts: so that every warp starts on a line. What thread 0 owns may lie in front of the array.
__device__ int first_float(const float* array, int thread) {
  const int before = static_cast<int>(reinterpret_cast<size_t>(array) % LINE_BYTES / sizeof(float));
  return WIDE_FLOATS * thread - before;
}

// Whether all four floats from this one on belong to an array of n.
__device__ bool is_whole(int first, int n) { return first >= 0 && first + WIDE_FLOATS <= n; }

// [copy]
// Four floats a thread, a whole grid apart: all of them are on their way before the first is stored.
__device__ void copy_singly(const float* __restrict__ in, float* __restrict__ out, int n, int thread) {
  const int threads = gridDim.x * BLOCK;
  float values[WIDE_FLOATS] = {};
#pragma unroll
  for (int k = 0; k < WIDE_FLOATS; ++k) {
    const int i = thread + k * threads;
    if (i < n) values[k] = in[i];
  }
#pragma unroll
  for (int k = 0; k < WIDE_FLOATS; ++k) {
    const int i = thread + k * threads;
    if (i < n) out[i] = values[k];
  }
}

extern "C" __global__ void copy_any(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  if ((reinterpret_cast<size_t>(in) - reinterpret_cast<size_t>(out)) % WIDE_BYTES != 0) {
    copy_singly(in, out, n, thread);
    return;
  }
  const int first = first_float(out, thread);
  if (is_whole(first, n)) {
    *reinterpret_cast<float4*>(out + first) = *reinterpret_cast<const float4*>(in + first);
  } else {
    for (int i = max(first, 0); i < min(first + WIDE_FLOATS, n); ++i) out[i] = in[i];
  }
}
// [/copy]

// Both halves of a pair, computed in float and rounded once.
__device__ unsigned scaled(unsigned pair, float s) {
  __half2 halves;
  memcpy(&halves, &pair, sizeof halves);
  const float2 values = __half22float2(halves);
  halves = __floats2half2_rn(values.x * s, values.y * s);
  memcpy(&pair, &halves, sizeof pair);
  return pair;
}

// [halves]
extern "C" __global__ void scale_halves(__half* x, int n, float s) {
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * WIDE_HALVES;
  if (first + WIDE_HALVES <= n) {
    uint4* const place = reinterpret_cast<uint4*>(x + first);
    const uint4 piece = *place;
    *place = make_uint4(scaled(piece.x, s), scaled(piece.y, s), scaled(piece.z, s), scaled(piece.w, s));
  } else {
    for (int i = first; i < n; ++i) x[i] = __float2half(__half2float(x[i]) * s);
  }
}
// [/halves]

// [pitched]
extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s) {
  char* const start = reinterpret_cast<char*>(m) + static_cast<size_t>(blockIdx.x) * pitch;
  float* const row = reinterpret_cast<float*>(start);
  for (int first = first_float(row, threadIdx.x); first < cols; first += BLOCK * WIDE_FLOATS) {
    if (is_whole(first, cols)) {
      float4* const place = reinterpret_cast<float4*>(row + first);
      const float4 v = *place;
      *place = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
    } else {
      for (int i = max(first, 0); i < min(first + WIDE_FLOATS, cols); ++i) row[i] *= s;
    }
  }
}
// [/pitched]

__device__ float2 floats_of(unsigned pair) {
  __half2 halves;
  memcpy(&halves, &pair, sizeof halves);
  return __half22float2(halves);
}

// Adds the products of eight halves to a sum in float.
__device__ float with_products(float sum, const uint4& a, const uint4& b) {
  const unsigned left[] = {a.x, a.y, a.z, a.w};
  const unsigned right[] = {b.x, b.y, b.z, b.w};
#pragma unroll
  for (int pair = 0; pair < WIDE_HALVES / 2; ++pair) {
    const float2 p = floats_of(left[pair]);
    const float2 q = floats_of(right[pair]);
    sum += p.x * q.x;
    sum += p.y * q.y;
  }
  return sum;
}

// [gemv]
// Four loads of W are on their way before a lane uses the first. All lanes leave that loop in the same round:
// a warp that parts in it would make two requests of one.
extern "C" __global__ void gemv_half(const __half* __restrict__ W, const __half* __restrict__ x,
                                     float* __restrict__ y, int rows, int cols) {
  constexpr int kLoads = 4;
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  const int lane = threadIdx.x % WARP;
  if (row >= rows) return;
  const uint4* const weights = reinterpret_cast<const uint4*>(W + static_cast<size_t>(row) * cols);
  const uint4* const factors = reinterpret_cast<const uint4*>(x);
  const int count = cols / WIDE_HALVES;
  const int in_fours = count / (kLoads * WARP) * (kLoads * WARP);
  float sum = 0;
  for (int i = lane; i < in_fours; i += kLoads * WARP) {
    uint4 weight[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) weight[k] = weights[i + k * WARP];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum = with_products(sum, weight[k], factors[i + k * WARP]);
  }
  for (int i = in_fours + lane; i < count; i += WARP) sum = with_products(sum, weights[i], factors[i]);
  for (int distance = WARP / 2; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
  }
  if (lane == 0) y[row] = sum;
}
// [/gemv]
