// Pieces of neural networks that work on rows and elements: norms, activations, losses, optimizers, formats.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace varied {

__device__ inline float sum_of_warp(float v) {
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}

// Divides each row of halves by its root mean square, a block a row.
__global__ void rms_norm_half(const __half2* x, const __half2* weight, __half2* y, int pairs, float epsilon) {
  __shared__ float warps[32];
  const __half2* row = x + static_cast<size_t>(blockIdx.x) * pairs;
  float sum = 0;
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    float2 v = __half22float2(row[i]);
    sum += v.x * v.x + v.y * v.y;
  }
  sum = sum_of_warp(sum);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int w = 0; w < blockDim.x / 32; ++w) sum += warps[w];
  float scale = rsqrtf(sum / (2 * pairs) + epsilon);
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    float2 v = __half22float2(row[i]), w = __half22float2(weight[i]);
    y[static_cast<size_t>(blockIdx.x) * pairs + i] = __floats2half2_rn(v.x * scale * w.x, v.y * scale * w.y);
  }
}

// The gradient of a layer norm with respect to its input, a warp a row.
__global__ void layer_norm_gradient(const float* __restrict__ x, const float* __restrict__ dy,
                                    const float* __restrict__ gamma, const float2* __restrict__ moments,
                                    float* dx, int rows, int width) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float2 m = moments[row];
  float plain = 0, along = 0;
  for (int i = lane; i < width; i += 32) {
    float g = dy[row * width + i] * gamma[i], h = (x[row * width + i] - m.x) * m.y;
    plain += g;
    along += g * h;
  }
  plain = sum_of_warp(plain) / width;
  along = sum_of_warp(along) / width;
  for (int i = lane; i < width; i += 32) {
    float g = dy[row * width + i] * gamma[i], h = (x[row * width + i] - m.x) * m.y;
    dx[row * width + i] = m.y * (g - plain - h * along);
  }
}

// Softmax in a single reading pass that keeps a running greatest and a running sum; a warp a row.
__global__ void softmax_online(const float* __restrict__ x, float* __restrict__ y, int rows, int width) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float* in = x + static_cast<size_t>(row) * width;
  float most = -1e30f, sum = 0;
  for (int i = lane; i < width; i += 32) {
    float v = in[i], next = fmaxf(most, v);
    sum = sum * __expf(most - next) + __expf(v - next);
    most = next;
  }
  for (int d = 16; d; d /= 2) {
    float other = __shfl_xor_sync(~0u, most, d), other_sum = __shfl_xor_sync(~0u, sum, d);
    float next = fmaxf(most, other);
    sum = sum * __expf(most - next) + other_sum * __expf(other - next);
    most = next;
  }
  float scale = 1 / sum;
  for (int i = lane; i < width; i += 32)
    y[static_cast<size_t>(row) * width + i] = __expf(in[i] - most) * scale;
}

// Rotates the pairs of each head by angles that depend on the position; x is [position][head][size].
__global__ void rotate_positions(float2* x, int heads, int pairs, int n, float base) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int pair = i % pairs, position = i / pairs / heads;
  float angle = position * powf(base, -static_cast<float>(pair) / pairs), s, c;
  sincosf(angle, &s, &c);
  float2 v = x[i];
  x[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

// Looks up the rows of words in a table and adds the rows of their positions.
__global__ void embed_words(const int* __restrict__ word, const float4* __restrict__ table,
                            const float4* __restrict__ place, float4* out, int quads, int length) {
  int token = blockIdx.x, w = word[token];
  for (int i = threadIdx.x; i < quads; i += blockDim.x) {
    float4 a = table[static_cast<size_t>(w) * quads + i], b = place[token % length * quads + i];
    out[static_cast<size_t>(token) * quads + i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
  }
}

// A step of Adam with decaying weights; a copy of the weights in half precision is written too.
__global__ void adamw_step(float* weight, __half* copy, const float* gradient, float* m, float* v, int n,
                           float rate, float decay, float correct1, float correct2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float g = gradient[i], w = weight[i] * (1 - rate * decay);
  float mi = 0.9f * m[i] + 0.1f * g, vi = 0.999f * v[i] + 0.001f * g * g;
  m[i] = mi;
  v[i] = vi;
  w -= rate * (mi * correct1) / (sqrtf(vi * correct2) + 1e-8f);
  weight[i] = w;
  copy[i] = __float2half(w);
}

// GELU by its approximation with a hyperbolic tangent, after a bias.
__global__ void bias_gelu(const float* __restrict__ x, const float* __restrict__ bias, float* __restrict__ y,
                          int n, int width) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = x[i] + bias[i % width];
    y[i] = 0.5f * v * (1 + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
  }
}

// The gated unit of today's language models: the first half of a row through SiLU times the second half.
__global__ void silu_and_multiply(const __half2* in, __half2* out, int pairs) {
  int row = blockIdx.y, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  float2 g = __half22float2(in[static_cast<size_t>(row) * 2 * pairs + i]);
  float2 u = __half22float2(in[static_cast<size_t>(row) * 2 * pairs + pairs + i]);
  out[static_cast<size_t>(row) * pairs + i] =
      __floats2half2_rn(g.x / (1 + __expf(-g.x)) * u.x, g.y / (1 + __expf(-g.y)) * u.y);
}

// Quantizes each row to bytes by its greatest magnitude, a block a row.
__global__ void quantize_rows(const float4* x, char4* out, float* scale, int quads) {
  __shared__ float warps[8];
  float most = 0;
  const float4* row = x + static_cast<size_t>(blockIdx.x) * quads;
  for (int i = threadIdx.x; i < quads; i += 256) {
    float4 v = row[i];
    most = fmaxf(fmaxf(fmaxf(most, fabsf(v.x)), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
  }
  for (int d = 16; d; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = most;
  __syncthreads();
  for (int w = 0; w < 8; ++w) most = fmaxf(most, warps[w]);
  float by = 127 / fmaxf(most, 1e-6f);
  for (int i = threadIdx.x; i < quads; i += 256) {
    float4 v = row[i];
    out[static_cast<size_t>(blockIdx.x) * quads + i] =
        make_char4(static_cast<signed char>(__float2int_rn(v.x * by)),
                   static_cast<signed char>(__float2int_rn(v.y * by)),
                   static_cast<signed char>(__float2int_rn(v.z * by)),
                   static_cast<signed char>(__float2int_rn(v.w * by)));
  }
  if (threadIdx.x == 0) scale[blockIdx.x] = most / 127;
}

// Expands integers of four bits to halves; each group of 64 has a scale and a zero.
__global__ void expand_four_bits(const unsigned* __restrict__ packed, const __half2* __restrict__ scale_zero,
                                 uint4* out, int words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words) return;
  unsigned w = packed[i];
  float2 s = __half22float2(scale_zero[i / 8]);
  __half2 pair[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float low = static_cast<float>(w >> (8 * k) & 15), high = static_cast<float>(w >> (8 * k + 4) & 15);
    pair[k] = __floats2half2_rn((low - s.y) * s.x, (high - s.y) * s.x);
  }
  uint4 v;
  v.x = *reinterpret_cast<unsigned*>(&pair[0]);
  v.y = *reinterpret_cast<unsigned*>(&pair[1]);
  v.z = *reinterpret_cast<unsigned*>(&pair[2]);
  v.w = *reinterpret_cast<unsigned*>(&pair[3]);
  out[i] = v;
}

// Dropout with a hash of the index as the random number, then the residual is added.
__global__ void dropout_and_add(const float* x, const float* residual, float* y, unsigned char* kept, int n,
                                unsigned seed, unsigned limit, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h = (i ^ seed) * 0x7feb352du;
  h = (h ^ h >> 15) * 0x846ca68bu;
  h ^= h >> 16;
  bool keep = h < limit;
  y[i] = residual[i] + (keep ? x[i] * scale : 0.f);
  kept[i] = keep;
}

// The cross entropy of each row of a large vocabulary and its gradient, a block of 512 threads a row.
__global__ void cross_entropy_rows(const float* logit, const int* target, float* loss, float* gradient,
                                   int width) {
  __shared__ float warps[16], shared_most;
  const float* row = logit + static_cast<size_t>(blockIdx.x) * width;
  int t = threadIdx.x;
  float most = -1e30f, sum = 0;
  for (int i = t; i < width; i += 512) most = fmaxf(most, row[i]);
  for (int d = 16; d; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  if (t % 32 == 0) warps[t / 32] = most;
  __syncthreads();
  if (t == 0) {
    for (int w = 1; w < 16; ++w) most = fmaxf(most, warps[w]);
    shared_most = most;
  }
  __syncthreads();
  most = shared_most;
  for (int i = t; i < width; i += 512) sum += expf(row[i] - most);
  sum = sum_of_warp(sum);
  if (t % 32 == 0) warps[t / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int w = 0; w < 16; ++w) sum += warps[w];
  int right = target[blockIdx.x];
  for (int i = t; i < width; i += 512) {
    float p = expf(row[i] - most) / sum;
    gradient[static_cast<size_t>(blockIdx.x) * width + i] = p - (i == right ? 1.f : 0.f);
  }
  if (t == 0) loss[blockIdx.x] = logf(sum) + most - row[right];
}

// The two best of 64 experts for each token with their shares, a warp a token.
__global__ void choose_two_experts(const float2* logit, int2* expert, float2* share, int tokens) {
  int token = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (token >= tokens) return;
  float2 v = logit[token * 32 + lane];
  int chosen_one[2];
  float best_of[2];
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    float best = fmaxf(v.x, v.y);
    int where = 2 * lane + (v.y > v.x);
    for (int d = 16; d; d /= 2) {
      float other = __shfl_xor_sync(~0u, best, d);
      int other_where = __shfl_xor_sync(~0u, where, d);
      if (other > best || (other == best && other_where < where)) {
        best = other;
        where = other_where;
      }
    }
    chosen_one[k] = where;
    best_of[k] = best;
    if (where / 2 == lane) {
      if (where % 2) {
        v.y = -1e30f;
      } else {
        v.x = -1e30f;
      }
    }
  }
  if (lane == 0) {
    float ratio = expf(best_of[1] - best_of[0]), whole = 1 / (1 + ratio);
    expert[token] = make_int2(chosen_one[0], chosen_one[1]);
    share[token] = make_float2(whole, ratio * whole);
  }
}

}  // namespace varied
