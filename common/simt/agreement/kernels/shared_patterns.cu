// Shared memory, one pattern a kernel: each fills its array along the warp, waits, and reads by its pattern.
#include <cuda_runtime.h>

constexpr int kElements = 1056;  // 32 x 33: room for 32 lanes 33 apart

template <class T>
__device__ void read_at(const T* in, T* out, int stride) {
  __shared__ T line[kElements];
  for (int i = threadIdx.x; i < kElements; i += blockDim.x) line[i] = in[i];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = line[threadIdx.x * stride % kElements];
}

extern "C" __global__ void shared_stride(const float* in, float* out, int stride) {
  read_at(in, out, stride);
}
extern "C" __global__ void shared_stride_doubles(const double* in, double* out, int stride) {
  read_at(in, out, stride);
}
extern "C" __global__ void shared_stride_bytes(const unsigned char* in, unsigned char* out, int stride) {
  read_at(in, out, stride);
}
extern "C" __global__ void shared_stride_shorts(const unsigned short* in, unsigned short* out, int stride) {
  read_at(in, out, stride);
}

// The store has the stride, the load has none.
extern "C" __global__ void shared_scatter(const float* in, float* out, int stride) {
  __shared__ float line[kElements];
  line[threadIdx.x * stride % kElements] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = line[threadIdx.x * stride % kElements];
}

extern "C" __global__ void shared_reverse(const int* in, int* out) {
  extern __shared__ int buffer[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  buffer[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = buffer[blockDim.x - 1 - threadIdx.x];
}

// Two arrays in one piece of dynamic shared memory.
extern "C" __global__ void shared_two_arrays(const float* in, float* out) {
  extern __shared__ float both[];
  float* const left = both;
  float* const right = both + blockDim.x;
  left[threadIdx.x] = in[threadIdx.x];
  right[threadIdx.x * 2 % blockDim.x] = in[blockDim.x + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = left[blockDim.x - 1 - threadIdx.x] + right[threadIdx.x * 2 % blockDim.x];
}

// Each lane adds up one column of its warp's tile: a row of banks at a time.
extern "C" __global__ void sum_tile_columns(const float* in, float* out) {
  __shared__ float tile[32][32];
  for (int y = threadIdx.y; y < 32; y += blockDim.y) tile[y][threadIdx.x] = in[y * 32 + threadIdx.x];
  __syncthreads();
  if (threadIdx.y != 0) return;
  float sum = 0;
  for (int y = 0; y < 32; ++y) sum += tile[y][threadIdx.x];
  out[threadIdx.x] = sum;
}

// Each lane adds up one row, of 33 words: lanes are a bank apart.
extern "C" __global__ void sum_tile_rows_padded(const float* in, float* out) {
  __shared__ float tile[32][33];
  for (int y = threadIdx.y; y < 32; y += blockDim.y) tile[y][threadIdx.x] = in[y * 32 + threadIdx.x];
  __syncthreads();
  if (threadIdx.y != 0) return;
  float sum = 0;
  for (int x = 0; x < 32; ++x) sum += tile[threadIdx.x][x];
  out[threadIdx.x] = sum;
}

// The same without padding: rows are 16-byte aligned, so that four loads of a lane may become one.
extern "C" __global__ void sum_tile_rows(const float* in, float* out) {
  __shared__ float tile[32][32];
  for (int y = threadIdx.y; y < 32; y += blockDim.y) tile[y][threadIdx.x] = in[y * 32 + threadIdx.x];
  __syncthreads();
  if (threadIdx.y != 0) return;
  float sum = 0;
  for (int x = 0; x < 32; ++x) sum += tile[threadIdx.x][x];
  out[threadIdx.x] = sum;
}
