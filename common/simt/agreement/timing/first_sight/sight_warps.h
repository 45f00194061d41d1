// Kernels in the style of warps and cooperating blocks: votes, matches, asynchronous copies and work queues.
#pragma once
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

#include "sight_helpers.h"

namespace sight {

namespace cg = cooperative_groups;

// Adds up an array; every block writes its part and the last block to finish adds the parts.
__global__ void sum_last_block(const float4* in, float* parts, int* done, float* total, int quads) {
  __shared__ float part[32];
  __shared__ bool last;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
    float4 v = __ldg(in + i);
    sum += v.x + v.y + v.z + v.w;
  }
  sum = block_sum(sum, part);
  if (threadIdx.x == 0) {
    atomicExch(parts + blockIdx.x, sum);
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  sum = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += atomicAdd(parts + i, 0.0f);
  sum = block_sum(sum, part);
  if (threadIdx.x == 0) *total = sum;
}

// Sums integers of a warp in hardware and one atomic a block.
__global__ void count_bits(const uint4* in, unsigned long long* total, int n) {
  __shared__ unsigned block_total;
  if (threadIdx.x == 0) block_total = 0;
  __syncthreads();
  unsigned bits = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uint4 v = in[i];
    bits += __popc(v.x) + __popc(v.y) + __popc(v.z) + __popc(v.w);
  }
  bits = __reduce_add_sync(kAll, bits);
  if (threadIdx.x % 32 == 0) atomicAdd(&block_total, bits);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, static_cast<unsigned long long>(block_total));
}

// Sums prices by customer: lanes with the same customer find each other and the first adds for all.
__global__ void sums_by_key(const int* key, const float* value, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int k = i < n ? key[i] : -1;
  float v = i < n ? value[i] : 0.0f, mine = 0;
  unsigned peers = __match_any_sync(kAll, k), rest = peers;
  while (__any_sync(kAll, rest)) {
    int from = rest ? __ffs(rest) - 1 : 0;
    float other = __shfl_sync(kAll, v, from);
    if (rest) mine += other;
    rest &= rest - 1;
  }
  if (k >= 0 && lane == __ffs(peers) - 1) atomicAdd(sum + k, mine);
}

// Filters events; the lanes that keep one form a group whose leader reserves places for all of them.
__global__ void keep_events(const int2* event, int2* out, int* count, int low, int high, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int2 e = event[i];
    if (e.y >= low && e.y < high) {
      cg::coalesced_group group = cg::coalesced_threads();
      int at = 0;
      if (group.thread_rank() == 0) at = atomicAdd(count, static_cast<int>(group.size()));
      out[group.shfl(at, 0) + group.thread_rank()] = e;
    }
  }
}

// Smooths a long signal with 64 taps; the next tile is copied asynchronously while this one is used.
__global__ void smooth_with_copies(const float* in, float* out, const float* taps, int tiles) {
  __shared__ __align__(16) float tile[2][1024 + 64];
  __shared__ float weight[64];
  if (threadIdx.x < 64) weight[threadIdx.x] = taps[threadIdx.x];
  auto fetch = [&](int which, int slot) {
    for (int i = threadIdx.x; i < (1024 + 64) / 4; i += blockDim.x)
      __pipeline_memcpy_async(&tile[slot][i * 4], in + static_cast<size_t>(which) * 1024 + i * 4, 16);
    __pipeline_commit();
  };
  if (blockIdx.x < tiles) fetch(blockIdx.x, 0);
  for (int which = blockIdx.x, slot = 0; which < tiles; which += gridDim.x, slot ^= 1) {
    bool more = which + gridDim.x < tiles;
    if (more) fetch(which + gridDim.x, slot ^ 1);
    __pipeline_wait_prior(more ? 1 : 0);
    __syncthreads();
    float sum[4] = {};
    for (int k = 0; k < 64; ++k)
#pragma unroll
      for (int j = 0; j < 4; ++j) sum[j] += weight[k] * tile[slot][threadIdx.x + 256 * j + k];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[static_cast<size_t>(which) * 1024 + threadIdx.x + 256 * j] = sum[j];
    __syncthreads();
  }
}

// Finds the five nearest of the reference points for each query with a sorted list of its own.
__global__ void five_nearest(const float* query, const float* reference, int* nearest, int queries,
                             int references) {
  __shared__ float tile[128][4];
  int i = blockIdx.x * 128 + threadIdx.x;
  float q[4], best[5];
  int who[5];
  for (int d = 0; d < 4; ++d) q[d] = i < queries ? query[d * queries + i] : 0.0f;
#pragma unroll
  for (int k = 0; k < 5; ++k) best[k] = 3.4e38f, who[k] = -1;
  for (int first = 0; first < references; first += 128) {
    for (int d = 0; d < 4; ++d)
      tile[threadIdx.x][d] =
          first + threadIdx.x < references ? reference[d * references + first + threadIdx.x] : 1e15f;
    __syncthreads();
    for (int j = 0; j < 128; ++j) {
      float sum = 0;
#pragma unroll
      for (int d = 0; d < 4; ++d) sum += (tile[j][d] - q[d]) * (tile[j][d] - q[d]);
      if (sum < best[4]) {
        int id = first + j;
#pragma unroll
        for (int k = 0; k < 5; ++k)
          if (sum < best[k]) {
            float swap = best[k];
            int other = who[k];
            best[k] = sum;
            who[k] = id;
            sum = swap;
            id = other;
          }
      }
    }
    __syncthreads();
  }
  if (i < queries)
#pragma unroll
    for (int k = 0; k < 5; ++k) nearest[k * queries + i] = who[k];
}

// Works through tasks of unequal length from a queue; each warp takes the next task when it is done with the last.
__global__ void queue_of_tasks(const int* length, const int* start, const float* data, float* result,
                               int* next, int tasks) {
  int lane = threadIdx.x & 31;
  for (;;) {
    int task = 0;
    if (lane == 0) task = atomicAdd(next, 1);
    task = __shfl_sync(kAll, task, 0);
    if (task >= tasks) break;
    float most = -3.4e38f, sum = 0;
    for (int i = lane; i < length[task]; i += 32) {
      float v = data[start[task] + i];
      most = fmaxf(most, v);
      sum += v * v;
    }
    most = warp_max(most);
    sum = warp_sum(sum);
    if (lane == 0) result[task] = most / sqrtf(sum + 1e-6f);
  }
}

// Assigns points to the nearest of a few centres and adds them to the centre's sums, first in shared memory.
__global__ void assign_to_centres(const float2* point, const float2* centre, int* owner, float* sums, int n,
                                  int k) {
  extern __shared__ float centre_sums[];
  float2* centres = reinterpret_cast<float2*>(centre_sums + 4 * k);
  for (int i = threadIdx.x; i < 3 * k; i += blockDim.x) centre_sums[i] = 0;
  for (int i = threadIdx.x; i < k; i += blockDim.x) centres[i] = centre[i];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float2 p = point[i];
    float best = 3.4e38f;
    int at = 0;
    for (int c = 0; c < k; ++c) {
      float dx = p.x - centres[c].x, dy = p.y - centres[c].y, d = dx * dx + dy * dy;
      if (d < best) {
        best = d;
        at = c;
      }
    }
    owner[i] = at;
    atomicAdd(centre_sums + at, p.x);
    atomicAdd(centre_sums + k + at, p.y);
    atomicAdd(centre_sums + 2 * k + at, 1.0f);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 3 * k; i += blockDim.x) atomicAdd(sums + i, centre_sums[i]);
}

// Sorts 32 keys a warp by a bitonic network of shuffles.
__global__ void sort_32_lanes(const unsigned long long* in, unsigned long long* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  if (i - lane >= n) return;
  unsigned long long v = i < n ? in[i] : ~0ull;
#pragma unroll
  for (int size = 2; size <= 32; size *= 2)
#pragma unroll
    for (int step = size / 2; step > 0; step /= 2) {
      unsigned long long other = __shfl_xor_sync(kAll, v, step);
      bool low = !(lane & step) == !(lane & size);
      v = low ? min(v, other) : max(v, other);
    }
  if (i < n) out[i] = v;
}

}  // namespace sight
