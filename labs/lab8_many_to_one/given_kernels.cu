// Lab 8, the given kernels: slow ways to do the same, with which yours are compared, and what fills the
// arrays of a timed run.
#include "many_to_one.h"

// The next three have a thread for each element: launched on ceil(n / BLOCK) blocks.

// [thread]
extern "C" __global__ void sum_atomic_a_thread(const float* in, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}
// [/thread]

// [warp]
extern "C" __global__ void sum_atomic_a_warp(const float* in, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  float mine = i < n ? in[i] : 0;  // outside the `if`: all 32 lanes come to the shuffles
  for (int step = 16; step > 0; step /= 2) mine += __shfl_down_sync(0xFFFFFFFF, mine, step);
  if (threadIdx.x % WARP == 0) atomicAdd(out, mine);
}
// [/warp]

// [interleaved]
extern "C" __global__ void sum_interleaved(const float* in, float* out, int n) {
  __shared__ float part[BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < BLOCK; step *= 2) {
    const int at = 2 * step * threadIdx.x;
    if (at < BLOCK) part[at] += part[at + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}
// [/interleaved]

// All that a sum must read, and nothing that threads do together: each thread writes its own part. `out` has
// a float for each thread; launched like `sum`. The four loads of a round are all on their way before a
// thread waits for the first.
// [stream]
extern "C" __global__ void read_stream(const float* __restrict__ in, float* out, int n) {
  const float4* const vectors = reinterpret_cast<const float4*>(in);
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  const int threads = gridDim.x * BLOCK;
  float mine = thread < n % 4 ? in[n / 4 * 4 + thread] : 0;
  int i = thread;
  for (; i + 3 * threads < n / 4; i += 4 * threads) {
    const float4 a = vectors[i];
    const float4 b = vectors[i + threads];
    const float4 c = vectors[i + 2 * threads];
    const float4 d = vectors[i + 3 * threads];
    mine += a.x + a.y + a.z + a.w + (b.x + b.y + b.z + b.w);
    mine += c.x + c.y + c.z + c.w + (d.x + d.y + d.z + d.w);
  }
  for (; i < n / 4; i += threads) {
    const float4 a = vectors[i];
    mine += a.x + a.y + a.z + a.w;
  }
  out[thread] = mine;
}
// [/stream]

// Launched like histogram256.
// [global]
extern "C" __global__ void histogram_global(const unsigned char* bytes, unsigned* bins, int n) {
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) atomicAdd(&bins[bytes[i]], 1);
}
// [/global]

// A thread a row: launched on ceil(rows / BLOCK) blocks.
extern "C" __global__ void softmax_a_thread_a_row(const float* x, float* y, int rows, int cols) {
  const int row = blockIdx.x * BLOCK + threadIdx.x;
  if (row >= rows) return;
  x += row * cols;
  y += row * cols;
  float largest = -INFINITY;
  for (int c = 0; c < cols; ++c) largest = fmaxf(largest, x[c]);
  float total = 0;
  for (int c = 0; c < cols; ++c) total += expf(x[c] - largest);
  for (int c = 0; c < cols; ++c) y[c] = expf(x[c] - largest) / total;
}

// [row]
extern "C" __global__ void backward_a_thread_a_row(const float* S, const float* dP, float* dS, int rows,
                                                   int cols) {
  const int row = blockIdx.x * BLOCK + threadIdx.x;
  if (row >= rows) return;
  float together = 0;
  for (int c = 0; c < cols; ++c) together += S[row * cols + c] * dP[row * cols + c];
  for (int c = 0; c < cols; ++c) dS[row * cols + c] = S[row * cols + c] * (dP[row * cols + c] - together);
}
// [/row]

// A warp a row, which it reads once for the sum and once more for the result. Launched like softmax_backward.
// [twice]
extern "C" __global__ void backward_reads_twice(const float* __restrict__ S, const float* __restrict__ dP,
                                                float* __restrict__ dS, int rows, int cols) {
  const int row = blockIdx.x * WARPS + threadIdx.x / WARP;
  if (row >= rows) return;
  const int vectors = cols / 4;
  const float4* const s = reinterpret_cast<const float4*>(S + row * cols);
  const float4* const p = reinterpret_cast<const float4*>(dP + row * cols);
  float4* const to = reinterpret_cast<float4*>(dS + row * cols);
  float d = 0;
  for (int i = threadIdx.x % WARP; i < vectors; i += WARP) {
    d += s[i].x * p[i].x + s[i].y * p[i].y + (s[i].z * p[i].z + s[i].w * p[i].w);
  }
  for (int step = 16; step > 0; step /= 2) d += __shfl_xor_sync(0xFFFFFFFF, d, step);
  for (int i = threadIdx.x % WARP; i < vectors; i += WARP) {
    to[i] = make_float4(s[i].x * (p[i].x - d), s[i].y * (p[i].y - d), s[i].z * (p[i].z - d),
                        s[i].w * (p[i].w - d));
  }
}
// [/twice]

// The arrays of a timed run, on any number of blocks. Multiples of 1/4 between -2 and 2, none of them 0:
// 2^28 of them still add up exactly in any order.
extern "C" __global__ void fill_quarters(float* values, unsigned n, unsigned seed) {
  for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
    unsigned mixed = (i + seed) * 0x9E3779B1U;  // another piece of one long sequence
    mixed = (mixed ^ mixed >> 15) * 0x85EBCA77U;
    const int sixteenth = static_cast<int>((mixed ^ mixed >> 13) % 16);
    values[i] = static_cast<float>(sixteenth < 8 ? sixteenth - 8 : sixteenth - 7) / 4;
  }
}

extern "C" __global__ void fill_words(unsigned* words, unsigned n, unsigned word) {
  for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) words[i] = word;
}
