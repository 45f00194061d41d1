// Lab 7: the given kernels, with which yours are compared, and one that draws inputs for measurements.
#include "wide_aligned.h"

// out[i] = in[i], one float per thread: right at any address. Launched on ceil(n / 256) blocks.
// [copy]
extern "C" __global__ void copy_floats(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// [/copy]

// x[i] = x[i] * s, one half per thread. Launched on ceil(n / 256) blocks.
extern "C" __global__ void scale_halves_singly(__half* x, int n, float s) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) x[i] = __float2half(__half2float(x[i]) * s);
}

// One float at a time, a block for each row. Launched like pitched_scale.
// [pitched]
extern "C" __global__ void pitched_scale_singly(float* m, int rows, int cols, int pitch, float s) {
  char* const start = reinterpret_cast<char*>(m) + static_cast<size_t>(blockIdx.x) * pitch;
  float* const row = reinterpret_cast<float*>(start);
  for (int col = threadIdx.x; col < cols; col += BLOCK) row[col] *= s;
}
// [/pitched]

// A lane's sum over its warp, in lane 0.
__device__ float warp_sum(float sum) {
  for (int distance = WARP / 2; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
  }
  return sum;
}

// One half of W per lane and load. Launched like gemv_half.
// [gemv]
extern "C" __global__ void gemv_half_singly(const __half* __restrict__ W, const __half* __restrict__ x,
                                            float* __restrict__ y, int rows, int cols) {
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  const int lane = threadIdx.x % WARP;
  if (row >= rows) return;
  const __half* const weights = W + static_cast<size_t>(row) * cols;
  float sum = 0;
  for (int col = lane; col < cols; col += WARP) sum += __half2float(weights[col]) * __half2float(x[col]);
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}
// [/gemv]

// Reads W as fast as a warp a row can, and leaves x alone: the ceiling of gemv_half. y[r] is a number made of
// all bits of row r. Launched like gemv_half.
// [stream]
extern "C" __global__ void read_rows(const __half* __restrict__ W, float* __restrict__ y, int rows,
                                     int cols) {
  constexpr int kLoads = 4;  // on their way at once
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  const int lane = threadIdx.x % WARP;
  if (row >= rows) return;
  const uint4* const pieces = reinterpret_cast<const uint4*>(W + static_cast<size_t>(row) * cols);
  const int count = cols / WIDE_HALVES;
  const int in_fours = count / (kLoads * WARP) * (kLoads * WARP);
  unsigned bits = 0;
  for (int i = lane; i < in_fours; i += kLoads * WARP) {
    uint4 piece[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) piece[k] = pieces[i + k * WARP];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) bits ^= piece[k].x ^ piece[k].y ^ piece[k].z ^ piece[k].w;
  }
  for (int i = in_fours + lane; i < count; i += WARP) {
    bits ^= pieces[i].x ^ pieces[i].y ^ pieces[i].z ^ pieces[i].w;
  }
  for (int distance = WARP / 2; distance > 0; distance /= 2) {
    bits ^= __shfl_down_sync(0xFFFFFFFF, bits, distance);
  }
  if (lane == 0) y[row] = static_cast<float>(bits & 0xFFFFFF);
}
// [/stream]

// Fills n halves with whole numbers from -8 to 8, a place and a seed giving the same one everywhere: sums of
// products of two of them are exact in float, in any order. Runs on any number of blocks.
extern "C" __global__ void draw_halves(__half* values, unsigned long long n, unsigned long long seed) {
  const unsigned long long first = static_cast<unsigned long long>(blockIdx.x) * BLOCK + threadIdx.x;
  for (unsigned long long i = first; i < n; i += static_cast<unsigned long long>(gridDim.x) * BLOCK) {
    unsigned long long bits = (i + seed) * 0x9E3779B97F4A7C15ULL;
    bits ^= bits >> 29;
    bits *= 0xBF58476D1CE4E5B9ULL;
    values[i] = __float2half(static_cast<float>(static_cast<int>((bits >> 40) % 17) - 8));
  }
}
