// Layers, losses and optimisers of neural networks.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace everyday {

// A 3x3 convolution (NCHW, padded by 1): blocks of 16x16 pixels make four output channels at once, with the
// tile of one input channel and its weights in shared memory.
__global__ void conv3x3_four_outputs(const float* __restrict__ in, const float* __restrict__ weight,
                                     const float* __restrict__ bias, float* out, int inputs, int outputs,
                                     int height, int width) {
  __shared__ float tile[18][19], w[4][9];
  int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
  int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16, o = blockIdx.z * 4;
  float sum[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) sum[i] = bias[o + i];
  for (int c = 0; c < inputs; ++c) {
    for (int i = t; i < 18 * 18; i += 256) {
      int x = x0 + i % 18 - 1, y = y0 + i / 18 - 1;
      bool inside = x >= 0 && x < width && y >= 0 && y < height;
      tile[i / 18][i % 18] = inside ? in[(c * height + y) * width + x] : 0;
    }
    if (t < 36) w[t / 9][t % 9] = weight[((o + t / 9) * inputs + c) * 9 + t % 9];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 9; ++k) {
      float v = tile[ty + k / 3][tx + k % 3];
#pragma unroll
      for (int i = 0; i < 4; ++i) sum[i] += w[i][k] * v;
    }
    __syncthreads();
  }
  if (x0 + tx >= width || y0 + ty >= height) return;
  for (int i = 0; i < 4; ++i) out[((o + i) * height + y0 + ty) * width + x0 + tx] = fmaxf(sum[i], 0);
}

// A causal convolution in time with dilation and a tanh gate, channels last; a thread makes one channel of
// one time.
__global__ void gated_dilated_conv(const float* __restrict__ x, const float* __restrict__ filter,
                                   const float* __restrict__ gate, float* y, int times, int channels,
                                   int taps, int dilation) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, t = blockIdx.y;
  if (c >= channels) return;
  float f = 0, g = 0;
  for (int k = 0; k < taps; ++k) {
    int from = t - k * dilation;
    if (from < 0) break;
    float v = x[from * channels + c];
    f += v * filter[k * channels + c];
    g += v * gate[k * channels + c];
  }
  y[t * channels + c] = tanhf(f) / (1 + expf(-g));
}

// The mean over 3x3 windows with stride 2 and padding 1 (NCHW); only what lies inside counts.
__global__ void average_pool_3x3_stride_2(const float* in, float* out, int height, int width, int out_height,
                                          int out_width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= out_width || y >= out_height) return;
  const float* plane = in + static_cast<size_t>(blockIdx.z) * height * width;
  float sum = 0;
  int count = 0;
  for (int v = max(0, 2 * y - 1); v < min(height, 2 * y + 2); ++v) {
    for (int u = max(0, 2 * x - 1); u < min(width, 2 * x + 2); ++u) {
      sum += plane[v * width + u];
      ++count;
    }
  }
  out[(blockIdx.z * out_height + y) * out_width + x] = sum / count;
}

// The mean of each plane, a warp a plane.
__global__ void global_average_pool(const float* in, float* out, int planes, int size) {
  int plane = blockIdx.x * blockDim.y + threadIdx.y;
  if (plane >= planes) return;
  float sum = 0;
  for (int i = threadIdx.x; i < size; i += 32) sum += in[plane * size + i];
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x == 0) out[plane] = sum / size;
}

// Batch normalisation at inference with ReLU and a residual (NCHW), four pixels a thread.
__global__ void batch_norm_add_relu(const float4* x, const float4* residual, const float* mean,
                                    const float* variance, const float* gamma, const float* beta, float4* y,
                                    int n, int plane4, int channels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = i / plane4 % channels;
  float scale = gamma[c] * rsqrtf(variance[c] + 1e-5f), shift = beta[c] - mean[c] * scale;
  float4 v = x[i], r = residual[i];
  y[i] = make_float4(fmaxf(0, v.x * scale + shift + r.x), fmaxf(0, v.y * scale + shift + r.y),
                     fmaxf(0, v.z * scale + shift + r.z), fmaxf(0, v.w * scale + shift + r.w));
}

// Reduces a value over the block by `op`; `shared` has a place for each warp.
template <class F>
__device__ float over_block(float v, float* shared, F op) {
  for (int d = 16; d; d /= 2) v = op(v, __shfl_xor_sync(~0u, v, d));
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = v;
  __syncthreads();
  v = shared[0];
  for (int w = 1; w < static_cast<int>(blockDim.x) / 32; ++w) v = op(v, shared[w]);
  __syncthreads();
  return v;
}

struct Larger {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};

// The logarithm of softmax of each row, a block a row, in three passes.
__global__ void log_softmax_rows(const float* in, float* out, int width) {
  __shared__ float warps[32];
  const float* row = in + static_cast<size_t>(blockIdx.x) * width;
  float top = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < width; i += blockDim.x) top = fmaxf(top, row[i]);
  top = over_block(top, warps, Larger());
  for (int i = threadIdx.x; i < width; i += blockDim.x) sum += __expf(row[i] - top);
  float log_sum = top + logf(over_block(sum, warps, Plus()));
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    out[static_cast<size_t>(blockIdx.x) * width + i] = row[i] - log_sum;
  }
}

// Softmax of rows of up to 128 scores of which the first `length` of each sequence count, a warp a row.
__global__ void masked_softmax_128(const float4* scores, const int* length, float4* out, int rows,
                                   int rows_each) {
  int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  int left = length[row / rows_each] - lane * 4;
  float4 v = scores[row * 32 + lane];
  v.x = left > 0 ? v.x : -INFINITY;
  v.y = left > 1 ? v.y : -INFINITY;
  v.z = left > 2 ? v.z : -INFINITY;
  v.w = left > 3 ? v.w : -INFINITY;
  float top = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
  for (int d = 16; d; d /= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  v = make_float4(__expf(v.x - top), __expf(v.y - top), __expf(v.z - top), __expf(v.w - top));
  float sum = v.x + v.y + v.z + v.w;
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  float scale = 1 / sum;
  out[row * 32 + lane] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
}

// The sum of two inputs, normalised by mean and variance and scaled, for rows of 1,024 halves: 128 threads
// have eight each.
__global__ void add_layer_norm_1024(const uint4* x, const uint4* residual, const float* gamma,
                                    const float* beta, uint4* y) {
  __shared__ float warps[4];
  int at = blockIdx.x * 128 + threadIdx.x;
  uint4 a = x[at], b = residual[at];
  const __half2 *ha = reinterpret_cast<const __half2*>(&a), *hb = reinterpret_cast<const __half2*>(&b);
  float v[8], sum = 0, squares = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    float2 p = __half22float2(__hadd2(ha[i], hb[i]));
    v[2 * i] = p.x;
    v[2 * i + 1] = p.y;
    sum += p.x + p.y;
  }
  float mean = over_block(sum, warps, Plus()) / 1024;
#pragma unroll
  for (int i = 0; i < 8; ++i) squares += (v[i] - mean) * (v[i] - mean);
  float scale = rsqrtf(over_block(squares, warps, Plus()) / 1024 + 1e-5f);
  uint4 r;
  __half2* hr = reinterpret_cast<__half2*>(&r);
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    int c = threadIdx.x * 8 + 2 * i;
    hr[i] = __floats2half2_rn((v[2 * i] - mean) * scale * gamma[c] + beta[c],
                              (v[2 * i + 1] - mean) * scale * gamma[c + 1] + beta[c + 1]);
  }
  y[at] = r;
}

// A step of AdaGrad for the rows of a table that have gradients; no row is listed twice.
__global__ void adagrad_rows(const int* row, const float* gradient, float* sums, float* table, int rows,
                             int width, float rate) {
  int r = blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= rows) return;
  int to = row[r] * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    float g = gradient[r * width + i], s = sums[to + i] + g * g;
    sums[to + i] = s;
    table[to + i] -= rate * g * rsqrtf(s + 1e-10f);
  }
}

// A step of RMSProp with momentum and weight decay.
__global__ void rmsprop_step(float* __restrict__ weight, const float* __restrict__ gradient,
                             float* __restrict__ square, float* __restrict__ momentum, int n, float rate,
                             float decay) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float w = weight[i], g = gradient[i] + decay * w;
  float s = 0.99f * square[i] + 0.01f * g * g, m = 0.9f * momentum[i] + g / (sqrtf(s) + 1e-8f);
  square[i] = s;
  momentum[i] = m;
  weight[i] = w - rate * m;
}

// The scores of queries and keys of 64 numbers, in tiles of 32x32; blocks have 32x8 threads and z is the
// head.
__global__ void scores_of_heads(const float* __restrict__ q, const float* __restrict__ k, float* scores,
                                int length) {
  __shared__ float sq[32][65], sk[32][65];
  int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x, head = blockIdx.z;
  for (int i = t; i < 32 * 64; i += 256) {
    int row = i / 64, d = i % 64;
    sq[row][d] = blockIdx.y * 32 + row < length ? q[(head * length + blockIdx.y * 32 + row) * 64 + d] : 0;
    sk[row][d] = blockIdx.x * 32 + row < length ? k[(head * length + blockIdx.x * 32 + row) * 64 + d] : 0;
  }
  __syncthreads();
  float sum[4] = {};
#pragma unroll 16
  for (int d = 0; d < 64; ++d) {
    float key = sk[x][d];
#pragma unroll
    for (int i = 0; i < 4; ++i) sum[i] += sq[y + 8 * i][d] * key;
  }
  int column = blockIdx.x * 32 + x;
  for (int i = 0; i < 4; ++i) {
    int row = blockIdx.y * 32 + y + 8 * i;
    if (row < length && column < length) scores[(head * length + row) * length + column] = sum[i] * 0.125f;
  }
}

// Binary cross-entropy of logits with weights for the positive class; each block adds its sum to the loss.
__global__ void bce_with_logits(const float* logit, const unsigned char* label, float* gradient, float* loss,
                                int n, float positive) {
  __shared__ float warps[8];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float z = logit[i], soft = log1pf(expf(-fabsf(z))), p = 1 / (1 + expf(-z));
    if (label[i]) {
      sum += positive * (soft + fmaxf(-z, 0));
      gradient[i] = positive * (p - 1) / n;
    } else {
      sum += soft + fmaxf(z, 0);
      gradient[i] = p / n;
    }
  }
  sum = over_block(sum, warps, Plus());
  if (threadIdx.x == 0) atomicAdd(loss, sum / n);
}

// A depthwise 7x7 convolution with channels last, padded by 3; threads of a block take neighbouring channels.
__global__ void depthwise_7x7_channels_last(const float* __restrict__ in, const float* __restrict__ weight,
                                            float* out, int height, int width, int channels) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y, y = blockIdx.z;
  if (c >= channels || x >= width) return;
  float sum = 0;
  for (int dy = 0; dy < 7; ++dy) {
    int v = y + dy - 3;
    if (v < 0 || v >= height) continue;
#pragma unroll
    for (int dx = 0; dx < 7; ++dx) {
      int u = x + dx - 3;
      if (u >= 0 && u < width)
        sum += in[(v * width + u) * channels + c] * weight[(dy * 7 + dx) * channels + c];
    }
  }
  out[(y * width + x) * channels + c] = sum;
}

// Enlarges planes bilinearly with aligned corners (NCHW).
__global__ void enlarge_bilinear(const float* __restrict__ in, float* out, int height, int width,
                                 int out_height, int out_width, int n) {
  float sy = static_cast<float>(height - 1) / (out_height - 1),
        sx = static_cast<float>(width - 1) / (out_width - 1);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int x = i % out_width, y = i / out_width % out_height, plane = i / out_width / out_height;
    float fx = x * sx, fy = y * sy;
    int x0 = min(static_cast<int>(fx), width - 1), y0 = min(static_cast<int>(fy), height - 1);
    int x1 = min(x0 + 1, width - 1), y1 = min(y0 + 1, height - 1);
    fx -= x0;
    fy -= y0;
    const float* p = in + plane * height * width;
    float above = p[y0 * width + x0] * (1 - fx) + p[y0 * width + x1] * fx;
    float below = p[y1 * width + x0] * (1 - fx) + p[y1 * width + x1] * fx;
    out[i] = above * (1 - fy) + below * fy;
  }
}

}  // namespace everyday
