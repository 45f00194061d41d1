// Arrays of a thread's own, and indices past their end.
#include <cuda_runtime.h>

template <int N>
__device__ float pick(const float* in, int k) {
  float window[N];
  for (int i = 0; i < N; ++i) window[i] = in[i + threadIdx.x];
  return window[k];  // the window's
}

extern "C" __global__ void from_a_window(const float* in, float* out, int k) {
  out[threadIdx.x] = pick<5>(in, k);
}

extern "C" __global__ void write_past(int* out, int k) {
  int counts[4] = {0, 0, 0, 0};
  counts[(threadIdx.x + k) % 5] += 1;  // there are four
  out[threadIdx.x] = counts[0] + counts[3];
}

extern "C" __global__ void matrix(float* out, int row, int col) {
  float m[3][4];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) m[i][j] = 4 * i + j;
  }
  out[threadIdx.x] = m[row][col];  // of the matrix
}

// In shared memory a row may be used as if it were the whole tile.
extern "C" __global__ void flat_tile(const float* in, float* out) {
  __shared__ float tile[8][16];
  tile[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[0][127 - threadIdx.x];
}

extern "C" __global__ void flat_tile_past_its_end(float* out) {
  __shared__ float tile[8][16];
  tile[0][threadIdx.x + 1] = 1;  // one past the tile
  __syncthreads();
  out[threadIdx.x] = tile[0][1];
}

// Written without __shared__: each thread has a row of its own.
extern "C" __global__ void forgets_to_share(const int* in, int* out) {
  int row[64];
  row[threadIdx.x] = in[threadIdx.x];  // in its own row
  __syncthreads();
  out[threadIdx.x] = row[63 - threadIdx.x];
}

extern "C" __global__ void shares_and_keeps(const int* in, const int* which, int* out) {
  __shared__ int row[64];
  int own[4] = {1, 2, 3, 4};
  own[which[threadIdx.x] & 3] = in[threadIdx.x];
  row[threadIdx.x] = own[which[threadIdx.x] & 1];
  __syncthreads();
  out[threadIdx.x] = row[63 - threadIdx.x];
}

// Each round of the loop outside leaves the loop inside one round less, and is too long to be unrolled early.
extern "C" __global__ void triangle(const float* in, float* out) {
  const int lane = threadIdx.x;
  float a[32];
#pragma unroll
  for (int j = 0; j < 32; ++j) a[j] = in[j * 32 + lane];
#pragma unroll
  for (int k = 0; k < 32; ++k) {
    const float diagonal = sqrtf(__shfl_sync(0xffffffffU, a[k], k));
    const float l = lane > k ? a[k] / diagonal : lane == k ? diagonal : 0.0f;
    a[k] = l;
#pragma unroll
    for (int j = k + 1; j < 32; ++j) a[j] -= l * __shfl_sync(0xffffffffU, l, j);
  }
#pragma unroll
  for (int j = 0; j < 32; ++j) out[j * 32 + lane] = a[j];
}
