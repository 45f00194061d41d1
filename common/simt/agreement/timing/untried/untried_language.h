// Attention variants, embeddings, quantised caches and optimisers, as in language and recommendation models.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "untried_nets.h"

namespace untried {

// Attention to the last `window` keys; a warp a query, heads of 64, two elements a lane. Blocks are of one head.
__global__ void sliding_window_attention(const float2* q, const float2* k, const float2* v, float2* out,
                                         int tokens, int window) {
  int token = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (token >= tokens) return;
  size_t head = static_cast<size_t>(blockIdx.y) * tokens * 32;
  float2 query = q[head + token * 32 + lane], sum = make_float2(0, 0);
  float most = -1e30f, total = 0;
  for (int key = max(0, token - window + 1); key <= token; ++key) {
    float2 at = k[head + key * 32 + lane];
    float score = warp_total(query.x * at.x + query.y * at.y) * 0.125f;
    float next = fmaxf(most, score), kept = __expf(most - next), weight = __expf(score - next);
    float2 value = v[head + key * 32 + lane];
    sum.x = sum.x * kept + weight * value.x;
    sum.y = sum.y * kept + weight * value.y;
    total = total * kept + weight;
    most = next;
  }
  out[head + token * 32 + lane] = make_float2(sum.x / total, sum.y / total);
}

// One new token attends to a part of a cache of half precision; the four warps of a block are the four query heads
// that share a head of keys. Writes the sums of the part, with their maximum and total for a later merge.
__global__ void decode_shared_keys(const __half* q, const uint2* k, const uint2* v, float4* partial,
                                   float2* scale, int keys) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, group = blockIdx.y, splits = gridDim.x;
  int each = (keys + splits - 1) / splits, first = blockIdx.x * each, last = min(first + each, keys);
  int head = group * 4 + warp;
  float query[4], sum[4] = {};
#pragma unroll
  for (int i = 0; i < 4; ++i) query[i] = __half2float(q[head * 128 + lane * 4 + i]) * 0.0884f;
  float most = -1e30f, total = 0;
  for (int key = first; key < last; ++key) {
    size_t at = (static_cast<size_t>(group) * keys + key) * 32 + lane;
    uint2 packed = k[at];
    float2 low = __half22float2(*reinterpret_cast<__half2*>(&packed.x));
    float2 high = __half22float2(*reinterpret_cast<__half2*>(&packed.y));
    float score = warp_total(query[0] * low.x + query[1] * low.y + query[2] * high.x + query[3] * high.y);
    float next = fmaxf(most, score), kept = __expf(most - next), weight = __expf(score - next);
    packed = v[at];
    low = __half22float2(*reinterpret_cast<__half2*>(&packed.x));
    high = __half22float2(*reinterpret_cast<__half2*>(&packed.y));
    sum[0] = sum[0] * kept + weight * low.x;
    sum[1] = sum[1] * kept + weight * low.y;
    sum[2] = sum[2] * kept + weight * high.x;
    sum[3] = sum[3] * kept + weight * high.y;
    total = total * kept + weight;
    most = next;
  }
  partial[(head * splits + blockIdx.x) * 32 + lane] = make_float4(sum[0], sum[1], sum[2], sum[3]);
  if (lane == 0) scale[head * splits + blockIdx.x] = make_float2(most, total);
}

// Attention without softmax as a recurrence: a warp a head keeps a 32 by 32 state in registers, a column a lane.
__global__ void linear_attention_state(const float* q, const float* k, const float* v, float* out, int tokens,
                                       float decay) {
  __shared__ __align__(16) float key[32], query[32];
  int lane = threadIdx.x;
  size_t head = static_cast<size_t>(blockIdx.x) * tokens * 32;
  float state[32] = {};
  for (int t = 0; t < tokens; ++t) {
    size_t at = head + t * 32 + lane;
    key[lane] = k[at];
    query[lane] = q[at];
    float value = v[at], sum = 0;
    __syncwarp();
#pragma unroll
    for (int i = 0; i < 32; i += 4) {
      float4 a = *reinterpret_cast<float4*>(&key[i]), b = *reinterpret_cast<float4*>(&query[i]);
      sum += (state[i] = decay * state[i] + a.x * value) * b.x;
      sum += (state[i + 1] = decay * state[i + 1] + a.y * value) * b.y;
      sum += (state[i + 2] = decay * state[i + 2] + a.z * value) * b.z;
      sum += (state[i + 3] = decay * state[i + 3] + a.w * value) * b.w;
    }
    out[at] = sum;
    __syncwarp();
  }
}

// Keys of 128 elements to bytes with a scale each; a warp a key.
__global__ void quantise_cache(const uint2* in, unsigned* out, float* scale, int keys) {
  int key = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (key >= keys) return;
  uint2 packed = in[key * 32 + lane];
  float2 low = __half22float2(*reinterpret_cast<__half2*>(&packed.x));
  float2 high = __half22float2(*reinterpret_cast<__half2*>(&packed.y));
  float most = warp_largest(fmaxf(fmaxf(fabsf(low.x), fabsf(low.y)), fmaxf(fabsf(high.x), fabsf(high.y))));
  float by = most > 0 ? 127 / most : 0;
  unsigned a = __float2int_rn(low.x * by) & 255, b = __float2int_rn(low.y * by) & 255;
  unsigned c = __float2int_rn(high.x * by) & 255, d = __float2int_rn(high.y * by) & 255;
  out[key * 32 + lane] = a | b << 8 | c << 16 | d << 24;
  if (lane == 0) scale[key] = most / 127;
}

__constant__ float normal_levels[16];

// Weights of four bits that index the quantiles of a normal distribution, with a scale for every 64, to halves.
__global__ void dequantise_normal4(const unsigned* packed, const float* scale, uint4* out, int words) {
  __shared__ float level[16];
  if (threadIdx.x < 16) level[threadIdx.x] = normal_levels[threadIdx.x];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
    unsigned word = packed[i];
    float by = scale[i / 8];
    unsigned pair[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      __half2 two = __floats2half2_rn(level[word >> 8 * k & 15] * by, level[word >> (8 * k + 4) & 15] * by);
      pair[k] = *reinterpret_cast<unsigned*>(&two);
    }
    out[i] = make_uint4(pair[0], pair[1], pair[2], pair[3]);
  }
}

// LAMB's first half: moments, the wanted step, and the squared norms of weights and step, added up by atomics.
__global__ void lamb_moments(const float* weight, const float* gradient, float* mean, float* square,
                             float* step, float* norms, int n, float decay) {
  __shared__ float kept[2][32];
  float own = 0, wanted = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float w = weight[i], g = gradient[i];
    float m = mean[i] = 0.9f * mean[i] + 0.1f * g, v = square[i] = 0.999f * square[i] + 0.001f * g * g;
    float u = m / (sqrtf(v) + 1e-6f) + decay * w;
    step[i] = u;
    own += w * w;
    wanted += u * u;
  }
  own = warp_total(own);
  wanted = warp_total(wanted);
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) {
    kept[0][warp] = own;
    kept[1][warp] = wanted;
  }
  __syncthreads();
  if (warp == 0) {
    bool used = lane < blockDim.x / 32;
    own = warp_total(used ? kept[0][lane] : 0);
    wanted = warp_total(used ? kept[1][lane] : 0);
    if (lane == 0) {
      atomicAdd(norms, own);
      atomicAdd(norms + 1, wanted);
    }
  }
}

// The products of all pairs of the 27 embeddings of a sample (DLRM), a block a sample.
__global__ void pair_interactions(const float4* __restrict__ features, float* __restrict__ products) {
  __shared__ float4 feature[27][17];
  for (int i = threadIdx.x; i < 27 * 16; i += blockDim.x) {
    feature[i / 16][i % 16] = features[static_cast<size_t>(blockIdx.x) * 27 * 16 + i];
  }
  __syncthreads();
  for (int pair = threadIdx.x; pair < 351; pair += blockDim.x) {
    int row = static_cast<int>((1 + sqrtf(1 + 8.0f * pair)) / 2);
    if (row * (row - 1) / 2 > pair) --row;
    int column = pair - row * (row - 1) / 2;
    float sum = 0;
    for (int k = 0; k < 16; ++k) {
      float4 a = feature[row][k], b = feature[column][k];
      sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    products[blockIdx.x * 351 + pair] = sum;
  }
}

// The embedding of a word is the sum of two rows, chosen by two hashes of its id; 16 lanes of a float4 a word.
__global__ void hashed_embeddings(const int* word, const float4* table, float4* out, int words, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i / 16, lane = i % 16;
  if (at >= words) return;
  unsigned id = word[at];
  unsigned first = id * 2654435761u, second = (id ^ 0x5bd1e995u) * 0x85ebca6bu;
  first = (first ^ first >> 15) % rows;
  second = (second ^ second >> 13) % rows;
  float4 a = __ldg(table + static_cast<size_t>(first) * 16 + lane);
  float4 b = __ldg(table + static_cast<size_t>(second) * 16 + lane);
  out[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

}  // namespace untried
