// Kernels of neural networks: normalisation, attention, convolution, routing, quantised products, losses and
// optimiser steps.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "blind_warp.h"

// One block normalises one group of channels of one image and applies SiLU.
__global__ void group_norm_silu(const half* x, const float* gamma, const float* beta, half* y, int channels,
                                int area, int groups) {
  __shared__ float space[32];
  int group = blockIdx.x % groups, per_group = channels / groups, n = per_group * area;
  size_t base = static_cast<size_t>(blockIdx.x) * n;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float v = __half2float(x[base + i]);
    sum += v;
    squares += v * v;
  }
  sum = block_sum(sum, space);
  squares = block_sum(squares, space);
  float mean = sum / n, scale = rsqrtf(squares / n - mean * mean + 1e-5f);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int c = group * per_group + i / area;
    float v = (__half2float(x[base + i]) - mean) * scale * gamma[c] + beta[c];
    y[base + i] = __float2half(v / (1 + __expf(-v)));
  }
}

// Adds the residual, stores the sum and its RMS norm. A thread has eight columns in one 16-byte vector.
__global__ void rms_norm_residual(const uint4* x, const uint4* residual, const uint4* weight, uint4* sum_out,
                                  uint4* norm_out, int width) {
  __shared__ float space[32];
  size_t at = static_cast<size_t>(blockIdx.x) * (width / 8) + threadIdx.x;
  uint4 a = x[at], b = residual[at], w = weight[threadIdx.x], s, r;
  const auto* pa = reinterpret_cast<const __nv_bfloat162*>(&a);
  const auto* pb = reinterpret_cast<const __nv_bfloat162*>(&b);
  const auto* pw = reinterpret_cast<const __nv_bfloat162*>(&w);
  auto* ps = reinterpret_cast<__nv_bfloat162*>(&s);
  auto* pr = reinterpret_cast<__nv_bfloat162*>(&r);
  float2 v[4];
  float squares = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    float2 l = __bfloat1622float2(pa[i]), m = __bfloat1622float2(pb[i]);
    v[i] = {l.x + m.x, l.y + m.y};
    squares += v[i].x * v[i].x + v[i].y * v[i].y;
    ps[i] = __floats2bfloat162_rn(v[i].x, v[i].y);
  }
  sum_out[at] = s;
  float scale = rsqrtf(block_sum(squares, space) / width + 1e-6f);
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    float2 g = __bfloat1622float2(pw[i]);
    pr[i] = __floats2bfloat162_rn(v[i].x * scale * g.x, v[i].y * scale * g.y);
  }
  norm_out[at] = r;
}

// One warp has one row of causal scores in registers.
template <int COLUMNS>
__global__ void causal_softmax(const float* scores, half* out, int rows, float scale) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  int limit = row % COLUMNS;
  size_t base = static_cast<size_t>(row) * COLUMNS;
  float v[COLUMNS / 32], top = -3e38f, sum = 0;
#pragma unroll
  for (int i = 0; i < COLUMNS / 32; ++i) {
    int c = i * 32 + lane;
    v[i] = c <= limit ? scores[base + c] * scale : -3e38f;
    top = fmaxf(top, v[i]);
  }
  top = warp_max(top);
#pragma unroll
  for (int i = 0; i < COLUMNS / 32; ++i) sum += v[i] = __expf(v[i] - top);
  sum = 1 / warp_sum(sum);
#pragma unroll
  for (int i = 0; i < COLUMNS / 32; ++i) out[base + i * 32 + lane] = __float2half(v[i] * sum);
}

// One thread has one query and its output in registers; the block shares tiles of keys and values.
template <int DIM, int KEYS>
__global__ void __launch_bounds__(128) attention_forward(const float* q, const float* k, const float* v,
                                                         float* out, int length, float scale, bool causal) {
  __shared__ float4 keys[KEYS][DIM / 4], values[KEYS][DIM / 4];
  int row = blockIdx.x * 128 + threadIdx.x;
  size_t head = static_cast<size_t>(blockIdx.y) * length * (DIM / 4);
  const float4* k4 = reinterpret_cast<const float4*>(k) + head;
  const float4* v4 = reinterpret_cast<const float4*>(v) + head;
  float4 query[DIM / 4], sum[DIM / 4];
#pragma unroll
  for (int i = 0; i < DIM / 4; ++i) {
    query[i] = reinterpret_cast<const float4*>(q)[head + row * (DIM / 4) + i];
    sum[i] = {0, 0, 0, 0};
  }
  float top = -3e38f, total = 0;
  int last = causal ? (blockIdx.x + 1) * 128 : length;
  for (int first = 0; first < last; first += KEYS) {
    __syncthreads();
    for (int i = threadIdx.x; i < KEYS * (DIM / 4); i += 128) {
      keys[i / (DIM / 4)][i % (DIM / 4)] = k4[first * (DIM / 4) + i];
      values[i / (DIM / 4)][i % (DIM / 4)] = v4[first * (DIM / 4) + i];
    }
    __syncthreads();
    for (int j = 0; j < KEYS; ++j) {
      if (causal && first + j > row) break;
      float score = 0;
#pragma unroll
      for (int i = 0; i < DIM / 4; ++i) {
        float4 a = keys[j][i];
        score += query[i].x * a.x + query[i].y * a.y + query[i].z * a.z + query[i].w * a.w;
      }
      score *= scale;
      float higher = fmaxf(top, score), keep = __expf(top - higher), p = __expf(score - higher);
      total = total * keep + p;
      top = higher;
#pragma unroll
      for (int i = 0; i < DIM / 4; ++i) {
        float4 b = values[j][i];
        sum[i] = {sum[i].x * keep + p * b.x, sum[i].y * keep + p * b.y, sum[i].z * keep + p * b.z,
                  sum[i].w * keep + p * b.w};
      }
    }
  }
  float inverse = 1 / total;
#pragma unroll
  for (int i = 0; i < DIM / 4; ++i)
    reinterpret_cast<float4*>(out)[head + row * (DIM / 4) + i] = {sum[i].x * inverse, sum[i].y * inverse,
                                                                  sum[i].z * inverse, sum[i].w * inverse};
}

// One block computes one head of one sequence; keys and values are in pages of 16 tokens.
__global__ void paged_attention(const half* q, const half* key_pages, const half* value_pages,
                                const int* page_table, const int* lengths, half* out, int kv_heads,
                                int pages_per_sequence, float scale) {
  constexpr int DIM = 128, PAGE = 16;
  extern __shared__ float scores[];
  __shared__ float space[32];
  int heads = gridDim.x, head = blockIdx.x, sequence = blockIdx.y, kv = head / (heads / kv_heads);
  int lane = threadIdx.x % 32, length = lengths[sequence];
  const int* table = page_table + sequence * pages_per_sequence;
  size_t row = (static_cast<size_t>(sequence) * heads + head) * DIM;
  const half2* q2 = reinterpret_cast<const half2*>(q + row);
  float2 a = __half22float2(q2[lane * 2]), b = __half22float2(q2[lane * 2 + 1]);
  float top = -3e38f;
  for (int t = threadIdx.x / 32; t < length; t += blockDim.x / 32) {
    size_t at = ((static_cast<size_t>(table[t / PAGE]) * kv_heads + kv) * PAGE + t % PAGE) * DIM;
    uint2 raw = reinterpret_cast<const uint2*>(key_pages + at)[lane];
    float2 c = __half22float2(*reinterpret_cast<half2*>(&raw.x));
    float2 d = __half22float2(*reinterpret_cast<half2*>(&raw.y));
    float score = warp_sum(a.x * c.x + a.y * c.y + b.x * d.x + b.y * d.y) * scale;
    if (lane == 0) scores[t] = score;
    top = fmaxf(top, score);
  }
  top = block_max(top, space);
  float total = 0;
  for (int t = threadIdx.x; t < length; t += blockDim.x) total += scores[t] = __expf(scores[t] - top);
  total = block_sum(total, space);
  float sum = 0;
  for (int t = 0; t < length; ++t) {
    size_t at = ((static_cast<size_t>(table[t / PAGE]) * kv_heads + kv) * PAGE + t % PAGE) * DIM;
    sum += scores[t] * __half2float(value_pages[at + threadIdx.x]);
  }
  out[row + threadIdx.x] = __float2half(sum / total);
}

// NHWC, 5 by 5, two channels a thread.
__global__ void depthwise_conv5(const half2* x, const half2* w, half2* y, int height, int width, int pairs,
                                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = i % pairs, column = i / pairs % width, row = i / pairs / width % height;
  float2 sum = {0, 0};
#pragma unroll
  for (int dy = -2; dy <= 2; ++dy)
#pragma unroll
    for (int dx = -2; dx <= 2; ++dx) {
      if (row + dy < 0 || row + dy >= height || column + dx < 0 || column + dx >= width) continue;
      float2 v = __half22float2(x[i + (dy * width + dx) * pairs]);
      float2 k = __half22float2(__ldg(&w[((dy + 2) * 5 + dx + 2) * pairs + c]));
      sum.x += v.x * k.x;
      sum.y += v.y * k.y;
    }
  y[i] = __floats2half2_rn(fminf(fmaxf(sum.x, 0.0f), 6.0f), fminf(fmaxf(sum.y, 0.0f), 6.0f));
}

// NCHW, a tile of 16 by 16 pixels for OUT channels a block, ReLU.
template <int OUT>
__global__ void conv3x3(const float* x, const float* w, float* y, int in, int out, int height, int width) {
  __shared__ float tile[18][20], weights[OUT][9];
  int groups = out / OUT, image = blockIdx.z / groups, first = blockIdx.z % groups * OUT;
  int t = threadIdx.y * 16 + threadIdx.x;
  float sum[OUT] = {};
  for (int c = 0; c < in; ++c) {
    const float* plane = x + (static_cast<size_t>(image) * in + c) * height * width;
    for (int i = t; i < 18 * 18; i += 256) {
      int py = static_cast<int>(blockIdx.y) * 16 + i / 18 - 1,
          px = static_cast<int>(blockIdx.x) * 16 + i % 18 - 1;
      bool inside = py >= 0 && py < height && px >= 0 && px < width;
      tile[i / 18][i % 18] = inside ? plane[py * width + px] : 0.0f;
    }
    if (t < OUT * 9) weights[t / 9][t % 9] = w[((first + t / 9) * in + c) * 9 + t % 9];
    __syncthreads();
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = tile[threadIdx.y + k / 3][threadIdx.x + k % 3];
#pragma unroll
    for (int o = 0; o < OUT; ++o)
#pragma unroll
      for (int k = 0; k < 9; ++k) sum[o] += v[k] * weights[o][k];
    __syncthreads();
  }
  int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
  if (px >= width || py >= height) return;
#pragma unroll
  for (int o = 0; o < OUT; ++o)
    y[((static_cast<size_t>(image) * out + first + o) * height + py) * width + px] = fmaxf(sum[o], 0.0f);
}

// One block averages the rows of one bag; a thread has one column.
__global__ void embedding_bag_mean(const float* table, const int* indices, const int* offsets, float* out) {
  int first = offsets[blockIdx.x], last = offsets[blockIdx.x + 1];
  float sum = 0;
  for (int i = first; i < last; ++i) sum += table[static_cast<size_t>(indices[i]) * blockDim.x + threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = last > first ? sum / (last - first) : 0.0f;
}

__global__ void max_pool_with_index(const float* x, float* y, int* index, int height, int width,
                                    int out_height, int out_width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int column = i % out_width, row = i / out_width % out_height, plane = i / out_width / out_height;
  const float* p = x + static_cast<size_t>(plane) * height * width;
  float best = -3e38f;
  int where = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) {
      int py = row * 2 - 1 + dy, px = column * 2 - 1 + dx;
      if (py < 0 || py >= height || px < 0 || px >= width) continue;
      float v = p[py * width + px];
      if (v > best) best = v, where = py * width + px;
    }
  y[i] = best;
  index[i] = where;
}

__device__ inline float lion(float& weight, float& momentum, float gradient, float rate) {
  float c = 0.9f * momentum + 0.1f * gradient;
  weight -= rate * (copysignf(c == 0 ? 0.0f : 1.0f, c) + 0.01f * weight);
  momentum = 0.99f * momentum + 0.01f * gradient;
  return weight;
}

// Lion with weights and momenta in single precision and gradients and a copy of the weights in half.
__global__ void lion_step(float4* weights, float4* momenta, const uint2* gradients, uint2* copies, int n4,
                          float rate) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    float4 w = weights[i], m = momenta[i];
    uint2 raw = gradients[i];
    float2 g = __half22float2(*reinterpret_cast<half2*>(&raw.x));
    float2 h = __half22float2(*reinterpret_cast<half2*>(&raw.y));
    half2 low = __floats2half2_rn(lion(w.x, m.x, g.x, rate), lion(w.y, m.y, g.y, rate));
    half2 high = __floats2half2_rn(lion(w.z, m.z, h.x, rate), lion(w.w, m.w, h.y, rate));
    weights[i] = w;
    momenta[i] = m;
    copies[i] = {*reinterpret_cast<unsigned*>(&low), *reinterpret_cast<unsigned*>(&high)};
  }
}

// One warp computes one row; groups of 128 weights of four bits share a scale and a zero point.
__global__ void gemv_int4_groups(const uint4* w, const half* scales, const unsigned char* zeros,
                                 const half* x, float* y, int rows, int width) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = lane; k < width / 32; k += 32) {
    uint4 packed = __ldg(&w[static_cast<size_t>(row) * (width / 32) + k]);
    int group = row * (width / 128) + k / 4;
    float zero = zeros[group], part = 0;
    unsigned words[4] = {packed.x, packed.y, packed.z, packed.w};
    const half2* in = reinterpret_cast<const half2*>(x) + k * 16;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        float2 v = __half22float2(in[i * 4 + j]);
        part += (static_cast<float>(words[i] >> (8 * j) & 15) - zero) * v.x;
        part += (static_cast<float>(words[i] >> (8 * j + 4) & 15) - zero) * v.y;
      }
    sum += __half2float(scales[group]) * part;
  }
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}

// Rows of a and rows of b have four 8-bit numbers an int; a tile of 64 by 64, 4 by 4 a thread.
__global__ void gemm_int8_dp4a(const int* a, const int* b, int* c, int n, int k4) {
  __shared__ int as[8][68], bs[8][68];
  int t = threadIdx.x, tx = t % 16, ty = t / 16, sum[4][4] = {};
  for (int k = 0; k < k4; k += 8) {
    for (int i = t; i < 64 * 8; i += 256) {
      as[i % 8][i / 8] = a[(blockIdx.y * 64 + i / 8) * k4 + k + i % 8];
      bs[i % 8][i / 8] = b[(blockIdx.x * 64 + i / 8) * k4 + k + i % 8];
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < 8; ++s) {
      int4 u = *reinterpret_cast<int4*>(&as[s][ty * 4]), v = *reinterpret_cast<int4*>(&bs[s][tx * 4]);
      int l[4] = {u.x, u.y, u.z, u.w}, r[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] = __dp4a(l[i], r[j], sum[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<int4*>(&c[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4]) = {
        sum[i][0], sum[i][1], sum[i][2], sum[i][3]};
}

// Rotates the two halves of each head in place; one block has one token.
__global__ void rotary_embedding(half* x, const float2* cos_sin, const int* positions, int heads) {
  constexpr int HALF = 64;
  half* token = x + static_cast<size_t>(blockIdx.x) * heads * 2 * HALF;
  const float2* row = cos_sin + positions[blockIdx.x] * HALF;
  for (int i = threadIdx.x; i < heads * HALF; i += blockDim.x) {
    half* p = token + i / HALF * 2 * HALF + i % HALF;
    float2 r = row[i % HALF];
    float a = __half2float(p[0]), b = __half2float(p[HALF]);
    p[0] = __float2half(a * r.x - b * r.y);
    p[HALF] = __float2half(b * r.x + a * r.y);
  }
}

// One warp chooses two of 64 experts for one token; the block counts the tokens of each expert.
__global__ void moe_top2_gate(const float* logits, int2* choice, float2* weight, int* counts, int tokens) {
  __shared__ int local[64];
  if (threadIdx.x < 64) local[threadIdx.x] = 0;
  __syncthreads();
  int token = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (token < tokens) {
    float v[2] = {logits[token * 64 + lane], logits[token * 64 + 32 + lane]}, best[2];
    int who[2];
    for (int round = 0; round < 2; ++round) {
      float top = fmaxf(v[0], v[1]);
      int at = v[0] >= v[1] ? lane : lane + 32;
      for (int d = 16; d; d >>= 1) {
        float other = __shfl_xor_sync(~0u, top, d);
        int other_at = __shfl_xor_sync(~0u, at, d);
        if (other > top || (other == top && other_at < at)) top = other, at = other_at;
      }
      best[round] = top;
      who[round] = at;
      if (at == lane) v[0] = -3e38f;
      if (at == lane + 32) v[1] = -3e38f;
    }
    if (lane == 0) {
      float second = __expf(best[1] - best[0]), scale = 1 / (1 + second);
      choice[token] = {who[0], who[1]};
      weight[token] = {scale, second * scale};
      atomicAdd(&local[who[0]], 1);
      atomicAdd(&local[who[1]], 1);
    }
  }
  __syncthreads();
  if (threadIdx.x < 64 && local[threadIdx.x]) atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

// The loss of one row with label smoothing, in one pass over its logits.
__global__ void cross_entropy_smooth(const float* logits, const int* labels, float* loss, int classes,
                                     float smoothing) {
  __shared__ float space[32];
  const float* row = logits + static_cast<size_t>(blockIdx.x) * classes;
  float top = -3e38f, sum = 0, all = 0;
  for (int i = threadIdx.x; i < classes; i += blockDim.x) {
    float v = row[i], higher = fmaxf(top, v);
    sum = sum * __expf(top - higher) + __expf(v - higher);
    top = higher;
    all += v;
  }
  float highest = block_max(top, space);
  sum = block_sum(sum * __expf(top - highest), space);
  all = block_sum(all, space);
  if (threadIdx.x == 0) {
    float normaliser = highest + logf(sum);
    loss[blockIdx.x] = normaliser - (1 - smoothing) * row[labels[blockIdx.x]] - smoothing * all / classes;
  }
}

// Sums the gradients of gamma and beta over the rows: 32 columns and a slice of the rows a block.
__global__ void layer_norm_weight_gradients(const float* dy, const float* x, const float* mean,
                                            const float* scale, float* dgamma, float* dbeta, int rows,
                                            int columns) {
  __shared__ float a[8][33], b[8][33];
  int c = blockIdx.x * 32 + threadIdx.x;
  float g = 0, h = 0;
  for (int r = blockIdx.y * 8 + threadIdx.y; r < rows; r += gridDim.y * 8) {
    float d = dy[static_cast<size_t>(r) * columns + c];
    g += d * (x[static_cast<size_t>(r) * columns + c] - mean[r]) * scale[r];
    h += d;
  }
  a[threadIdx.y][threadIdx.x] = g;
  b[threadIdx.y][threadIdx.x] = h;
  __syncthreads();
  if (threadIdx.y >= 2) return;
  float total = 0;
  for (int i = 0; i < 8; ++i) total += threadIdx.y ? b[i][threadIdx.x] : a[i][threadIdx.x];
  atomicAdd(threadIdx.y ? &dbeta[c] : &dgamma[c], total);
}

// A state-space model: one thread steps one channel with sixteen states through time.
__global__ void selective_scan(const float* x, const float* delta, const float* a, const float* b,
                               const float* c, float* y, int length, int channels) {
  constexpr int STATES = 16;
  int d = blockIdx.x * blockDim.x + threadIdx.x, batch = blockIdx.y;
  float state[STATES] = {}, rate[STATES];
#pragma unroll
  for (int s = 0; s < STATES; ++s) rate[s] = a[d * STATES + s];
  for (int t = 0; t < length; ++t) {
    size_t row = static_cast<size_t>(batch) * length + t;
    float in = x[row * channels + d], dt = delta[row * channels + d], out = 0;
#pragma unroll
    for (int s = 0; s < STATES; ++s) {
      state[s] = state[s] * __expf(dt * rate[s]) + dt * in * b[row * STATES + s];
      out += state[s] * c[row * STATES + s];
    }
    y[row * channels + d] = out;
  }
}
