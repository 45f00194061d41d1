// Neural networks of the attention kind: normalisation, softmax, attention, embeddings and quantised weights.
#pragma once
#include "sight_helpers.h"

namespace sight {

// Normalises each row to mean 0 and variance 1, one block a row, four columns at a time.
__global__ void layer_norm_forward(const float4* x, const float4* gamma, const float4* beta, float4* y,
                                   float2* stats, int quads) {
  __shared__ float part[32];
  const float4* row = x + static_cast<size_t>(blockIdx.x) * quads;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < quads; i += blockDim.x) {
    float4 v = row[i];
    sum += v.x + v.y + v.z + v.w;
    squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  sum = block_sum(sum, part);
  squares = block_sum(squares, part);
  float mean = sum / (4 * quads), scale = rsqrtf(squares / (4 * quads) - mean * mean + 1e-5f);
  for (int i = threadIdx.x; i < quads; i += blockDim.x) {
    float4 v = row[i], g = gamma[i], b = beta[i];
    y[static_cast<size_t>(blockIdx.x) * quads + i] =
        make_float4((v.x - mean) * scale * g.x + b.x, (v.y - mean) * scale * g.y + b.y,
                    (v.z - mean) * scale * g.z + b.z, (v.w - mean) * scale * g.w + b.w);
  }
  if (threadIdx.x == 0) stats[blockIdx.x] = make_float2(mean, scale);
}

// Computes the gradient of layer normalisation for its input, one warp a row.
__global__ void layer_norm_backward_input(const float* x, const float* dy, const float* gamma,
                                          const float2* stats, float* dx, int rows, int width) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (row >= rows) return;
  size_t base = static_cast<size_t>(row) * width;
  float2 s = stats[row];
  float sum = 0, dot = 0;
  for (int i = lane; i < width; i += 32) {
    float g = dy[base + i] * gamma[i];
    sum += g;
    dot += g * (x[base + i] - s.x) * s.y;
  }
  sum = warp_sum(sum) / width;
  dot = warp_sum(dot) / width;
  for (int i = lane; i < width; i += 32) {
    float hat = (x[base + i] - s.x) * s.y;
    dx[base + i] = s.y * (dy[base + i] * gamma[i] - sum - hat * dot);
  }
}

// Computes the gradients of gamma and beta: a block of 32x8 threads sums 32 columns over a share of the rows.
__global__ void layer_norm_backward_weights(const float* x, const float* dy, const float2* stats,
                                            float* dgamma, float* dbeta, int rows, int width) {
  __shared__ float sums[2][8][33];
  int column = blockIdx.x * 32 + threadIdx.x;
  float g = 0, b = 0;
  for (int r = blockIdx.y * 8 + threadIdx.y; r < rows; r += gridDim.y * 8) {
    float2 s = stats[r];
    float d = dy[static_cast<size_t>(r) * width + column];
    g += d * (x[static_cast<size_t>(r) * width + column] - s.x) * s.y;
    b += d;
  }
  sums[0][threadIdx.y][threadIdx.x] = g;
  sums[1][threadIdx.y][threadIdx.x] = b;
  __syncthreads();
  if (threadIdx.y < 2) {
    float total = 0;
    for (int k = 0; k < 8; ++k) total += sums[threadIdx.y][k][threadIdx.x];
    atomicAdd((threadIdx.y ? dbeta : dgamma) + column, total);
  }
}

// Adds a residual to rows of half numbers and normalises them by their root mean square.
__global__ void add_rms_norm_half(const __half2* x, __half2* residual, const __half2* weight, __half2* y,
                                  int pairs) {
  __shared__ float part[32];
  size_t base = static_cast<size_t>(blockIdx.x) * pairs;
  float squares = 0;
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    __half2 v = __hadd2(x[base + i], residual[base + i]);
    residual[base + i] = v;
    float2 f = __half22float2(v);
    squares += f.x * f.x + f.y * f.y;
  }
  float scale = rsqrtf(block_sum(squares, part) / (2 * pairs) + 1e-6f);
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    float2 f = __half22float2(residual[base + i]), w = __half22float2(weight[i]);
    y[base + i] = __floats2half2_rn(f.x * scale * w.x, f.y * scale * w.y);
  }
}

// Rotates the pairs of each head by angles that depend on the position.
__global__ void rotate_positions(float* q, int heads, int half, int tokens, float base_log2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= tokens * heads * half) return;
  int pair = i % half, head = i / half % heads, token = i / (half * heads);
  float angle = token * exp2f(-base_log2 * pair / half), s, c;
  __sincosf(angle, &s, &c);
  float* at = q + (static_cast<size_t>(token) * heads + head) * 2 * half + pair;
  float a = at[0], b = at[half];
  at[0] = a * c - b * s;
  at[half] = a * s + b * c;
}

// Computes the softmax of short rows, one warp a row, with the row held in registers.
template <int kEach>
__global__ void softmax_in_registers(const float* in, float* out, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (row >= rows) return;
  const float* from = in + static_cast<size_t>(row) * kEach * 32;
  float v[kEach], top = -3.4e38f, sum = 0;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    v[k] = from[k * 32 + lane];
    top = fmaxf(top, v[k]);
  }
  top = warp_max(top);
#pragma unroll
  for (int k = 0; k < kEach; ++k) sum += v[k] = __expf(v[k] - top);
  float scale = 1 / warp_sum(sum);
#pragma unroll
  for (int k = 0; k < kEach; ++k) out[(static_cast<size_t>(row) * kEach + k) * 32 + lane] = v[k] * scale;
}

// Computes the softmax of long rows with a running maximum and sum, one block a row.
__global__ void softmax_online(const float* in, float* out, int width) {
  __shared__ float part[32];
  const float* row = in + static_cast<size_t>(blockIdx.x) * width;
  float top = -3.4e38f, sum = 0;
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    float v = row[i];
    if (v > top) {
      sum *= __expf(top - v);
      top = v;
    }
    sum += __expf(v - top);
  }
  float most = block_max(top, part);
  float scale = 1 / block_sum(sum * __expf(top - most), part);
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    out[static_cast<size_t>(blockIdx.x) * width + i] = __expf(row[i] - most) * scale;
}

// Attends from one query a head to its cached keys and values of 128 half numbers; eight warps share the positions.
__global__ void decode_attention(const float* q, const __half* keys, const __half* values, float* out,
                                 int length) {
  __shared__ float tops[8], sums[8];
  __shared__ float mixed[8][128];
  int head = blockIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float4 mine = reinterpret_cast<const float4*>(q + head * 128)[lane];
  float4 acc = make_float4(0, 0, 0, 0);
  float top = -1e30f, sum = 0;
  for (int t = warp; t < length; t += 8) {
    size_t at = (static_cast<size_t>(head) * length + t) * 128;
    const __half2* k = reinterpret_cast<const __half2*>(keys + at) + 2 * lane;
    float2 a = __half22float2(k[0]), b = __half22float2(k[1]);
    float score = warp_sum(mine.x * a.x + mine.y * a.y + mine.z * b.x + mine.w * b.y) * 0.0883883f;
    float larger = fmaxf(top, score), old = __expf(top - larger), weight = __expf(score - larger);
    const __half2* v = reinterpret_cast<const __half2*>(values + at) + 2 * lane;
    a = __half22float2(v[0]);
    b = __half22float2(v[1]);
    acc.x = acc.x * old + weight * a.x;
    acc.y = acc.y * old + weight * a.y;
    acc.z = acc.z * old + weight * b.x;
    acc.w = acc.w * old + weight * b.y;
    sum = sum * old + weight;
    top = larger;
  }
  reinterpret_cast<float4*>(mixed[warp])[lane] = acc;
  if (lane == 0) {
    tops[warp] = top;
    sums[warp] = sum;
  }
  __syncthreads();
  if (threadIdx.x < 128) {
    float most = tops[0], total = 0, value = 0;
    for (int w = 1; w < 8; ++w) most = fmaxf(most, tops[w]);
    for (int w = 0; w < 8; ++w) {
      float scale = __expf(tops[w] - most);
      total += sums[w] * scale;
      value += mixed[w][threadIdx.x] * scale;
    }
    out[head * 128 + threadIdx.x] = value / total;
  }
}

// Attends causally from 64 queries a block, one query of 32 numbers a thread, to tiles of keys in shared memory.
__global__ void causal_attention(const float4* q, const float4* k, const float4* v, float4* out, int length) {
  __shared__ float4 tile_k[32][8], tile_v[32][8];
  int query = blockIdx.x * 64 + threadIdx.x;
  size_t base = static_cast<size_t>(blockIdx.y) * length * 8;
  float4 mine[8], acc[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    mine[i] = q[base + query * 8 + i];
    acc[i] = make_float4(0, 0, 0, 0);
  }
  float top = -1e30f, sum = 0;
  for (int first = 0; first < blockIdx.x * 64 + 64; first += 32) {
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 64) {
      tile_k[i / 8][i % 8] = k[base + first * 8 + i];
      tile_v[i / 8][i % 8] = v[base + first * 8 + i];
    }
    __syncthreads();
    int last = min(32, query - first + 1);
    for (int j = 0; j < last; ++j) {
      float score = 0;
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        float4 t = tile_k[j][i];
        score += mine[i].x * t.x + mine[i].y * t.y + mine[i].z * t.z + mine[i].w * t.w;
      }
      score *= 0.1767767f;
      float larger = fmaxf(top, score), old = __expf(top - larger), w = __expf(score - larger);
      sum = sum * old + w;
      top = larger;
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        float4 t = tile_v[j][i];
        acc[i].x = acc[i].x * old + w * t.x;
        acc[i].y = acc[i].y * old + w * t.y;
        acc[i].z = acc[i].z * old + w * t.z;
        acc[i].w = acc[i].w * old + w * t.w;
      }
    }
  }
  float scale = 1 / sum;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    out[base + query * 8 + i] =
        make_float4(acc[i].x * scale, acc[i].y * scale, acc[i].z * scale, acc[i].w * scale);
}

// Sums the embeddings of each bag of tokens, one block a bag and one dimension a thread.
__global__ void embedding_bag(const float* table, const int* tokens, const int* start, float* out) {
  int width = blockDim.x;
  float sum = 0;
  for (int i = start[blockIdx.x]; i < start[blockIdx.x + 1]; ++i)
    sum += __ldg(table + static_cast<size_t>(tokens[i]) * width + threadIdx.x);
  out[static_cast<size_t>(blockIdx.x) * width + threadIdx.x] = sum;
}

// Adds the gradient of each token to its row of the embedding table.
__global__ void embedding_backward(const float* dy, const int* tokens, float* dtable, int width) {
  int token = tokens[blockIdx.x];
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    atomicAdd(dtable + static_cast<size_t>(token) * width + i,
              dy[static_cast<size_t>(blockIdx.x) * width + i]);
}

// Multiplies a matrix of bytes with a vector of bytes by four-way dot products, one warp a row, and rescales.
__global__ void int8_matvec(const int4* matrix, const int4* x, const float* scale, float* y, int rows,
                            int quads) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (row >= rows) return;
  int sum = 0;
  for (int i = lane; i < quads; i += 32) {
    int4 a = matrix[static_cast<size_t>(row) * quads + i], b = x[i];
    sum = __dp4a(a.x, b.x, sum);
    sum = __dp4a(a.y, b.y, sum);
    sum = __dp4a(a.z, b.z, sum);
    sum = __dp4a(a.w, b.w, sum);
  }
  sum = __reduce_add_sync(kAll, sum);
  if (lane == 0) y[row] = sum * scale[row];
}

// Multiplies a matrix of 4-bit weights, with a scale for each 32, with a vector; one block of 128 threads a row.
__global__ void int4_matvec(const uint4* packed, const __half* scales, const float* x, float* y, int groups) {
  __shared__ float part[4];
  float sum = 0;
  for (int g = threadIdx.x; g < groups; g += blockDim.x) {
    uint4 w = packed[static_cast<size_t>(blockIdx.x) * groups + g];
    unsigned word[4] = {w.x, w.y, w.z, w.w};
    const float4* v = reinterpret_cast<const float4*>(x + g * 32);
    float inner = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      float4 a = v[2 * k], b = v[2 * k + 1];
      unsigned u = word[k];
      inner += (static_cast<int>(u & 15) - 8) * a.x + (static_cast<int>(u >> 4 & 15) - 8) * a.y;
      inner += (static_cast<int>(u >> 8 & 15) - 8) * a.z + (static_cast<int>(u >> 12 & 15) - 8) * a.w;
      inner += (static_cast<int>(u >> 16 & 15) - 8) * b.x + (static_cast<int>(u >> 20 & 15) - 8) * b.y;
      inner += (static_cast<int>(u >> 24 & 15) - 8) * b.z + (static_cast<int>(u >> 28) - 8) * b.w;
    }
    sum += inner * __half2float(scales[static_cast<size_t>(blockIdx.x) * groups + g]);
  }
  sum = block_sum(sum, part);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}

// Chooses the two best of 64 experts for each token, with their weights, and counts the load of each expert.
__global__ void route_top2(const float* logits, int2* chosen_pair, float2* weight, int* load, int tokens) {
  int token = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (token >= tokens) return;
  float a = logits[token * 64 + lane], b = logits[token * 64 + 32 + lane];
  int picks[2];
  float values[2];
  for (int round = 0; round < 2; ++round) {
    float v = fmaxf(a, b);
    int who = a >= b ? lane : lane + 32;
    for (int d = 16; d > 0; d >>= 1) {
      float ov = __shfl_xor_sync(kAll, v, d);
      int ow = __shfl_xor_sync(kAll, who, d);
      if (ov > v || (ov == v && ow < who)) {
        v = ov;
        who = ow;
      }
    }
    picks[round] = who;
    values[round] = v;
    if (who == lane) a = -1e30f;
    if (who == lane + 32) b = -1e30f;
  }
  if (lane == 0) {
    float second = __expf(values[1] - values[0]), scale = 1 / (1 + second);
    chosen_pair[token] = make_int2(picks[0], picks[1]);
    weight[token] = make_float2(scale, second * scale);
  }
  if (lane < 2) atomicAdd(load + (lane ? picks[1] : picks[0]), 1);
}

}  // namespace sight
