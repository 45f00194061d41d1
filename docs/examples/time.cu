// One small kernel for each thing that can limit a launch, and the change that moves the limit: of the handbook's chapter.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int BLOCK = 256;

// [dram]
template <class T>
__global__ void add_to(const T* x, T* y) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  y[i] = x[i] + y[i];
}
// [/dram]

// [latency]
template <int IN_FLIGHT>
__global__ void sum_rows(const float* in, float* out, int rows, int width) {
  const int column = blockIdx.x * BLOCK + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int row = 0; row < rows; row += IN_FLIGHT) {
    float value[IN_FLIGHT];
#pragma unroll
    for (int k = 0; k < IN_FLIGHT; ++k) value[k] = in[(row + k) * width + column];
#pragma unroll
    for (int k = 0; k < IN_FLIGHT; ++k) sum += value[k];
  }
  out[column] = sum;
}
// [/latency]

// [l2]
__global__ void sum_table(const float4* table, float* out, int mask, int rounds) {
  float sum = 0;
#pragma unroll 8
  for (int round = 0; round < rounds; ++round) {
    const float4 four = table[((round + 37 * blockIdx.x) * BLOCK + threadIdx.x) & mask];
    sum += four.x + four.y + four.z + four.w;
  }
  out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}
// [/l2]

// [l1]
template <int PITCH>
__global__ void turn_tiles(const float* in, float* out, int n) {
  __shared__ float tile[32][PITCH];
  const int across = blockIdx.x * 32;
  const int down = blockIdx.y * 32;
  for (int row = threadIdx.y; row < 32; row += 8)
    tile[row][threadIdx.x] = in[(down + row) * n + across + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += 8)
    out[(across + row) * n + down + threadIdx.x] = tile[threadIdx.x][row];
}
// [/l1]

// [instructions]
template <bool DIVIDES>
__global__ void power_series(const float* in, float* out) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const float x = in[i];
  float sum = 1;
#pragma unroll
  for (int k = 32; k > 0; --k) sum = 1 + (DIVIDES ? sum * x / k : sum * x * (1.0f / k));
  out[i] = sum;
}
// [/instructions]

// [blocks]
template <int THREADS>
__global__ void clamp(float* values) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  values[i] = fminf(values[i], 1.0f);
}
// [/blocks]

// [atomics]
__global__ void count_all(const float* in, unsigned* count) {
  if (in[blockIdx.x * BLOCK + threadIdx.x] > 0) atomicAdd(count + threadIdx.x % 32, 1u);
}

// n is a multiple of BLOCK, so that all threads of a block meet.
__global__ void count_blocks(const float* in, unsigned* count, int n) {
  int found = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
    found += __syncthreads_count(in[i] > 0);
  if (threadIdx.x == 0) atomicAdd(count, static_cast<unsigned>(found));
}
// [/atomics]

// [tail]
__global__ void iterate(float* values, int steps) {
  const int i = blockIdx.x * 512 + threadIdx.x;
  float x = values[i];
  for (int step = 0; step < steps; ++step) x = 3.7f * x * (1 - x);
  values[i] = x;
}
// [/tail]
