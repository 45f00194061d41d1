// Reductions and scans, over whole arrays, segments, keys, rows and columns.
#pragma once
#include <cuda_runtime.h>

namespace pieces {

// The sum of each block's stretch of 2 * Threads elements, by a tree in shared memory; two loads a thread.
template <class T, int Threads>
__global__ void sum_tree_shared(const T* in, T* out, int n) {
  __shared__ T part[Threads];
  int t = threadIdx.x, i = blockIdx.x * 2 * Threads + t;
  T v = i < n ? in[i] : T(0);
  if (i + Threads < n) v += in[i + Threads];
  part[t] = v;
  __syncthreads();
  for (int half = Threads / 2; half > 0; half >>= 1) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// The tree as beginners write it: neighbours at growing strides, with a remainder in the test.
__global__ void sum_tree_interleaved(const int* in, int* out, int n) {
  extern __shared__ int cell[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  cell[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) cell[t] += cell[t + stride];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, cell[0]);
}

// A dot product: a grid-stride loop over float4, shuffles in the warp and one atomic addition a block.
__global__ void dot_by_shuffles(const float4* __restrict__ x, const float4* __restrict__ y, float* out,
                                int n) {
  __shared__ float part[32];
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float4 a = x[i], b = y[i];
    s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(~0u, s, d);
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) part[warp] = s;
  __syncthreads();
  if (warp == 0) {
    s = lane < blockDim.x / 32 ? part[lane] : 0;
    for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (lane == 0) atomicAdd(out, s);
  }
}

// Where the greatest element is: value and index packed in 64 bits, a 64-bit atomic maximum for each warp.
__global__ void index_of_greatest(const unsigned* in, unsigned long long* best, int n) {
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned long long v = static_cast<unsigned long long>(in[i]) << 32 | static_cast<unsigned>(i);
    mine = v > mine ? v : mine;
  }
  for (int d = 16; d > 0; d >>= 1) {
    unsigned long long other = __shfl_xor_sync(~0u, mine, d);
    mine = other > mine ? other : mine;
  }
  if ((threadIdx.x & 31) == 0) atomicMax(best, mine);
}

// Mean and variance of the whole array in double; the block that finishes last adds up the parts.
template <int Threads>
__global__ void moments_last_block(const float* in, double2* part, unsigned* done, double2* out, int n) {
  __shared__ double sum[Threads], square[Threads];
  __shared__ bool last;
  int t = threadIdx.x;
  auto add_up = [&](double s, double q) {
    sum[t] = s;
    square[t] = q;
    __syncthreads();
    for (int half = Threads / 2; half > 0; half >>= 1) {
      if (t < half) {
        sum[t] += sum[t + half];
        square[t] += square[t + half];
      }
      __syncthreads();
    }
  };
  double s = 0, q = 0;
  for (int i = blockIdx.x * Threads + t; i < n; i += gridDim.x * Threads) {
    double v = in[i];
    s += v;
    q += v * v;
  }
  add_up(s, q);
  if (t == 0) {
    part[blockIdx.x] = make_double2(sum[0], square[0]);
    __threadfence();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!last) return;
  s = q = 0;
  for (int b = t; b < gridDim.x; b += Threads) {
    s += __ldcg(&part[b].x);
    q += __ldcg(&part[b].y);
  }
  add_up(s, q);
  if (t == 0) {
    double mean = sum[0] / n;
    *out = make_double2(mean, square[0] / n - mean * mean);
  }
}

// The sum of each segment between two offsets; a warp for each segment.
__global__ void segment_sums_by_warp(const float* in, const int* start, float* out, int segments) {
  int segment = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (segment >= segments) return;
  float s = 0;
  for (int k = start[segment] + lane, end = start[segment + 1]; k < end; k += 32) s += in[k];
  for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(~0u, s, d);
  if (lane == 0) out[segment] = s;
}

// Sums by sorted key: each thread adds up a stretch of 16 pairs and makes an atomic
// addition where the key changes.
__global__ void sums_by_sorted_key(const int* key, const float* value, float* out, int n) {
  int from = (blockIdx.x * blockDim.x + threadIdx.x) * 16;
  if (from >= n) return;
  int to = min(from + 16, n), current = key[from];
  float s = 0;
  for (int i = from; i < to; ++i) {
    int k = key[i];
    if (k != current) {
      atomicAdd(&out[current], s);
      s = 0;
      current = k;
    }
    s += value[i];
  }
  atomicAdd(&out[current], s);
}

// Running sums within each block by up-sweep and down-sweep in padded shared memory, two elements a thread.
template <int Threads>
__global__ void scan_up_and_down(const int* in, int* out, int* total) {
  __shared__ int cell[2 * Threads + 2 * Threads / 32];
  auto at = [](int i) { return i + (i >> 5); };
  int t = threadIdx.x, base = blockIdx.x * 2 * Threads;
  cell[at(t)] = in[base + t];
  cell[at(t + Threads)] = in[base + t + Threads];
  int step = 1;
  for (int d = Threads; d > 0; d >>= 1, step *= 2) {
    __syncthreads();
    if (t < d) cell[at(step * (2 * t + 2) - 1)] += cell[at(step * (2 * t + 1) - 1)];
  }
  __syncthreads();
  if (t == 0) {
    total[blockIdx.x] = cell[at(2 * Threads - 1)];
    cell[at(2 * Threads - 1)] = 0;
  }
  for (int d = 1; d <= Threads; d *= 2) {
    step >>= 1;
    __syncthreads();
    if (t < d) {
      int low = at(step * (2 * t + 1) - 1), high = at(step * (2 * t + 2) - 1), v = cell[low];
      cell[low] = cell[high];
      cell[high] += v;
    }
  }
  __syncthreads();
  out[base + t] = cell[at(t)];
  out[base + t + Threads] = cell[at(t + Threads)];
}

// Running sums along each row; a block a row walks over it in pieces of its own width, scanning each piece
// with two buffers in shared memory and carrying the sum on.
__global__ void scan_rows_double_buffer(const float* in, float* out, int columns) {
  extern __shared__ float buffer[];
  int t = threadIdx.x, width = blockDim.x;
  float carry = 0;
  for (int base = 0; base < columns; base += width) {
    int c = base + t, which = 0;
    buffer[t] = c < columns ? in[blockIdx.x * columns + c] : 0;
    __syncthreads();
    for (int d = 1; d < width; d *= 2) {
      float v = buffer[which * width + t];
      if (t >= d) v += buffer[which * width + t - d];
      which ^= 1;
      buffer[which * width + t] = v;
      __syncthreads();
    }
    if (c < columns) out[blockIdx.x * columns + c] = carry + buffer[which * width + t];
    carry += buffer[which * width + width - 1];
    __syncthreads();
  }
}

// Running products down each column, a thread a column, four rows read ahead.
__global__ void scan_down_columns(const double* in, double* out, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  double p = 1;
#pragma unroll 4
  for (int r = 0; r < rows; ++r) {
    p *= in[r * columns + c];
    out[r * columns + c] = p;
  }
}

// The greatest of each column: blocks of 32 x 8 threads walk down a strip, then fold their eight rows.
__global__ void column_greatest(const float* in, float* out, int rows, int columns) {
  __shared__ float part[8][32];
  int c = blockIdx.x * 32 + threadIdx.x;
  float best = -1e30f;
  if (c < columns)
    for (int r = threadIdx.y; r < rows; r += 8) best = fmaxf(best, in[r * columns + c]);
  part[threadIdx.y][threadIdx.x] = best;
  __syncthreads();
  if (threadIdx.y || c >= columns) return;
  for (int k = 1; k < 8; ++k) best = fmaxf(best, part[k][threadIdx.x]);
  out[c] = best;
}

}  // namespace pieces
