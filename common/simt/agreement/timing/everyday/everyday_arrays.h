// Whole arrays: reductions, scans, histograms, compaction and sorting.
#pragma once
#include <cuda_runtime.h>

namespace everyday {

// The sum of an array by vectors of four, shuffles, and one atomic a block.
__global__ void sum_by_fours(const float4* __restrict__ x, float* total, int n) {
  __shared__ float warps[32];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float4 v = x[i];
    sum += v.x + v.y + v.z + v.w;
  }
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0;
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0) atomicAdd(total, sum);
  }
}

// The least and the greatest of each block's part, by halving in shared memory.
__global__ void least_and_greatest(const float* x, float2* out, int n) {
  extern __shared__ float2 ends[];
  float low = INFINITY, high = -INFINITY;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    low = fminf(low, x[i]);
    high = fmaxf(high, x[i]);
  }
  ends[threadIdx.x] = make_float2(low, high);
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half; half /= 2) {
    if (threadIdx.x < half) {
      float2 a = ends[threadIdx.x], b = ends[threadIdx.x + half];
      ends[threadIdx.x] = make_float2(fminf(a.x, b.x), fmaxf(a.y, b.y));
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = ends[0];
}

// The length of each row in double precision, a warp a row.
__global__ void row_lengths_double(const double* x, double* out, int rows, int width) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  double sum = 0;
  for (int i = lane; i < width; i += 32) sum += x[row * width + i] * x[row * width + i];
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) out[row] = sqrt(sum);
}

// The greatest element of each row and where it is, a block a row.
__global__ void greatest_of_rows(const float* x, int* where, float* what, int width) {
  __shared__ float value[256];
  __shared__ int place[256];
  int t = threadIdx.x, at = -1;
  float best = -INFINITY;
  for (int i = t; i < width; i += 256) {
    float v = x[blockIdx.x * width + i];
    if (v > best) {
      best = v;
      at = i;
    }
  }
  value[t] = best;
  place[t] = at;
  __syncthreads();
  for (int half = 128; half; half /= 2) {
    if (t < half && value[t + half] > value[t]) {
      value[t] = value[t + half];
      place[t] = place[t + half];
    }
    __syncthreads();
  }
  if (t == 0) {
    where[blockIdx.x] = place[0];
    what[blockIdx.x] = value[0];
  }
}

// The mean and the spread of each column of a table, by blocks of 32 columns and 16 rows that go down it.
__global__ void column_mean_and_spread(const float* x, float* mean, float* spread, int rows, int columns) {
  __shared__ float sums[16][33], squares[16][33];
  int column = blockIdx.x * 32 + threadIdx.x;
  float sum = 0, square = 0;
  if (column < columns) {
    for (int r = threadIdx.y; r < rows; r += 16) {
      float v = x[r * columns + column];
      sum += v;
      square += v * v;
    }
  }
  sums[threadIdx.y][threadIdx.x] = sum;
  squares[threadIdx.y][threadIdx.x] = square;
  __syncthreads();
  if (threadIdx.y == 0 && column < columns) {
    for (int y = 1; y < 16; ++y) {
      sum += sums[y][threadIdx.x];
      square += squares[y][threadIdx.x];
    }
    float m = sum / rows;
    mean[column] = m;
    spread[column] = sqrtf(fmaxf(square / rows - m * m, 0));
  }
}

// Inclusive sums of blocks of 4,096 integers, four a thread, and the sum of each block.
__global__ void __launch_bounds__(1024) scan_blocks_of_4096(const int4* in, int4* out, int* block_sums) {
  __shared__ int warps[32];
  int at = blockIdx.x * 1024 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int4 v = in[at];
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  int sum = v.w;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(~0u, sum, d);
    if (lane >= d) sum += other;
  }
  if (lane == 31) warps[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    int w = warps[lane];
    for (int d = 1; d < 32; d *= 2) {
      int other = __shfl_up_sync(~0u, w, d);
      if (lane >= d) w += other;
    }
    warps[lane] = w;
  }
  __syncthreads();
  int before = sum - v.w + (warp ? warps[warp - 1] : 0);
  out[at] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
  if (threadIdx.x == 1023) block_sums[blockIdx.x] = before + v.w;
}

// Adds to each block of 4,096 sums what all blocks before it sum to.
__global__ void add_what_came_before(int4* sums, const int* before) {
  int4 v = sums[blockIdx.x * blockDim.x + threadIdx.x];
  int b = before[blockIdx.x * blockDim.x / 1024];
  sums[blockIdx.x * blockDim.x + threadIdx.x] = make_int4(v.x + b, v.y + b, v.z + b, v.w + b);
}

// A histogram of points in the plane, 48x48 bins in shared memory.
__global__ void histogram_of_points(const float2* point, int* bins, int n) {
  __shared__ int count[48 * 48];
  for (int i = threadIdx.x; i < 48 * 48; i += blockDim.x) count[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float2 p = point[i];
    int x = static_cast<int>(p.x * 48), y = static_cast<int>(p.y * 48);
    if (x >= 0 && x < 48 && y >= 0 && y < 48) atomicAdd(count + y * 48 + x, 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 48 * 48; i += blockDim.x) {
    if (count[i]) atomicAdd(bins + i, count[i]);
  }
}

// Keeps the elements between two limits: ballots place them in the block, and one atomic places the block.
__global__ void keep_between(const int* in, int* out, int* kept, int low, int high, int n) {
  __shared__ int warps[8], base;
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int v = i < n ? in[i] : 0;
  bool keep = i < n && v >= low && v < high;
  unsigned votes = __ballot_sync(~0u, keep);
  if (lane == 0) warps[warp] = __popc(votes);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 0; w < 8; ++w) {
      int count = warps[w];
      warps[w] = sum;
      sum += count;
    }
    base = atomicAdd(kept, sum);
  }
  __syncthreads();
  if (keep) out[base + warps[warp] + __popc(votes & ((1u << lane) - 1))] = v;
}

// Sorts keys with values by a bitonic network in shared memory, 2,048 pairs a block of 1,024 threads.
__global__ void bitonic_pairs_2048(float* key, int* value) {
  __shared__ float k[2048];
  __shared__ int v[2048];
  int t = threadIdx.x, base = blockIdx.x * 2048;
  for (int i = t; i < 2048; i += 1024) {
    k[i] = key[base + i];
    v[i] = value[base + i];
  }
  for (int size = 2; size <= 2048; size *= 2) {
    for (int step = size / 2; step; step /= 2) {
      __syncthreads();
      int a = 2 * t - (t & (step - 1)), b = a + step;
      bool up = (a & size) == 0;
      if ((k[a] > k[b]) == up) {
        float f = k[a];
        k[a] = k[b];
        k[b] = f;
        int g = v[a];
        v[a] = v[b];
        v[b] = g;
      }
    }
  }
  __syncthreads();
  for (int i = t; i < 2048; i += 1024) {
    key[base + i] = k[i];
    value[base + i] = v[i];
  }
}

// Merges pairs of sorted runs: each element looks for its rank in the other run by bisection.
__global__ void merge_runs_by_rank(const unsigned* in, unsigned* out, int run, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int pair = i / (2 * run) * (2 * run), in_run = (i - pair) % run;
  bool second = i - pair >= run;
  const unsigned* other = in + pair + (second ? 0 : run);
  unsigned v = in[i];
  int low = 0, high = max(0, min(run, static_cast<int>(in + n - other)));
  while (low < high) {
    int middle = (low + high) / 2;
    if (second ? other[middle] <= v : other[middle] < v) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  out[pair + in_run + low] = v;
}

// Sorts each of many short lists of at most 24 numbers in a thread's own memory.
__global__ void sort_short_lists(const int* start, float* value, int lists) {
  int list = blockIdx.x * blockDim.x + threadIdx.x;
  if (list >= lists) return;
  float own[24];
  int first = start[list], n = start[list + 1] - first;
  for (int i = 0; i < n; ++i) {
    float v = value[first + i];
    int j = i;
    while (j > 0 && own[j - 1] > v) {
      own[j] = own[j - 1];
      --j;
    }
    own[j] = v;
  }
  for (int i = 0; i < n; ++i) value[first + i] = own[i];
}

// Ranks keys by four bits within blocks of 1,024 and writes them in that order, with the counts of the 16
// digits.
__global__ void radix_blocks_by_4_bits(const unsigned* in, unsigned* out, int* counts, int shift) {
  __shared__ int count[16][32], total[16];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned key = in[blockIdx.x * 1024 + t];
  int digit = key >> shift & 15, rank = 0;
  for (int d = 0; d < 16; ++d) {
    unsigned votes = __ballot_sync(~0u, digit == d);
    if (digit == d) rank = __popc(votes & ((1u << lane) - 1));
    if (lane == 0) count[d][warp] = __popc(votes);
  }
  __syncthreads();
  if (warp < 16) {
    int c = count[warp][lane], sum = c;
    for (int d = 1; d < 32; d *= 2) {
      int other = __shfl_up_sync(~0u, sum, d);
      if (lane >= d) sum += other;
    }
    count[warp][lane] = sum - c;
    if (lane == 31) total[warp] = sum;
  }
  __syncthreads();
  int before = 0;
  for (int d = 0; d < digit; ++d) before += total[d];
  out[blockIdx.x * 1024 + before + count[digit][warp] + rank] = key;
  if (t < 16) counts[t * gridDim.x + blockIdx.x] = total[t];
}

}  // namespace everyday
