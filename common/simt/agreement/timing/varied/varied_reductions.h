// Sums, extremes and counts of arrays, rows and runs.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// The first reduction of every course: interleaved addresses, so that each warp diverges.
__global__ void sum_interleaved(const int* in, int* out, int n) {
  extern __shared__ int part_of_sum[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part_of_sum[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) part_of_sum[t] += part_of_sum[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part_of_sum[0];
}

// The better one: halves of the block are added, with the first addition on loading.
template <class T, int THREADS>
__global__ void sum_sequential(const T* in, T* out, int n) {
  __shared__ T part[THREADS];
  int t = threadIdx.x, i = blockIdx.x * THREADS * 2 + t;
  T sum = i < n ? in[i] : T(0);
  if (i + THREADS < n) sum += in[i + THREADS];
  part[t] = sum;
  __syncthreads();
#pragma unroll
  for (int s = THREADS / 2; s > 0; s /= 2) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// The scalar product of two vectors of doubles, finished with one atomic a block.
__global__ void scalar_product(const double* __restrict__ x, const double* __restrict__ y, double* out,
                               int n) {
  __shared__ double warps[8];
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i] * y[i];
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 8) {
    sum = warps[threadIdx.x];
    for (int d = 4; d; d /= 2) sum += __shfl_down_sync(0xff, sum, d);
    if (threadIdx.x == 0) atomicAdd(out, sum);
  }
}

// One block of 1,024 threads adds a whole array.
__global__ void sum_by_one_block(const float* in, float* out, int n) {
  __shared__ float warps[32];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 1024) sum += in[i];
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = warps[threadIdx.x];
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0) *out = sum;
  }
}

// The greatest magnitude: every warp raises the result by an atomic on the bits of the number.
__global__ void greatest_magnitude(const float* in, int* bits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? fabsf(in[i]) : 0.f;
  for (int d = 16; d; d /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
  if (threadIdx.x % 32 == 0) atomicMax(bits, __float_as_int(v));
}

// The mean of each segment of an array, a warp a segment.
__global__ void means_of_segments(const float* in, const int* start, float* mean, int segments) {
  int segment = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (segment >= segments) return;
  int first = start[segment], last = start[segment + 1];
  float sum = 0;
  for (int i = first + lane; i < last; i += 32) sum += in[i];
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0) mean[segment] = last > first ? sum / (last - first) : 0.f;
}

// The sum of each column, a thread a column.
template <class T>
__global__ void sums_of_columns(const T* in, T* out, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  T sum = 0;
  for (int r = 0; r < rows; ++r) sum += in[static_cast<size_t>(r) * columns + c];
  out[c] = sum;
}

// How many bytes equal a given one; sixteen bytes a step, compared four at a time.
__global__ void count_equal_bytes(const uint4* in, unsigned pattern, unsigned* count, int n) {
  unsigned found = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uint4 v = in[i];
    found += __popc(__vcmpeq4(v.x, pattern)) + __popc(__vcmpeq4(v.y, pattern)) +
             __popc(__vcmpeq4(v.z, pattern)) + __popc(__vcmpeq4(v.w, pattern));
  }
  found = __reduce_add_sync(~0u, found);
  if (threadIdx.x % 32 == 0 && found) atomicAdd(count, found / 8);
}

// Mean and variance by Welford's way: threads, warps and then the block combine theirs.
__global__ void variance_by_welford(const float* in, float3* out, int n) {
  __shared__ float3 warps[8];
  float count = 0, mean = 0, spread = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = in[i], off = v - mean;
    count += 1;
    mean += off / count;
    spread += off * (v - mean);
  }
  auto combine = [&](float c, float m, float s) {
    float total = count + c, off = m - mean, share = total > 0 ? c / total : 0.f;
    spread += s + off * off * count * share;
    mean += off * share;
    count = total;
  };
  for (int d = 16; d; d /= 2) {
    float c = __shfl_xor_sync(~0u, count, d), m = __shfl_xor_sync(~0u, mean, d);
    float s = __shfl_xor_sync(~0u, spread, d);
    combine(c, m, s);
  }
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = make_float3(count, mean, spread);
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w) combine(warps[w].x, warps[w].y, warps[w].z);
    out[blockIdx.x] = make_float3(count, mean, spread);
  }
}

// Sums by sorted keys: a thread walks eight pairs and adds each run that ends by an atomic.
__global__ void sum_by_key(const int* __restrict__ key, const float* __restrict__ value, float* out, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (first >= n) return;
  int last = min(n, first + 8), current = key[first];
  float sum = 0;
  for (int i = first; i < last; ++i) {
    if (key[i] != current) {
      atomicAdd(out + current, sum);
      current = key[i];
      sum = 0;
    }
    sum += value[i];
  }
  atomicAdd(out + current, sum);
}

// Compensated sums of long rows, a thread a row of a matrix that is stored by columns.
__global__ void sum_compensated(const float* in, float* out, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0, lost = 0;
  for (int c = 0; c < columns; ++c) {
    float v = in[c * rows + row] - lost, next = sum + v;
    lost = (next - sum) - v;
    sum = next;
  }
  out[row] = sum;
}

// Where two arrays of 64-bit integers first differ.
__global__ void first_difference(const longlong2* a, const longlong2* b, int* where, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  longlong2 u = a[i], v = b[i];
  if (u.x != v.x || u.y != v.y) atomicMin(where, 2 * i + (u.x == v.x));
}

}  // namespace varied
