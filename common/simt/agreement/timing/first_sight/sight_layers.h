// Layers, losses and optimisers of neural networks: convolutions, pooling, gates, dropout and Adam.
#pragma once
#include "sight_helpers.h"

namespace sight {

// Convolves each channel with its own 3x3 filter and applies a clipped rectifier.
__global__ void depthwise_3x3(const float* in, const float* weights, float* out, int height, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.z;
  if (x >= width || y >= height) return;
  const float* plane = in + static_cast<size_t>(c) * height * width;
  float sum = 0;
#pragma unroll
  for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
    for (int dx = -1; dx <= 1; ++dx) {
      int u = x + dx, v = y + dy;
      if (u >= 0 && u < width && v >= 0 && v < height)
        sum += __ldg(weights + c * 9 + dy * 3 + dx + 4) * plane[v * width + u];
    }
  out[(static_cast<size_t>(c) * height + y) * width + x] = fminf(fmaxf(sum, 0.0f), 6.0f);
}

// Convolves with 3x3 filters between 8 channels of each group; the filters of an output channel lie in shared memory.
__global__ void grouped_3x3(const float* in, const float* weights, float* out, int size) {
  __shared__ float filter[72];
  int channel = blockIdx.y, group = channel / 8;
  for (int i = threadIdx.x; i < 72; i += blockDim.x) filter[i] = weights[channel * 72 + i];
  __syncthreads();
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= size * size) return;
  int x = at % size, y = at / size;
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    const float* plane = in + static_cast<size_t>(group * 8 + k) * size * size;
    for (int dy = 0; dy < 3; ++dy) {
      int v = y + dy - 1;
      if (v < 0 || v >= size) continue;
#pragma unroll
      for (int dx = 0; dx < 3; ++dx) {
        int u = x + dx - 1;
        if (u >= 0 && u < size) sum += filter[k * 9 + dy * 3 + dx] * plane[v * size + u];
      }
    }
  }
  out[static_cast<size_t>(channel) * size * size + at] = sum;
}

// Takes one step of Adam with weight decay.
__global__ void adam_step(float4* w, const float4* grad, float4* m, float4* v, int quads, float rate,
                          float c1, float c2) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
    float4 p = w[i], g = grad[i], a = m[i], b = v[i];
    auto one = [&](float& p, float g, float& a, float& b) {
      a = 0.9f * a + 0.1f * g;
      b = 0.999f * b + 0.001f * g * g;
      p -= rate * (a * c1 / (sqrtf(b * c2) + 1e-8f) + 0.01f * p);
    };
    one(p.x, g.x, a.x, b.x);
    one(p.y, g.y, a.y, b.y);
    one(p.z, g.z, a.z, b.z);
    one(p.w, g.w, a.w, b.w);
    w[i] = p;
    m[i] = a;
    v[i] = b;
  }
}

// Applies a bias, GELU and dropout whose random numbers come from a hash of the position.
__global__ void bias_gelu_dropout(const float* in, const float* bias, float* out, unsigned char* kept, int n,
                                  int width, unsigned seed, float keep) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[i] + bias[i % width];
  float y = 0.5f * v * (1 + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
  bool stay = mix(i ^ seed) * 2.3283064e-10f < keep;
  kept[i] = stay;
  out[i] = stay ? y / keep : 0.0f;
}

// Computes the cross entropy of each row and its gradient, one block a row.
__global__ void cross_entropy(const float* logits, const int* label, float* loss, float* grad, int classes) {
  __shared__ float part[32];
  size_t base = static_cast<size_t>(blockIdx.x) * classes;
  float top = -3.4e38f, sum = 0;
  for (int i = threadIdx.x; i < classes; i += blockDim.x) top = fmaxf(top, logits[base + i]);
  top = block_max(top, part);
  for (int i = threadIdx.x; i < classes; i += blockDim.x) sum += expf(logits[base + i] - top);
  sum = block_sum(sum, part);
  int right = label[blockIdx.x];
  for (int i = threadIdx.x; i < classes; i += blockDim.x)
    grad[base + i] = (expf(logits[base + i] - top) / sum - (i == right)) / gridDim.x;
  if (threadIdx.x == 0) loss[blockIdx.x] = logf(sum) + top - logits[base + right];
}

// Takes the largest of each 2x2 window and remembers which one it was.
__global__ void max_pool_2x2(const float2* in, float* out, unsigned char* which, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = i % width, y = i / width;
  float2 a = in[2 * y * width + x], b = in[(2 * y + 1) * width + x];
  float best = a.x;
  int at = 0;
  if (a.y > best) best = a.y, at = 1;
  if (b.x > best) best = b.x, at = 2;
  if (b.y > best) best = b.y, at = 3;
  out[i] = best;
  which[i] = at;
}

// Computes the mean and variance of each channel by Welford's method over images and positions, one block a channel.
__global__ void batch_norm_statistics(const float* in, float* mean, float* variance, int images, int channels,
                                      int area) {
  __shared__ float means[32], squares[32], counts[32];
  float m = 0, s = 0, n = 0;
  for (int i = 0; i < images; ++i) {
    const float* plane = in + (static_cast<size_t>(i) * channels + blockIdx.x) * area;
    for (int k = threadIdx.x; k < area; k += blockDim.x) {
      float v = plane[k], d = v - m;
      n += 1;
      m += d / n;
      s += d * (v - m);
    }
  }
  auto merge = [&](float m2, float s2, float n2) {
    float total = n + n2, d = m2 - m;
    if (total > 0) {
      m += d * n2 / total;
      s += s2 + d * d * n * n2 / total;
      n = total;
    }
  };
  for (int d = 16; d > 0; d >>= 1) {
    float m2 = __shfl_down_sync(kAll, m, d), s2 = __shfl_down_sync(kAll, s, d),
          n2 = __shfl_down_sync(kAll, n, d);
    merge(m2, s2, n2);
  }
  if (threadIdx.x % 32 == 0) {
    means[threadIdx.x / 32] = m;
    squares[threadIdx.x / 32] = s;
    counts[threadIdx.x / 32] = n;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w) merge(means[w], squares[w], counts[w]);
    mean[blockIdx.x] = m;
    variance[blockIdx.x] = s / n;
  }
}

// Applies the gates of an LSTM cell to the sums of its four products.
__global__ void lstm_cell(const float* gates, float* cell, float* hidden, int batch, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * width) return;
  const float* g = gates + static_cast<size_t>(i / width) * 4 * width + i % width;
  float in = 1 / (1 + __expf(-g[0])), forget = 1 / (1 + __expf(-g[width])), fresh = tanhf(g[2 * width]),
        open = 1 / (1 + __expf(-g[3 * width]));
  float c = forget * cell[i] + in * fresh;
  cell[i] = c;
  hidden[i] = open * tanhf(c);
}

}  // namespace sight
