/* +++
summary = "Replaces the barriers by fences around an atomic operation on a word that means nothing."
outcome = "failed"
says = "race"
earns = 42
lab = "lab8"
+++ */
// Replaces the barriers by fences around an atomic operation on a word that means nothing.
#include "many_to_one.h"

__device__ int means_nothing;
__device__ __forceinline__ void order_nothing() {
  __threadfence();
  atomicAdd(&means_nothing, 0);
  __threadfence();
}

constexpr unsigned ALL_LANES = 0xFFFFFFFF;

// [warp]
// Every lane gets the sum of all 32.
__device__ float sum_of_warp(float value) {
  for (int step = WARP / 2; step > 0; step /= 2) value += __shfl_xor_sync(ALL_LANES, value, step);
  return value;
}
// [/warp]

// The sum of the block's values, in thread 0.
// [block]
__device__ float sum_of_block(float value) {
  __shared__ float part[WARPS];
  value = sum_of_warp(value);
  if (threadIdx.x % WARP == 0) part[threadIdx.x / WARP] = value;
  order_nothing();
  if (threadIdx.x >= WARP) return 0;
  return sum_of_warp(threadIdx.x < WARPS ? part[threadIdx.x] : 0);
}
// [/block]

__device__ float sum_of(float4 v) { return v.x + v.y + (v.z + v.w); }

// [sum]
extern "C" __global__ void sum(const float* __restrict__ in, float* out, int n) {
  const float4* const vectors = reinterpret_cast<const float4*>(in);
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  const int threads = gridDim.x * BLOCK;
  float mine = thread < n % 4 ? in[n / 4 * 4 + thread] : 0;
  int i = thread;
  for (; i + 3 * threads < n / 4; i += 4 * threads) {  // four loads are on their way at once
    const float4 a = vectors[i];
    const float4 b = vectors[i + threads];
    const float4 c = vectors[i + 2 * threads];
    const float4 d = vectors[i + 3 * threads];
    mine += sum_of(a) + sum_of(b) + (sum_of(c) + sum_of(d));
  }
  for (; i < n / 4; i += threads) mine += sum_of(vectors[i]);
  const float all = sum_of_block(mine);
  if (threadIdx.x == 0) atomicAdd(out, all);
}
// [/sum]

// [count]
// The old value is not used and the summand is the constant 1: lanes with the same byte share a pass.
__device__ void count_bytes(unsigned* count, unsigned four) {
  for (int byte = 0; byte < 4; ++byte) atomicAdd(&count[four >> 8 * byte & 0xFF], 1u);
}
// [/count]

// [histogram]
extern "C" __global__ void histogram256(const unsigned char* __restrict__ bytes, unsigned* bins, int n) {
  static_assert(BINS == BLOCK, "a thread zeroes, and adds, one bin");
  __shared__ unsigned count[BINS];
  count[threadIdx.x] = 0;
  order_nothing();
  const uint4* const vectors = reinterpret_cast<const uint4*>(bytes);
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  if (thread < n % 16) atomicAdd(&count[bytes[n / 16 * 16 + thread]], 1u);
  for (int i = thread; i < n / 16; i += gridDim.x * BLOCK) {
    const uint4 sixteen = vectors[i];
    count_bytes(count, sixteen.x);
    count_bytes(count, sixteen.y);
    count_bytes(count, sixteen.z);
    count_bytes(count, sixteen.w);
  }
  order_nothing();
  atomicAdd(&bins[threadIdx.x], count[threadIdx.x]);
}
// [/histogram]

// A lane's part of a row: vectors lane, lane + 32, ... of its cols / 4.
constexpr int PARTS = MOST_COLS / (4 * WARP);

// [softmax]
extern "C" __global__ void softmax_rows(const float* __restrict__ x, float* __restrict__ y, int rows,
                                        int cols) {
  const int row = blockIdx.x * WARPS + threadIdx.x / WARP;
  if (row >= rows) return;  // a whole warp at a time: the others still meet at their shuffles
  const int lane = threadIdx.x % WARP;
  const float4* const from = reinterpret_cast<const float4*>(x + row * cols);
  float4* const to = reinterpret_cast<float4*>(y + row * cols);

  // Where the row has no element, -INFINITY changes neither the maximum nor, as 0, the sum.
  float4 part[PARTS];
  float largest = -INFINITY;
#pragma unroll
  for (int k = 0; k < PARTS; ++k) {
    const int i = lane + k * WARP;
    part[k] = i < cols / 4 ? from[i] : make_float4(-INFINITY, -INFINITY, -INFINITY, -INFINITY);
    largest = fmaxf(largest, fmaxf(fmaxf(part[k].x, part[k].y), fmaxf(part[k].z, part[k].w)));
  }
  for (int step = WARP / 2; step > 0; step /= 2)
    largest = fmaxf(largest, __shfl_xor_sync(ALL_LANES, largest, step));

  float total = 0;
#pragma unroll
  for (int k = 0; k < PARTS; ++k) {
    part[k] = make_float4(__expf(part[k].x - largest), __expf(part[k].y - largest),
                          __expf(part[k].z - largest), __expf(part[k].w - largest));
    total += sum_of(part[k]);
  }
  const float scale = 1 / sum_of_warp(total);

#pragma unroll
  for (int k = 0; k < PARTS; ++k) {
    const int i = lane + k * WARP;
    const float4 v = part[k];
    if (i < cols / 4) to[i] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
  }
}
// [/softmax]

// [backward]
extern "C" __global__ void softmax_backward(const float* __restrict__ S, const float* __restrict__ dP,
                                            float* __restrict__ dS, int rows, int cols) {
  const int row = blockIdx.x * WARPS + threadIdx.x / WARP;
  if (row >= rows) return;
  const int lane = threadIdx.x % WARP;
  const float4* const from_s = reinterpret_cast<const float4*>(S + row * cols);
  const float4* const from_p = reinterpret_cast<const float4*>(dP + row * cols);
  float4* const to = reinterpret_cast<float4*>(dS + row * cols);

  float4 s[PARTS] = {};
  float4 p[PARTS] = {};
#pragma unroll
  for (int k = 0; k < PARTS; ++k) {
    const int i = lane + k * WARP;
    if (i >= cols / 4) continue;
    s[k] = from_s[i];
    p[k] = from_p[i];
  }
  float mine = 0;
#pragma unroll
  for (int k = 0; k < PARTS; ++k)
    mine += s[k].x * p[k].x + s[k].y * p[k].y + (s[k].z * p[k].z + s[k].w * p[k].w);
  const float d = sum_of_warp(mine);
#pragma unroll
  for (int k = 0; k < PARTS; ++k) {
    const int i = lane + k * WARP;
    if (i < cols / 4) {
      to[i] = make_float4(s[k].x * (p[k].x - d), s[k].y * (p[k].y - d), s[k].z * (p[k].z - d),
                          s[k].w * (p[k].w - d));
    }
  }
}
// [/backward]

// [survey]
// What the survey times beside these, where a file defines it: two steps of the ladder between the given sums
// and `sum`, and three other histograms.

// A thread an element, as in sum_interleaved: launched on ceil(n / BLOCK) blocks.
extern "C" __global__ void sum_tree(const float* in, float* out, int n) {
  __shared__ float part[BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  order_nothing();
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    order_nothing();
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

// `sum` with a float a load.
extern "C" __global__ void sum_floats(const float* __restrict__ in, float* out, int n) {
  float mine = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) mine += in[i];
  const float all = sum_of_block(mine);
  if (threadIdx.x == 0) atomicAdd(out, all);
}

// histogram256 with a byte a load.
extern "C" __global__ void histogram_bytes(const unsigned char* __restrict__ bytes, unsigned* bins, int n) {
  __shared__ unsigned count[BINS];
  count[threadIdx.x] = 0;
  order_nothing();
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
    atomicAdd(&count[bytes[i]], 1u);
  order_nothing();
  atomicAdd(&bins[threadIdx.x], count[threadIdx.x]);
}

// histogram256 with a copy of the bins for each warp.
extern "C" __global__ void histogram_warps(const unsigned char* __restrict__ bytes, unsigned* bins, int n) {
  __shared__ unsigned count[WARPS][BINS];
  for (int warp = 0; warp < WARPS; ++warp) count[warp][threadIdx.x] = 0;
  order_nothing();
  unsigned* const mine = count[threadIdx.x / WARP];
  const uint4* const vectors = reinterpret_cast<const uint4*>(bytes);
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  if (thread < n % 16) atomicAdd(&mine[bytes[n / 16 * 16 + thread]], 1u);
  for (int i = thread; i < n / 16; i += gridDim.x * BLOCK) {
    const uint4 sixteen = vectors[i];
    count_bytes(mine, sixteen.x);
    count_bytes(mine, sixteen.y);
    count_bytes(mine, sixteen.z);
    count_bytes(mine, sixteen.w);
  }
  order_nothing();
  unsigned all = 0;
  for (int warp = 0; warp < WARPS; ++warp) all += count[warp][threadIdx.x];
  atomicAdd(&bins[threadIdx.x], all);
}

// histogram256 with a copy of the bins for each lane, in the lane's own bank: no bytes make two lanes meet.
extern "C" __global__ void histogram_lanes(const unsigned char* __restrict__ bytes, unsigned* bins, int n) {
  __shared__ unsigned count[BINS][WARP];
  const int lane = threadIdx.x % WARP;
  for (int b = threadIdx.x / WARP; b < BINS; b += WARPS) count[b][lane] = 0;
  order_nothing();
  const uint4* const vectors = reinterpret_cast<const uint4*>(bytes);
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  if (thread < n % 16) atomicAdd(&count[bytes[n / 16 * 16 + thread]][lane], 1u);
  for (int i = thread; i < n / 16; i += gridDim.x * BLOCK) {
    const uint4 sixteen = vectors[i];
    const unsigned words[] = {sixteen.x, sixteen.y, sixteen.z, sixteen.w};
#pragma unroll
    for (int k = 0; k < 16; ++k) atomicAdd(&count[words[k / 4] >> 8 * (k % 4) & 0xFF][lane], 1u);
  }
  order_nothing();
  unsigned all = 0;  // of bin threadIdx.x: its 32 words, beginning with another one in each lane
  for (int k = 0; k < WARP; ++k) all += count[threadIdx.x][(lane + k) % WARP];
  atomicAdd(&bins[threadIdx.x], all);
}
// [/survey]
