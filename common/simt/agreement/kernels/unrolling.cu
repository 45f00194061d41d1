// Loops: of a fixed number of rounds, of one that all lanes share, and of one that differs from lane to lane.
#include <cuda_runtime.h>

extern "C" __global__ void sum_four_planes(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += in[k * n + i];
  out[i] = sum;
}

// The guard inside the loop cuts off some lanes in the last rounds.
extern "C" __global__ void copy_eight_a_thread(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int first = blockIdx.x * blockDim.x * 8 + threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    const int i = first + k * blockDim.x;
    if (i < n) out[i] = in[i];
  }
}

extern "C" __global__ void sum_rounds(const float* __restrict__ in, float* __restrict__ out, int rounds) {
  float sum = 0;
  for (int k = 0; k < rounds; ++k) sum += in[k * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void sum_rounds_not_unrolled(const float* __restrict__ in, float* __restrict__ out,
                                                   int rounds) {
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) sum += in[k * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

// Lane l makes l rounds.
extern "C" __global__ void rounds_by_lane(const float* __restrict__ in, float* __restrict__ out) {
  float sum = 0;
  for (int k = 0; k < static_cast<int>(threadIdx.x); ++k) sum += in[k * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void rounds_by_lane_not_unrolled(const float* __restrict__ in,
                                                       float* __restrict__ out) {
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < static_cast<int>(threadIdx.x); ++k) sum += in[k * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

// A grid-stride loop whose last round is for some lanes alone.
extern "C" __global__ void scale_grid_stride(float* data, float factor, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] *= factor;
}

// A sparse matrix by rows: one row a thread, rows of many lengths.
extern "C" __global__ void multiply_rows(const int* __restrict__ starts, const int* __restrict__ columns,
                                         const float* __restrict__ values, const float* __restrict__ x,
                                         float* __restrict__ y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  // starts holds lengths here: row r begins at 16 r.
  float sum = 0;
  for (int k = 16 * row; k < 16 * row + starts[row]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}

// Leaves the loop at the first negative value.
extern "C" __global__ void sum_until_negative(const float* __restrict__ in, float* __restrict__ out,
                                              int rounds) {
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    const float value = in[k * 32 + threadIdx.x];
    if (value < 0) break;
    sum += value;
  }
  out[threadIdx.x] = sum;
}

// Four floats at a time, then what is left one by one.
extern "C" __global__ void copy_with_tail(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i + 3 < n) {
    reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  } else {
    for (int k = 4 * i; k < n; ++k) out[k] = in[k];
  }
}

extern "C" __global__ void box_of_nine(const float* __restrict__ in, float* __restrict__ out, int width) {
  const int x = threadIdx.x + 1;
  const int y = blockIdx.x + 1;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) sum += in[(y + dy) * width + x + dx];
  }
  out[y * width + x] = sum;
}

// As a tiled transpose of an odd side stores: some lanes leave out a round that the loop's copies have each.
extern "C" __global__ void columns_of_ragged_tile(const float* __restrict__ in, float* __restrict__ out,
                                                  int rows, int cols) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  for (int k = 0; k < 32; k += 8) {
    if (y + k < rows && x < cols) tile[y + k][x] = in[(y + k) * cols + x];
  }
  __syncthreads();
  for (int k = 0; k < 32; k += 8) {
    if (y + k < cols && x < rows) out[(y + k) * rows + x] = tile[x][y + k];
  }
}
