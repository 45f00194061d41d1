// Building blocks: moments, scans, splits, small sorts, histograms and removal of duplicates.
#pragma once
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace untried {

namespace cg = cooperative_groups;

struct Moments {
  double n, mean, second, third;
};

// Chan's formulas for two sets of numbers
__device__ inline Moments merged(const Moments& a, const Moments& b) {
  double n = a.n + b.n;
  if (n == 0) return a;
  double d = b.mean - a.mean;
  return {n, a.mean + d * b.n / n, a.second + b.second + d * d * a.n * b.n / n,
          a.third + b.third + d * d * d * a.n * b.n * (a.n - b.n) / (n * n) +
              3 * d * (a.n * b.second - b.n * a.second) / n};
}

// Mean, variance and skewness of what each block reads, without loss of precision.
__global__ void merge_moments(const float* in, Moments* out, int n) {
  __shared__ Moments kept[32];
  Moments own = {};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    own = merged(own, {1, in[i], 0, 0});
  }
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int pass = 0; pass < 2; ++pass) {
    for (int offset = 16; offset > 0; offset /= 2) {
      Moments other = {
          __shfl_down_sync(0xffffffff, own.n, offset), __shfl_down_sync(0xffffffff, own.mean, offset),
          __shfl_down_sync(0xffffffff, own.second, offset), __shfl_down_sync(0xffffffff, own.third, offset)};
      own = merged(own, other);
    }
    if (pass == 0 && lane == 0) kept[warp] = own;
    __syncthreads();
    if (pass == 0) own = lane < blockDim.x / 32 ? kept[lane] : Moments{};
  }
  if (threadIdx.x == 0) out[blockIdx.x] = own;
}

// Moves keys to eight regions by their top three bits. The lanes of a warp with one region take places together; a
// block takes its share of each region once.
__global__ void split_in_eight(const unsigned* in, unsigned* out, int* used, int n) {
  __shared__ int count[8], base[8];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (threadIdx.x < 8) count[threadIdx.x] = 0;
  __syncthreads();
  unsigned key = i < n ? in[i] : 0;
  int region = i < n ? static_cast<int>(key >> 29) : 8, place = 0;
  unsigned peers = __match_any_sync(0xffffffff, region);
  int leader = __ffs(peers) - 1;
  if (lane == leader && region < 8) place = atomicAdd(&count[region], __popc(peers));
  place = __shfl_sync(0xffffffff, place, leader) + __popc(peers & ((1u << lane) - 1));
  __syncthreads();
  if (threadIdx.x < 8) base[threadIdx.x] = atomicAdd(used + threadIdx.x, count[threadIdx.x]);
  __syncthreads();
  if (region < 8) out[static_cast<size_t>(region) * n + base[region] + place] = key;
}

// Sorts tiles of as many keys of 16 bits as a block has threads, a bit a pass, by ballots.
__global__ void sort_tiles_by_bit(const unsigned short* in, unsigned short* out) {
  __shared__ unsigned short tile[1024];
  __shared__ int zeros[32];
  int t = threadIdx.x, warp = t / 32, lane = t % 32, warps = blockDim.x / 32;
  unsigned key = in[blockIdx.x * blockDim.x + t];
  for (int bit = 0; bit < 16; ++bit) {
    bool one = key >> bit & 1;
    unsigned votes = __ballot_sync(0xffffffff, !one);
    if (lane == 0) zeros[warp] = __popc(votes);
    __syncthreads();
    int before = 0, all = 0;
    for (int w = 0; w < warps; ++w) {
      if (w == warp) before = all;
      all += zeros[w];
    }
    before += __popc(votes & ((1u << lane) - 1));
    tile[one ? all + t - before : before] = static_cast<unsigned short>(key);
    __syncthreads();
    key = tile[t];
  }
  out[blockIdx.x * blockDim.x + t] = static_cast<unsigned short>(key);
}

// A histogram by exponent and two more bits of each number, for quantiles of times that differ by magnitudes.
__global__ void magnitude_histogram(const float4* in, unsigned* counts, int quads) {
  __shared__ unsigned count[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) count[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
    float4 v = in[i];
    atomicAdd(&count[__float_as_uint(v.x) >> 21 & 1023], 1u);
    atomicAdd(&count[__float_as_uint(v.y) >> 21 & 1023], 1u);
    atomicAdd(&count[__float_as_uint(v.z) >> 21 & 1023], 1u);
    atomicAdd(&count[__float_as_uint(v.w) >> 21 & 1023], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    if (count[i]) atomicAdd(counts + i, count[i]);
  }
}

// The distinct values of a sorted array and where each begins. Blocks take their places in any order.
__global__ void unique_of_sorted(const int* in, int2* out, int* total, int n) {
  __shared__ int sums[33];
  int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  bool first = i < n && (i == 0 || in[i] != in[i - 1]);
  unsigned votes = __ballot_sync(0xffffffff, first);
  if (lane == 0) sums[warp] = __popc(votes);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) {
      int next = sum + sums[w];
      sums[w] = sum;
      sum = next;
    }
    sums[32] = atomicAdd(total, sum);
  }
  __syncthreads();
  if (first) out[sums[32] + sums[warp] + __popc(votes & ((1u << lane) - 1))] = make_int2(in[i], i);
}

// Scales rows of 48 numbers to length one, a row a tile of 16 threads.
__global__ void normalise_by_tiles(const float* in, float* out, int rows) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int row = blockIdx.x * (blockDim.x / 16) + tile.meta_group_rank();
  if (row >= rows) return;
  const float* from = in + row * 48;
  float v[3], sum = 0;
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    v[k] = from[tile.thread_rank() + 16 * k];
    sum += v[k] * v[k];
  }
  float scale = rsqrtf(cg::reduce(tile, sum, cg::plus<float>()) + 1e-12f);
#pragma unroll
  for (int k = 0; k < 3; ++k) out[row * 48 + tile.thread_rank() + 16 * k] = v[k] * scale;
}

// Running sums of the bytes of each row of 4096, as 16-bit numbers; 16 bytes a thread, blocks of 256.
__global__ void running_sums_of_bytes(const uint4* in, uint4* out) {
  __shared__ int warp_sum[8];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  uint4 four = in[blockIdx.x * 256 + t];
  unsigned word[4] = {four.x, four.y, four.z, four.w}, pair[8];
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 16; k += 2) {
    unsigned low = (sum += word[k / 4] >> 8 * (k % 4) & 255);
    unsigned high = (sum += word[k / 4] >> 8 * (k % 4 + 1) & 255);
    pair[k / 2] = (low & 65535) | high << 16;
  }
  int before = sum;
  for (int offset = 1; offset < 32; offset *= 2) {
    int other = __shfl_up_sync(0xffffffff, before, offset);
    if (lane >= offset) before += other;
  }
  if (lane == 31) warp_sum[warp] = before;
  __syncthreads();
  before -= sum;
  for (int w = 0; w < warp; ++w) before += warp_sum[w];
  unsigned both = (before & 65535) * 65537u;
#pragma unroll
  for (int k = 0; k < 8; ++k) pair[k] = __vadd2(pair[k], both);
  uint4* to = out + blockIdx.x * 512 + 2 * t;
  to[0] = make_uint4(pair[0], pair[1], pair[2], pair[3]);
  to[1] = make_uint4(pair[4], pair[5], pair[6], pair[7]);
}

}  // namespace untried
