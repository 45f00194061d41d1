// Kernels that one part of a GPU limits each: ../time/predicted_time_test.cpp.
#include <cuda_fp16.h>

extern "C" {

__global__ void copy(const float* __restrict__ in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Four loads of a thread are on their way at once.
__global__ void copy_by_four(const float* __restrict__ in, float* out) {
  const int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  float v[4];
  for (int j = 0; j < 4; ++j) v[j] = in[i + j * blockDim.x];
  for (int j = 0; j < 4; ++j) out[i + j * blockDim.x] = v[j];
}

// The first blocks copy, and the others do nothing.
__global__ void copy_by_few(const float* __restrict__ in, float* out, int n, int blocks) {
  if (blockIdx.x >= blocks) return;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blocks * blockDim.x) out[i] = in[i];
}

__global__ void chase(const int* __restrict__ next, int* out, int steps) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < steps; ++i) at = next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

__global__ void add_one(int* sum) { atomicAdd(sum, static_cast<int>(threadIdx.x)); }

__global__ void banks(float* out, int stride, int rounds) {
  __shared__ float tile[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = i;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < rounds; ++i) sum += tile[(threadIdx.x * stride + i * 32) % 1024];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void arithmetic(float* out, int rounds) {
  float v = threadIdx.x;
  for (int i = 0; i < rounds; ++i) v = v * 1.0001f + 0.5f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void read_table(const float* __restrict__ table, float* out, int rounds) {
  float sum = 0;
  for (int i = 0; i < rounds; ++i) sum += table[(threadIdx.x + i * 32) % 1024];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void timed(float* out) { out[threadIdx.x] = static_cast<float>(clock64()); }

__global__ void add_by_compare_and_swap(unsigned* word) {
  unsigned old = *word, expected;
  do {
    expected = old;
    old = atomicCAS(word, expected, expected + 1);
  } while (old != expected);
}

__global__ void take_from_queue(int* taken, const float* in, float* out, int items) {
  __shared__ int item;
  for (;;) {
    if (threadIdx.x == 0) item = atomicAdd(taken, 1);
    __syncthreads();
    const int mine = item;
    __syncthreads();
    if (mine >= items) return;
    out[mine * blockDim.x + threadIdx.x] = in[mine * blockDim.x + threadIdx.x] + 1;
  }
}

__global__ void local_array(float* out, int step) {
  float values[64];
  for (int i = 0; i < 64; ++i) values[i] = static_cast<float>(i + step);
  float sum = 0;
  for (int i = 0; i < 64; ++i) sum += values[(i * step + static_cast<int>(threadIdx.x)) % 64];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void array_in_registers(float* out, int step) {
  float values[64];
#pragma unroll
  for (int i = 0; i < 64; ++i) values[i] = static_cast<float>(i + step);
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 64; ++i) sum += values[(i * 5) % 64];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void sum_column(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += in[r * cols + c];
  out[c] = sum;
}

__global__ void sum_column_rolled(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < rows; ++r) sum += in[r * cols + c];
  out[c] = sum;
}

__global__ void sum_until_negative(const float* __restrict__ in, float* out, int rows, int cols) {
  const int c = threadIdx.x;
  float sum = 0;
#pragma unroll 4
  for (int r = 0; r < rows; ++r) {
    const float value = in[r * cols + c];
    if (value < 0) break;
    sum += value;
  }
  out[c] = sum;
}

__global__ void arithmetic_with_halves(float* out, int rounds) {
  const half2 scale = __float2half2_rn(0.5f), base = __float2half2_rn(threadIdx.x);
  half2 value = base;
  for (int i = 0; i < rounds; ++i) value = __hfma2(value, scale, base);
  out[blockIdx.x * blockDim.x + threadIdx.x] = __low2float(value);
}

__global__ void sort_nine(const float* __restrict__ in, float* out) {
  float v[9];
#pragma unroll
  for (int i = 0; i < 9; ++i) v[i] = in[i * blockDim.x + threadIdx.x];
#pragma unroll
  for (int first = 0; first < 8; ++first) {
#pragma unroll
    for (int i = first + 1; i < 9; ++i) {
      const float low = fminf(v[first], v[i]), high = fmaxf(v[first], v[i]);
      v[first] = low, v[i] = high;
    }
  }
  out[threadIdx.x] = v[4];
}
}
