// Sorting, scans, selection, histograms, merging and segmented sums.
#pragma once
#include "sight_helpers.h"

namespace sight {

// Scans each block's share with shuffles, four values a thread, and writes the block's total.
__global__ void scan_shuffles(const int4* in, int4* out, int* totals) {
  __shared__ int warps[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int4 v = in[i];
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  int upto = warp_scan(v.w);
  if (lane == 31) warps[warp] = upto;
  __syncthreads();
  if (warp == 0) warps[lane] = warp_scan(lane < blockDim.x / 32 ? warps[lane] : 0);
  __syncthreads();
  int before = upto - v.w + (warp ? warps[warp - 1] : 0);
  out[i] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
  if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = v.w + before;
}

// Scans 2048 values a block with a tree that goes up and down in padded shared memory.
__global__ void scan_tree(const float* in, float* out) {
  __shared__ float tree[2048 + 64];
  auto at = [](int i) { return i + i / 32; };
  size_t base = static_cast<size_t>(blockIdx.x) * 2048;
  int t = threadIdx.x;
  tree[at(t)] = in[base + t];
  tree[at(t + 1024)] = in[base + t + 1024];
  int step = 1;
  for (int d = 1024; d > 0; d >>= 1, step *= 2) {
    __syncthreads();
    if (t < d) tree[at(step * (2 * t + 2) - 1)] += tree[at(step * (2 * t + 1) - 1)];
  }
  if (t == 0) tree[at(2047)] = 0;
  for (int d = 1; d < 2048; d *= 2) {
    step >>= 1;
    __syncthreads();
    if (t < d) {
      int i = at(step * (2 * t + 1) - 1), j = at(step * (2 * t + 2) - 1);
      float left = tree[i];
      tree[i] = tree[j];
      tree[j] += left;
    }
  }
  __syncthreads();
  out[base + t] = tree[at(t)];
  out[base + t + 1024] = tree[at(t + 1024)];
}

// Scans a long array in one block by Hillis and Steele's method, carrying the sum from tile to tile.
__global__ void scan_one_block(const int* in, int* out, int n) {
  __shared__ int tile[2][1024];
  int carry = 0, t = threadIdx.x;
  for (int first = 0; first < n; first += blockDim.x) {
    int now = 0;
    tile[0][t] = first + t < n ? in[first + t] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2, now ^= 1) {
      tile[now ^ 1][t] = tile[now][t] + (t >= d ? tile[now][t - d] : 0);
      __syncthreads();
    }
    if (first + t < n) out[first + t] = tile[now][t] + carry;
    carry += tile[now][blockDim.x - 1];
    __syncthreads();
  }
}

// Scans in a single pass: each block takes a ticket, publishes its sum and looks back at the blocks before it.
__global__ void scan_look_back(const int* in, int* out, unsigned long long* state, int* ticket, int n) {
  __shared__ int tile, warps[32], earlier;
  if (threadIdx.x == 0) tile = atomicAdd(ticket, 1);
  __syncthreads();
  int i = tile * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = i < n ? in[i] : 0, upto = warp_scan(v);
  if (lane == 31) warps[warp] = upto;
  __syncthreads();
  if (warp == 0) {
    warps[lane] = warp_scan(lane < blockDim.x / 32 ? warps[lane] : 0);
    __syncwarp();
    if (lane == 0) {
      unsigned total = warps[blockDim.x / 32 - 1];
      int before = 0;
      if (tile > 0) {
        atomicExch(state + tile, 1ull << 32 | total);
        for (int k = tile - 1;;) {
          unsigned long long seen = atomicAdd(state + k, 0ull);
          unsigned kind = seen >> 32;
          if (kind == 0) continue;
          before += static_cast<int>(static_cast<unsigned>(seen));
          if (kind == 2) break;
          --k;
        }
      }
      atomicExch(state + tile, 2ull << 32 | (total + before));
      earlier = before;
    }
  }
  __syncthreads();
  if (i < n) out[i] = upto + (warp ? warps[warp - 1] : 0) + earlier;
}

// Sorts each block's share of twice its threads by a bitonic network in shared memory.
__global__ void bitonic_sort_block(unsigned* keys) {
  extern __shared__ unsigned shared_keys[];
  int n = 2 * blockDim.x, t = threadIdx.x;
  unsigned* mine = keys + static_cast<size_t>(blockIdx.x) * n;
  shared_keys[t] = mine[t];
  shared_keys[t + blockDim.x] = mine[t + blockDim.x];
  for (int size = 2; size <= n; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (step - 1));
      bool up = !(i & size);
      unsigned a = shared_keys[i], b = shared_keys[i + step];
      if ((a > b) == up) {
        shared_keys[i] = b;
        shared_keys[i + step] = a;
      }
    }
  __syncthreads();
  mine[t] = shared_keys[t];
  mine[t + blockDim.x] = shared_keys[t + blockDim.x];
}

// Takes one step of a bitonic sort of keys with values in global memory.
__global__ void bitonic_step(unsigned* keys, unsigned* values, int step, int size, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * t >= n) return;
  int i = 2 * t - (t & (step - 1)), j = i + step;
  unsigned a = keys[i], b = keys[j];
  if ((a > b) == !(i & size)) {
    keys[i] = b;
    keys[j] = a;
    unsigned v = values[i];
    values[i] = values[j];
    values[j] = v;
  }
}

// Counts the digits of each block's share for a radix sort; the counts lie by digit.
__global__ void radix_count(const unsigned* keys, int* counts, int n, int shift, int each) {
  __shared__ int bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  int first = blockIdx.x * each, last = min(n, first + each);
  for (int i = first + threadIdx.x; i < last; i += blockDim.x) atomicAdd(bins + (keys[i] >> shift & 255), 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) counts[i * gridDim.x + blockIdx.x] = bins[i];
}

// Moves the keys of each block's share to their places by digit; lanes with equal digits are ranked by a match.
__global__ void radix_scatter(const unsigned* keys, const int* offsets, unsigned* out, int n, int shift,
                              int each) {
  __shared__ int next[256];
  __shared__ int count[8][256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) next[i] = offsets[i * gridDim.x + blockIdx.x];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, first = blockIdx.x * each,
      last = min(n, first + each);
  for (int base = first; base < last; base += 256) {
    for (int i = threadIdx.x; i < 8 * 256; i += 256) count[i / 256][i % 256] = 0;
    __syncthreads();
    int i = base + threadIdx.x;
    bool live = i < last;
    unsigned key = live ? keys[i] : 0;
    int digit = live ? key >> shift & 255 : 256 + warp;
    unsigned equal = __match_any_sync(kAll, digit);
    int rank = __popc(equal & ((1u << lane) - 1));
    if (live && rank == 0) count[warp][digit] = __popc(equal);
    __syncthreads();
    int before = next[threadIdx.x];
    for (int w = 0; w < 8; ++w) {
      int c = count[w][threadIdx.x];
      count[w][threadIdx.x] = before;
      before += c;
    }
    next[threadIdx.x] = before;
    __syncthreads();
    if (live) out[count[warp][digit] + rank] = key;
    __syncthreads();
  }
}

// Keeps the values above a limit in any order; a block reserves its places at once.
__global__ void compact_above(const float* in, float* out, int* count, float limit, int n) {
  __shared__ int warps[32], base;
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float v = i < n ? in[i] : limit;
  bool keep = v > limit;
  unsigned votes = __ballot_sync(kAll, keep);
  if (lane == 0) warps[warp] = __popc(votes);
  __syncthreads();
  if (warp == 0) {
    int c = lane < blockDim.x / 32 ? warps[lane] : 0, upto = warp_scan(c);
    warps[lane] = upto - c;
    if (lane == 31) base = atomicAdd(count, upto);
  }
  __syncthreads();
  if (keep) out[base + warps[warp] + __popc(votes & ((1u << lane) - 1))] = v;
}

// Merges two sorted arrays; each thread finds its start on the merge path and merges eight values.
__global__ void merge_paths(const int* a, const int* b, int* out, int na, int nb) {
  int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (diagonal >= na + nb) return;
  int low = max(0, diagonal - nb), high = min(diagonal, na);
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[diagonal - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, j = diagonal - low;
  for (int k = diagonal; k < min(diagonal + 8, na + nb); ++k) {
    bool first = j >= nb || (i < na && a[i] <= b[j]);
    out[k] = first ? a[i++] : b[j++];
  }
}

// Finds the eight largest of each row; each thread keeps its own eight sorted and a block merges them in rounds.
__global__ void top_8(const float* in, float* out, int width) {
  __shared__ float part[32];
  __shared__ int owner;
  const float* row = in + static_cast<size_t>(blockIdx.x) * width;
  float best[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) best[k] = -3.4e38f;
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    float v = row[i];
    if (v > best[7]) {
#pragma unroll
      for (int k = 0; k < 8; ++k)
        if (v > best[k]) {
          float swap = best[k];
          best[k] = v;
          v = swap;
        }
    }
  }
  for (int round = 0; round < 8; ++round) {
    float most = block_max(best[0], part);
    if (threadIdx.x == 0) owner = blockDim.x;
    __syncthreads();
    if (best[0] == most) atomicMin(&owner, static_cast<int>(threadIdx.x));
    __syncthreads();
    if (threadIdx.x == owner) {
      out[blockIdx.x * 8 + round] = most;
#pragma unroll
      for (int k = 0; k < 7; ++k) best[k] = best[k + 1];
      best[7] = -3.4e38f;
    }
  }
}

// Finds the k-th smallest of each row of keys, eight bits at a time, one block a row.
__global__ void select_kth(const unsigned* in, unsigned* out, int width, int k) {
  __shared__ int bins[256];
  __shared__ unsigned digit;
  __shared__ int left;
  const unsigned* row = in + static_cast<size_t>(blockIdx.x) * width;
  unsigned prefix = 0, mask = 0;
  for (int shift = 24; shift >= 0; shift -= 8) {
    for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < width; i += blockDim.x)
      if ((row[i] & mask) == prefix) atomicAdd(bins + (row[i] >> shift & 255), 1);
    __syncthreads();
    if (threadIdx.x == 0) {
      int d = 0, rest = k;
      while (rest >= bins[d]) rest -= bins[d++];
      digit = d;
      left = rest;
    }
    __syncthreads();
    prefix |= digit << shift;
    mask |= 255u << shift;
    k = left;
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = prefix;
}

// Marks where runs of equal values start and writes each run's value and start at its scanned place.
__global__ void run_starts(const int* in, const int* place, int* value, int* first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || (i && in[i] == in[i - 1])) return;
  value[place[i]] = in[i];
  first[place[i]] = i;
}

// Sums segments that are given by flags: scans value and flag pairs over a warp and adds what is left to memory.
__global__ void segmented_sums(const float* in, const int* segment, float* out, int n, int each) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  int first = warp * each, last = min(n, first + each);
  float carry = 0;
  int open = first < n ? segment[first] : -1;
  for (int base = first; base < last; base += 32) {
    int i = base + lane, s = i < last ? segment[i] : -1;
    float v = i < last ? in[i] : 0.0f;
    if (lane == 0) {
      if (s == open)
        v += carry;
      else
        atomicAdd(out + open, carry);
    }
    for (int d = 1; d < 32; d <<= 1) {
      float other = __shfl_up_sync(kAll, v, d);
      int from = __shfl_up_sync(kAll, s, d);
      if (lane >= d && from == s) v += other;
    }
    int valid = min(32, last - base), next = __shfl_down_sync(kAll, s, 1);
    if (lane < valid - 1 && next != s) atomicAdd(out + s, v);
    carry = __shfl_sync(kAll, v, valid - 1);
    open = __shfl_sync(kAll, s, valid - 1);
  }
  if (lane == 0 && first < n) atomicAdd(out + open, carry);
}

// Counts bytes in a histogram for each warp and adds the eight of them up at the end.
__global__ void histogram_warps(const unsigned* in, unsigned* bins, int n) {
  __shared__ unsigned local[8][256];
  for (int i = threadIdx.x; i < 2048; i += 256) local[i / 256][i % 256] = 0;
  __syncthreads();
  unsigned* mine = local[threadIdx.x / 32];
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    unsigned w = in[i];
    atomicAdd(mine + (w & 255), 1u);
    atomicAdd(mine + (w >> 8 & 255), 1u);
    atomicAdd(mine + (w >> 16 & 255), 1u);
    atomicAdd(mine + (w >> 24), 1u);
  }
  __syncthreads();
  unsigned sum = 0;
  for (int w = 0; w < 8; ++w) sum += local[w][threadIdx.x];
  if (sum) atomicAdd(bins + threadIdx.x, sum);
}

// Counts values into many bins with atomics on global memory.
__global__ void histogram_global(const int* in, int* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(bins + in[i], 1);
}

// Sorts short lists of 16 values, one a thread, by odd-even transposition in registers.
__global__ void sort_16_registers(const float* in, float* out, int lists) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lists) return;
  float v[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) v[k] = in[k * lists + i];
#pragma unroll
  for (int round = 0; round < 16; ++round)
#pragma unroll
    for (int k = round & 1; k + 1 < 16; k += 2) {
      float a = fminf(v[k], v[k + 1]), b = fmaxf(v[k], v[k + 1]);
      v[k] = a;
      v[k + 1] = b;
    }
#pragma unroll
  for (int k = 0; k < 16; ++k) out[k * lists + i] = v[k];
}

}  // namespace sight
