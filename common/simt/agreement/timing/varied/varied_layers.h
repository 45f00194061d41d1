// Layers of neural networks: convolutions, pooling, attention and recurrent steps.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace varied {

// A convolution of 5x5 as one would first write it: a thread an output, filters read from global memory.
__global__ void conv5x5_simply(const float* in, const float* weight, float* out, int inputs, int height,
                               int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, o = blockIdx.z;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int c = 0; c < inputs; ++c) {
    for (int dy = 0; dy < 5; ++dy) {
      for (int dx = 0; dx < 5; ++dx) {
        int sx = x + dx - 2, sy = y + dy - 2;
        if (sx >= 0 && sx < width && sy >= 0 && sy < height) {
          sum += in[(c * height + sy) * width + sx] * weight[((o * inputs + c) * 5 + dy) * 5 + dx];
        }
      }
    }
  }
  out[(o * height + y) * width + x] = sum;
}

// Lays the patches of 3x3 out as columns, so that a convolution becomes a product.
template <class T>
__global__ void patches_to_columns(const T* in, T* columns, int channels, int height, int width, int stride,
                                   int out_height, int out_width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int ox = i % out_width, oy = i / out_width % out_height, c = i / out_width / out_height;
  int area = out_height * out_width;
  T* to = columns + c * 9 * area + oy * out_width + ox;
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 0; dx < 3; ++dx) {
      int x = ox * stride + dx - 1, y = oy * stride + dy - 1;
      bool inside = x >= 0 && x < width && y >= 0 && y < height;
      *to = inside ? in[(c * height + y) * width + x] : T(0);
      to += area;
    }
  }
}

// A depthwise convolution of 3x3; a block has a tile of 32x8 of one plane and its border in shared memory.
__global__ void depthwise_3x3_tile(const float* in, const float* weight, float* out, int height, int width) {
  __shared__ float tile[10][34];
  int plane = blockIdx.z, left = blockIdx.x * 32 - 1, top = blockIdx.y * 8 - 1;
  const float* from = in + static_cast<size_t>(plane) * height * width;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 340; i += 256) {
    int x = left + i % 34, y = top + i / 34;
    tile[i / 34][i % 34] = x >= 0 && x < width && y >= 0 && y < height ? from[y * width + x] : 0.f;
  }
  __syncthreads();
  int x = left + 1 + threadIdx.x, y = top + 1 + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) sum += tile[threadIdx.y + k / 3][threadIdx.x + k % 3] * weight[plane * 9 + k];
  out[static_cast<size_t>(plane) * height * width + y * width + x] = sum;
}

// The greatest of each 2x2 and where it was.
__global__ void max_pool_with_places(const float2* in, float* out, unsigned char* place, int out_width,
                                     int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int row = i / out_width, column = i % out_width;
  float2 a = in[2 * row * out_width + column], b = in[(2 * row + 1) * out_width + column];
  float best = a.x;
  int where = 0;
  if (a.y > best) {
    best = a.y;
    where = 1;
  }
  if (b.x > best) {
    best = b.x;
    where = 2;
  }
  if (b.y > best) {
    best = b.y;
    where = 3;
  }
  out[i] = best;
  place[i] = static_cast<unsigned char>(where);
}

// A causal convolution over time with four taps and SiLU; a thread walks a stretch of a channel.
__global__ void causal_conv_silu(const float* __restrict__ x, const float4* __restrict__ tap, float* y,
                                 int times, int channels, int stretch) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * stretch;
  if (c >= channels) return;
  float4 w = tap[c];
  float p = first >= 3 ? x[(first - 3) * channels + c] : 0.f,
        q = first >= 2 ? x[(first - 2) * channels + c] : 0.f;
  float r = first >= 1 ? x[(first - 1) * channels + c] : 0.f;
  for (int t = first; t < min(times, first + stretch); ++t) {
    float v = x[t * channels + c], sum = w.x * p + w.y * q + w.z * r + w.w * v;
    y[t * channels + c] = sum / (1 + __expf(-sum));
    p = q;
    q = r;
    r = v;
  }
}

// Attention of one new token over its cache: a block of 128 threads a head of 64 values.
__global__ void attend_to_cache(const float* q, const float* keys, const float* values, float* out,
                                int length) {
  __shared__ float query[64], weights[128], part[2][64];
  int head = blockIdx.x, t = threadIdx.x, lane = t % 32, warp = t / 32;
  const float *k = keys + static_cast<size_t>(head) * length * 64,
              *v = values + static_cast<size_t>(head) * length * 64;
  if (t < 64) query[t] = q[head * 64 + t] * 0.125f;
  __syncthreads();
  float sum = 0, total = 0;
  for (int base = 0; base < length; base += 128) {
    for (int j = warp; j < 128; j += 4) {
      float s = 0;
      if (base + j < length) {
        s = query[lane] * k[(base + j) * 64 + lane] + query[lane + 32] * k[(base + j) * 64 + lane + 32];
      }
      for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
      if (lane == 0) weights[j] = base + j < length ? __expf(s) : 0.f;
    }
    __syncthreads();
    for (int j = t / 64; j < min(128, length - base); j += 2) {
      sum += weights[j] * v[(base + j) * 64 + t % 64];
      total += weights[j];
    }
    __syncthreads();
  }
  part[t / 64][t % 64] = sum;
  if (t % 64 == 0) weights[t / 64] = total;
  __syncthreads();
  if (t < 64) out[head * 64 + t] = (part[0][t] + part[1][t]) / (weights[0] + weights[1]);
}

// Causal attention in tiles with a running softmax: a thread has one query of 32 values in registers.
__global__ void __launch_bounds__(64)
    attend_in_tiles(const float4* __restrict__ q, const float4* __restrict__ k, const float4* __restrict__ v,
                    float4* out, int length) {
  __shared__ float4 keys[32][8], values[32][8];
  int row = blockIdx.x * 64 + threadIdx.x;
  size_t head = static_cast<size_t>(blockIdx.y) * length * 8;
  float4 own[8], sum[8];
  for (int i = 0; i < 8; ++i) {
    own[i] = row < length ? q[head + row * 8 + i] : make_float4(0, 0, 0, 0);
    sum[i] = make_float4(0, 0, 0, 0);
  }
  float most = -1e30f, total = 0;
  int end = min(length, static_cast<int>(blockIdx.x + 1) * 64);
  for (int base = 0; base < end; base += 32) {
    for (int i = threadIdx.x; i < 256; i += 64) {
      bool inside = base + i / 8 < length;
      keys[i / 8][i % 8] = inside ? k[head + base * 8 + i] : make_float4(0, 0, 0, 0);
      values[i / 8][i % 8] = inside ? v[head + base * 8 + i] : make_float4(0, 0, 0, 0);
    }
    __syncthreads();
    for (int j = 0; j < 32 && base + j <= row && row < length; ++j) {
      float s = 0;
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        float4 a = own[i], b = keys[j][i];
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
      }
      s *= 0.17677669f;
      float next = fmaxf(most, s), shrink = __expf(most - next), weight = __expf(s - next);
      most = next;
      total = total * shrink + weight;
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        float4 b = values[j][i];
        sum[i].x = sum[i].x * shrink + weight * b.x;
        sum[i].y = sum[i].y * shrink + weight * b.y;
        sum[i].z = sum[i].z * shrink + weight * b.z;
        sum[i].w = sum[i].w * shrink + weight * b.w;
      }
    }
    __syncthreads();
  }
  if (row >= length) return;
  for (int i = 0; i < 8; ++i) {
    out[head + row * 8 + i] =
        make_float4(sum[i].x / total, sum[i].y / total, sum[i].z / total, sum[i].w / total);
  }
}

// The pointwise part of a step of a long short-term memory.
__global__ void lstm_cells(const float* __restrict__ gates, float* cell, float* hidden, int units, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float* g = gates + static_cast<size_t>(i / units) * 4 * units + i % units;
  float in = 1 / (1 + expf(-g[0])), forget = 1 / (1 + expf(-g[units]));
  float candidate = tanhf(g[2 * units]), show = 1 / (1 + expf(-g[3 * units]));
  float c = forget * cell[i] + in * candidate;
  cell[i] = c;
  hidden[i] = show * tanhf(c);
}

// A selective scan of a state space model: a thread has the 16 states of one channel and walks through time.
__global__ void selective_scan(const float* __restrict__ x, const float* __restrict__ step,
                               const float* __restrict__ b, const float* __restrict__ c, const float* decay,
                               float* y, int times, int channels) {
  int d = blockIdx.x * blockDim.x + threadIdx.x;
  if (d >= channels) return;
  float state[16] = {}, rate[16];
#pragma unroll
  for (int s = 0; s < 16; ++s) rate[s] = decay[s * channels + d];
  for (int t = 0; t < times; ++t) {
    float u = x[t * channels + d], h = step[t * channels + d], sum = 0;
#pragma unroll
    for (int s = 0; s < 16; ++s) {
      state[s] = state[s] * __expf(h * rate[s]) + h * u * b[t * 16 + s];
      sum += state[s] * c[t * 16 + s];
    }
    y[t * channels + d] = sum;
  }
}

// Samples planes at given places between pixels, zero outside.
__global__ void sample_grid(const float* __restrict__ in, const float2* __restrict__ place, float* out,
                            int channels, int height, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = place[i];
  float fx = floorf(p.x), fy = floorf(p.y), wx = p.x - fx, wy = p.y - fy;
  int x = static_cast<int>(fx), y = static_cast<int>(fy);
  for (int c = 0; c < channels; ++c) {
    auto pixel = [&](int px, int py) {
      return px >= 0 && px < width && py >= 0 && py < height ? in[(c * height + py) * width + px] : 0.f;
    };
    out[c * n + i] = (1 - wy) * ((1 - wx) * pixel(x, y) + wx * pixel(x + 1, y)) +
                     wy * ((1 - wx) * pixel(x, y + 1) + wx * pixel(x + 1, y + 1));
  }
}

// Transforms patches of 4x4 for Winograd's convolution of 3x3; the 16 results go to 16 planes.
__global__ void winograd_patches(const float* __restrict__ in, float* out, int tiles_x, int tiles_y,
                                 int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int tx = i % tiles_x, ty = i / tiles_x % tiles_y, c = i / tiles_x / tiles_y;
  const float* from = in + (static_cast<size_t>(c) * (2 * tiles_y + 2) + 2 * ty) * width + 2 * tx;
  float m[4][4];
#pragma unroll
  for (int x = 0; x < 4; ++x) {
    float a = from[x], b = from[width + x], d = from[2 * width + x], e = from[3 * width + x];
    m[0][x] = a - d;
    m[1][x] = b + d;
    m[2][x] = d - b;
    m[3][x] = b - e;
  }
#pragma unroll
  for (int y = 0; y < 4; ++y) {
    out[(4 * y) * n + i] = m[y][0] - m[y][2];
    out[(4 * y + 1) * n + i] = m[y][1] + m[y][2];
    out[(4 * y + 2) * n + i] = m[y][2] - m[y][1];
    out[(4 * y + 3) * n + i] = m[y][1] - m[y][3];
  }
}

}  // namespace varied
