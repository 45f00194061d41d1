// Kernels of the launches in unseen.cu. They are what courses, forums, PyTorch extensions and theses contain,
// written as their authors write them, with good habits and bad ones.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__constant__ float Taps[33];
__constant__ float Blur[7][7];
__constant__ unsigned CrcTable[256];
__constant__ int SmallPrimes[172];
__constant__ char Pattern[16];
__constant__ unsigned char Gamma[256];

struct Particle {
  float x, y, z, vx, vy, vz, mass;
};

__device__ inline float warp_sum(float v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  return v;
}

__device__ inline float warp_max(float v) {
  for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
  return v;
}

// Every thread of the block gets the sum.
__device__ inline float block_sum(float v) {
  __shared__ float part[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  v = warp_sum(v);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  v = lane < static_cast<int>(blockDim.x) / 32 ? part[lane] : 0.f;
  v = warp_sum(v);
  __syncthreads();
  return v;
}

// Every thread of the block gets the maximum.
__device__ inline float block_max(float v) {
  __shared__ float part[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  v = warp_max(v);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  v = lane < static_cast<int>(blockDim.x) / 32 ? part[lane] : -1e30f;
  v = warp_max(v);
  __syncthreads();
  return v;
}

__device__ inline unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

__device__ inline float uniform(unsigned& state) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) * (1.f / 16777216.f);
}

// Elementwise

__global__ void k_saxpy(int n, float a, const float* x, float* y, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a * x[i] + y[i];
}

__global__ void k_copy_vec4(const float4* __restrict__ in, float4* __restrict__ out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}

// The bias belongs to the column.
__global__ void k_bias_gelu(float* __restrict__ out, const float* __restrict__ in,
                            const float* __restrict__ bias, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * columns) return;
  float x = in[i] + bias[i % columns];
  out[i] = 0.5f * x * (1.f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}

__global__ void k_swiglu_half(__half2* out, const __half2* gate, const __half2* up, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 g = __half22float2(gate[i]), u = __half22float2(up[i]);
  g.x = g.x / (1.f + __expf(-g.x)) * u.x;
  g.y = g.y / (1.f + __expf(-g.y)) * u.y;
  out[i] = __floats2half2_rn(g.x, g.y);
}

__global__ void k_chain(const float* a, const float* b, const float* c, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  for (; i < n; i += stride) {
    float t = sqrtf(fabsf(a[i])) + logf(1.f + b[i] * b[i]);
    t = sinf(t) * c[i];
    out[i] = t > 0 ? t : 0.01f * t;
  }
}

__global__ void k_outer_sum(const float* row, const float* column, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[static_cast<size_t>(y) * width + x] = row[x] + column[y];
}

// Bytes in HWC become normalised floats in CHW.
__global__ void k_normalise_image(const unsigned char* in, float* out, int pixels, float mean, float scale) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pixels) return;
  for (int c = 0; c < 3; ++c) out[c * pixels + p] = (in[p * 3 + c] * (1.f / 255.f) - mean) * scale;
}

__global__ void k_black_scholes(const float* price, const float* strike, const float* years, float* call,
                                float* put, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
  float d1 = (__logf(s / x) + (0.02f + 0.5f * 0.09f) * t) / (0.3f * root), d2 = d1 - 0.3f * root;
  float n1 = normcdff(d1), n2 = normcdff(d2), discount = x * __expf(-0.02f * t);
  call[i] = s * n1 - discount * n2;
  put[i] = discount * (1.f - n2) - s * (1.f - n1);
}

__global__ void k_adam(float* weight, float* first, float* second, const float* gradient, int n, float rate) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float g = gradient[i];
  float m = first[i] = 0.9f * first[i] + 0.1f * g;
  float v = second[i] = 0.999f * second[i] + 0.001f * g * g;
  weight[i] -= rate * m / (sqrtf(v) + 1e-8f);
}

__global__ void k_half2_axpy(__half2 a, const __half2* x, const __half2* y, __half2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __hfma2(a, x[i], y[i]);
}

__global__ void k_half_polynomial(const __half* x, __half* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half v = x[i], sum = __float2half(0.01f);
#pragma unroll
  for (int k = 0; k < 12; ++k) sum = __hfma(sum, v, __float2half(0.1f * k));
  out[i] = sum;
}

// Layouts

__global__ void k_nchw_to_nhwc(const float* in, float* out, int channels, int area, int total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total) return;
  int c = i % channels, p = i / channels % area, n = i / channels / area;
  out[i] = in[(n * channels + c) * area + p];
}

__global__ void k_aos_drift(Particle* p, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i].x += p[i].vx * dt;
  p[i].y += p[i].vy * dt;
  p[i].z += p[i].vz * dt;
}

__global__ void k_aos_to_soa(const Particle* p, float* x, float* y, float* z, float* mass, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle q = p[i];
  x[i] = q.x;
  y[i] = q.y;
  z[i] = q.z;
  mass[i] = q.mass * (q.vx + q.vy + q.vz);
}

__global__ void k_transpose_naive(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

// PAD is the number of extra columns in the tile.
template <class T, int PAD>
__global__ void k_transpose_tile(const T* in, T* out, int width, int height) {
  __shared__ T tile[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += blockDim.y)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += blockDim.y)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void k_read_stride(const float* in, float* out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[static_cast<size_t>(i) * stride] * 2.f;
}

__global__ void k_write_stride(const float* in, float* out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[static_cast<size_t>(i) * stride] = in[i] + 1.f;
}

__global__ void k_shifted(const float* in, float* out, int n, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + offset;
  if (i < n) out[i] = in[i] + 1.f;
}

// Reductions

__global__ void k_sum_atomic(const float* in, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, in[i]);
}

__global__ void k_sum_interleaved(const float* in, float* out, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0.f;
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    if (threadIdx.x % (2 * d) == 0) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

template <class T>
__global__ void k_sum_sequential(const T* in, T* out, int n) {
  __shared__ T s[256];
  int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  T v = i < n ? in[i] : T(0);
  if (i + static_cast<int>(blockDim.x) < n) v += in[i + blockDim.x];
  s[threadIdx.x] = v;
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

__global__ void k_sum_shuffle(const float4* in, float* out, int n) {
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float4 q = in[i];
    v += q.x + q.y + q.z + q.w;
  }
  v = block_sum(v);
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}

__global__ void k_dot_double(const double* a, const double* b, double* out, int n) {
  __shared__ double s[256];
  double v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += a[i] * b[i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (static_cast<int>(threadIdx.x) < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, s[0]);
}

__global__ void k_row_sum_thread(const float* in, float* out, int rows, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int c = 0; c < columns; ++c) sum += in[r * columns + c];
  out[r] = sum;
}

__global__ void k_row_sum_warp(const float* in, float* out, int rows, int columns) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float sum = 0;
  for (int c = lane; c < columns; c += 32) sum += in[r * columns + c];
  sum = warp_sum(sum);
  if (lane == 0) out[r] = sum;
}

__global__ void k_column_variance(const float* in, float* mean, float* variance, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  float m = 0, s = 0;
  for (int r = 0; r < rows; ++r) {
    float x = in[r * columns + c], d = x - m;
    m += d / (r + 1);
    s += d * (x - m);
  }
  mean[c] = m;
  variance[c] = s / rows;
}

// A block has 32x8 threads. Each row of threads adds up every eighth row, and the last step is in shared
// memory.
__global__ void k_column_sum(const float* in, float* out, int rows, int columns) {
  __shared__ float s[8][33];
  int c = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int r = blockIdx.y * 8 + threadIdx.y; r < rows; r += 8 * gridDim.y) sum += in[r * columns + c];
  s[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y == 0) {
    for (int j = 1; j < 8; ++j) sum += s[j][threadIdx.x];
    atomicAdd(&out[c], sum);
  }
}

__global__ void k_argmax_rows(const float* in, int* out, int columns) {
  __shared__ float best[256];
  __shared__ int where[256];
  const float* row = in + static_cast<size_t>(blockIdx.x) * columns;
  float b = -1e30f;
  int w = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    float v = row[c];
    if (v > b) {
      b = v;
      w = c;
    }
  }
  best[threadIdx.x] = b;
  where[threadIdx.x] = w;
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
    if (threadIdx.x < d && best[threadIdx.x + d] > best[threadIdx.x]) {
      best[threadIdx.x] = best[threadIdx.x + d];
      where[threadIdx.x] = where[threadIdx.x + d];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = where[0];
}

// Scans

__global__ void k_scan_hillis(const int* in, int* out) {
  extern __shared__ int buffer[];
  int n = blockDim.x, t = threadIdx.x, from = 0;
  buffer[t] = in[blockIdx.x * n + t];
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    int v = buffer[from * n + t];
    if (t >= d) v += buffer[from * n + t - d];
    from = 1 - from;
    buffer[from * n + t] = v;
    __syncthreads();
  }
  out[blockIdx.x * n + t] = buffer[from * n + t];
}

__global__ void k_scan_blelloch(const float* in, float* out, float* totals) {
  __shared__ float s[1024];
  int t = threadIdx.x, base = blockIdx.x * 1024, d = 1;
  s[2 * t] = in[base + 2 * t];
  s[2 * t + 1] = in[base + 2 * t + 1];
  for (int active = 512; active > 0; active >>= 1) {
    __syncthreads();
    if (t < active) s[d * (2 * t + 2) - 1] += s[d * (2 * t + 1) - 1];
    d *= 2;
  }
  if (t == 0) {
    totals[blockIdx.x] = s[1023];
    s[1023] = 0;
  }
  for (int active = 1; active < 1024; active *= 2) {
    d >>= 1;
    __syncthreads();
    if (t < active) {
      int a = d * (2 * t + 1) - 1, b = d * (2 * t + 2) - 1;
      float left = s[a];
      s[a] = s[b];
      s[b] += left;
    }
  }
  __syncthreads();
  out[base + 2 * t] = s[2 * t];
  out[base + 2 * t + 1] = s[2 * t + 1];
}

// Each warp reserves its room in the output with one atomic.
__global__ void k_compact(const int* in, int* out, int* count, int n, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int v = i < n ? in[i] : limit;
  unsigned votes = __ballot_sync(0xffffffffu, v < limit);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(votes));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (v < limit) out[base + __popc(votes & ((1u << lane) - 1))] = v;
}

// Neural networks

__global__ void k_softmax_block(const float* in, float* out, int columns) {
  const float* row = in + static_cast<size_t>(blockIdx.x) * columns;
  float most = -1e30f, sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) most = fmaxf(most, row[c]);
  most = block_max(most);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += expf(row[c] - most);
  sum = block_sum(sum);
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[static_cast<size_t>(blockIdx.x) * columns + c] = expf(row[c] - most) / sum;
}

__global__ void k_softmax_online(const float* in, float* out, int rows, int columns) {
  int r = blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= rows) return;
  float most = -1e30f, sum = 0;
  for (int c = threadIdx.x; c < columns; c += 32) {
    float v = in[r * columns + c], now = fmaxf(most, v);
    sum = sum * __expf(most - now) + __expf(v - now);
    most = now;
  }
  float all = warp_max(most);
  sum = warp_sum(sum * __expf(most - all));
  for (int c = threadIdx.x; c < columns; c += 32)
    out[r * columns + c] = __expf(in[r * columns + c] - all) / sum;
}

__global__ void k_layernorm(const float* in, const float* gain, const float* bias, float* out, int columns) {
  const float* row = in + static_cast<size_t>(blockIdx.x) * columns;
  float sum = 0, squares = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    float v = row[c];
    sum += v;
    squares += v * v;
  }
  sum = block_sum(sum) / columns;
  squares = block_sum(squares) / columns - sum * sum;
  float scale = rsqrtf(squares + 1e-5f);
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[static_cast<size_t>(blockIdx.x) * columns + c] = (row[c] - sum) * scale * gain[c] + bias[c];
}

// Each thread keeps PER pairs of its row in registers.
template <int PER>
__global__ void k_rmsnorm_half2(const __half2* in, const __half2* gain, __half2* out) {
  int base = blockIdx.x * blockDim.x * PER;
  float2 v[PER];
  float sum = 0;
#pragma unroll
  for (int k = 0; k < PER; ++k) {
    v[k] = __half22float2(in[base + k * blockDim.x + threadIdx.x]);
    sum += v[k].x * v[k].x + v[k].y * v[k].y;
  }
  float scale = rsqrtf(block_sum(sum) / (2 * PER * blockDim.x) + 1e-6f);
#pragma unroll
  for (int k = 0; k < PER; ++k) {
    float2 g = __half22float2(gain[k * blockDim.x + threadIdx.x]);
    out[base + k * blockDim.x + threadIdx.x] = __floats2half2_rn(v[k].x * scale * g.x, v[k].y * scale * g.y);
  }
}

__global__ void k_dropout(const float* in, float* out, unsigned char* kept, int n, unsigned seed,
                          float keep) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  bool keeps = mix(i * 2654435761u ^ seed) * (1.f / 4294967296.f) < keep;
  kept[i] = keeps;
  out[i] = keeps ? in[i] / keep : 0.f;
}

__global__ void k_embedding(const int* tokens, const float* table, float* out, int width) {
  int token = tokens[blockIdx.x];
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    out[static_cast<size_t>(blockIdx.x) * width + c] = table[static_cast<size_t>(token) * width + c];
}

__global__ void k_embedding_gradient(const int* tokens, const float* gradient, float* table, int count,
                                     int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count * width) return;
  atomicAdd(&table[static_cast<size_t>(tokens[i / width]) * width + i % width], gradient[i]);
}

__global__ void k_one_hot(const long long* label, float* out, int n, int classes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * classes) return;
  out[i] = label[i / classes] == i % classes ? 1.f : 0.f;
}

// Each thread keeps the K best of its own row in order.
template <int K>
__global__ void k_top_small(const float* in, float* out, int rows, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best[K];
#pragma unroll
  for (int k = 0; k < K; ++k) best[k] = -1e30f;
  for (int c = 0; c < columns; ++c) {
    float v = in[c * rows + r];
    if (v <= best[K - 1]) continue;
#pragma unroll
    for (int k = 0; k < K; ++k) {
      float high = fmaxf(best[k], v);
      v = fminf(best[k], v);
      best[k] = high;
    }
  }
#pragma unroll
  for (int k = 0; k < K; ++k) out[k * rows + r] = best[k];
}

__global__ void k_select_columns(const float* in, const int* index, float* out, int rows, int columns,
                                 int chosen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * chosen) out[i] = in[i / chosen * columns + index[i % chosen]];
}

__global__ void k_rotary(float2* q, const float* angle, int positions, int heads, int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= positions * heads * pairs) return;
  int pair = i % pairs, position = i / (pairs * heads);
  float s, c;
  sincosf(position * angle[pair], &s, &c);
  float2 v = q[i];
  q[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

__global__ void k_attention_scores(const float4* q, const float4* k, float* scores, int length, int quarter) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y, h = blockIdx.z;
  if (i >= length || j >= length) return;
  float sum = 0;
  for (int d = 0; d < quarter; ++d) {
    float4 a = q[(h * length + i) * quarter + d], b = k[(h * length + j) * quarter + d];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  scores[(h * length + i) * length + j] = j <= i ? sum * 0.125f : -1e30f;
}

__global__ void k_quantise_rows(const float* in, signed char* out, float* scales, int columns) {
  const float* row = in + static_cast<size_t>(blockIdx.x) * columns;
  float most = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) most = fmaxf(most, fabsf(row[c]));
  most = block_max(most);
  float scale = 127.f / fmaxf(most, 1e-12f);
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[static_cast<size_t>(blockIdx.x) * columns + c] =
        static_cast<signed char>(__float2int_rn(row[c] * scale));
  if (threadIdx.x == 0) scales[blockIdx.x] = most / 127.f;
}

// A word holds eight four-bit numbers, and each group of 32 numbers has a scale and an offset.
__global__ void k_dequantise_int4(const unsigned* packed, const float2* group, float* out, int words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words) return;
  unsigned w = packed[i];
  float2 g = group[i / 4];
#pragma unroll
  for (int k = 0; k < 8; ++k) out[i * 8 + k] = ((w >> (4 * k)) & 15) * g.x + g.y;
}

// Gathers, histograms, sorts and searches

__global__ void k_gather(const float* in, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[index[i]];
}

__global__ void k_scatter(const float* in, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[index[i]] = in[i];
}

__global__ void k_histogram_global(const unsigned char* in, unsigned* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&bins[in[i]], 1u);
}

__global__ void k_histogram_shared(const uchar4* in, unsigned* bins, int n) {
  __shared__ unsigned s[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) s[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    uchar4 v = in[i];
    atomicAdd(&s[v.x], 1u);
    atomicAdd(&s[v.y], 1u);
    atomicAdd(&s[v.z], 1u);
    atomicAdd(&s[v.w], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    if (s[b]) atomicAdd(&bins[b], s[b]);
}

__global__ void k_bitonic_block(const int* in, int* out) {
  __shared__ int s[1024];
  int t = threadIdx.x, base = blockIdx.x * 1024;
  s[t] = in[base + t];
  s[t + 512] = in[base + t + 512];
  for (int size = 2; size <= 1024; size *= 2)
    for (int d = size / 2; d > 0; d /= 2) {
      __syncthreads();
      int a = 2 * t - (t & (d - 1)), b = a + d;
      bool up = (a & size) == 0;
      int x = s[a], y = s[b];
      if ((x > y) == up) {
        s[a] = y;
        s[b] = x;
      }
    }
  __syncthreads();
  out[base + t] = s[t];
  out[base + t + 512] = s[t + 512];
}

// The kernel is one step of the bitonic sort, for a distance larger than a block.
__global__ void k_bitonic_step(const unsigned* in, unsigned* out, int d, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ d;
  if (other < i) return;
  unsigned x = in[i], y = in[other];
  bool up = (i & size) == 0;
  out[i] = up ? min(x, y) : max(x, y);
  out[other] = up ? max(x, y) : min(x, y);
}

__global__ void k_odd_even_sort(const float* in, float* out, int n) {
  extern __shared__ float values[];
  int t = threadIdx.x, base = blockIdx.x * n;
  for (int i = t; i < n; i += blockDim.x) values[i] = in[base + i];
  __syncthreads();
  for (int phase = 0; phase < n; ++phase) {
    int a = 2 * t + (phase & 1);
    if (a + 1 < n && values[a] > values[a + 1]) {
      float v = values[a];
      values[a] = values[a + 1];
      values[a + 1] = v;
    }
    __syncthreads();
  }
  for (int i = t; i < n; i += blockDim.x) out[base + i] = values[i];
}

__global__ void k_radix_count(const unsigned* keys, unsigned* counts, int each, int shift) {
  __shared__ unsigned s[16];
  if (threadIdx.x < 16) s[threadIdx.x] = 0;
  __syncthreads();
  int base = blockIdx.x * blockDim.x * each;
  for (int k = 0; k < each; ++k) atomicAdd(&s[(keys[base + k * blockDim.x + threadIdx.x] >> shift) & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

// Each thread finds its place on the merge path and merges EACH values.
template <int EACH>
__global__ void k_merge_path(const int* a, const int* b, int* out, int na, int nb) {
  int at = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
  if (at >= na + nb) return;
  int low = max(0, at - nb), high = min(at, na);
  while (low < high) {
    int mid = (low + high) / 2;
    if (a[mid] <= b[at - 1 - mid])
      low = mid + 1;
    else
      high = mid;
  }
  int i = low, j = at - low;
  for (int k = 0; k < EACH && at + k < na + nb; ++k) {
    bool first = j >= nb || (i < na && a[i] <= b[j]);
    out[at + k] = first ? a[i++] : b[j++];
  }
}

__global__ void k_lower_bound(const int* sorted, const int* query, int* out, int n, int queries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= queries) return;
  int q = query[i], low = 0, high = n;
  while (low < high) {
    int mid = (low + high) >> 1;
    if (sorted[mid] < q)
      low = mid + 1;
    else
      high = mid;
  }
  out[i] = low;
}

__global__ void k_hash_insert(const unsigned* keys, unsigned* table, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = keys[i], slot = mix(key) & mask;
  for (;;) {
    unsigned old = atomicCAS(&table[slot], 0xffffffffu, key);
    if (old == 0xffffffffu || old == key) return;
    slot = (slot + 1) & mask;
  }
}

__global__ void k_find_pattern(const char* text, int* matches, int n, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + length > n) return;
  int k = 0;
  while (k < length && text[i + k] == Pattern[k]) ++k;
  if (k == length) atomicAdd(matches, 1);
}

// Each block compares one pair of strings and fills one diagonal of the table after the other.
__global__ void k_edit_distance(const char* a, const char* b, int* out) {
  constexpr int N = 128;
  __shared__ int row[3][N + 1];
  __shared__ char sa[N], sb[N];
  int t = threadIdx.x;
  sa[t] = a[blockIdx.x * N + t];
  sb[t] = b[blockIdx.x * N + t];
  for (int k = 0; k < 3; ++k) row[k][t] = 0;
  if (t < 3) row[t][N] = 0;
  __syncthreads();
  if (t == 0) {
    row[0][0] = 0;
    row[1][0] = 1;
    row[1][1] = 1;
  }
  __syncthreads();
  for (int d = 2; d <= 2 * N; ++d) {
    int *now = row[d % 3], *last = row[(d + 2) % 3], *before = row[(d + 1) % 3];
    int i = t + 1, j = d - i;
    if (j >= 1 && j <= N)
      now[i] = min(min(last[i], last[i - 1]) + 1, before[i - 1] + (sa[i - 1] != sb[j - 1]));
    if (t == 0 && d <= N) now[0] = d;
    if (j == 0) now[i] = d;
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = row[2 * N % 3][N];
}

// Matrices

__global__ void k_matmul_naive(const float* a, const float* b, float* c, int m, int n, int k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= m) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[y * k + i] * b[i * n + x];
  c[y * n + x] = sum;
}

// The roles of x and y are swapped, so that a warp walks down a column.
__global__ void k_matmul_swapped(const float* a, const float* b, float* c, int m, int n, int k) {
  int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= m) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[y * k + i] * b[i * n + x];
  c[y * n + x] = sum;
}

template <class T, int TILE>
__global__ void k_matmul_tile(const T* a, const T* b, T* c, int n) {
  __shared__ T sa[TILE][TILE], sb[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  T sum = 0;
  for (int base = 0; base < n; base += TILE) {
    sa[threadIdx.y][threadIdx.x] = a[y * n + base + threadIdx.x];
    sb[threadIdx.y][threadIdx.x] = b[(base + threadIdx.y) * n + x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += sa[threadIdx.y][i] * sb[i][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

// A block of 256 threads computes 64x64 results, and each thread 4x4 of them.
__global__ void k_matmul_registers(const float* a, const float* b, float* c, int n, int k) {
  __shared__ __align__(16) float sa[16][68];
  __shared__ float4 sb[16][16];
  int t = threadIdx.x, tx = t % 16, ty = t / 16;
  int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int base = 0; base < k; base += 16) {
    float4 v = *reinterpret_cast<const float4*>(&a[(row + t / 4) * k + base + t % 4 * 4]);
    sa[t % 4 * 4][t / 4] = v.x;
    sa[t % 4 * 4 + 1][t / 4] = v.y;
    sa[t % 4 * 4 + 2][t / 4] = v.z;
    sa[t % 4 * 4 + 3][t / 4] = v.w;
    sb[ty][tx] = *reinterpret_cast<const float4*>(&b[(base + ty) * n + column + tx * 4]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      float4 p = *reinterpret_cast<const float4*>(&sa[i][ty * 4]), q = sb[i][tx];
      float left[4] = {p.x, p.y, p.z, p.w}, right[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
      for (int u = 0; u < 4; ++u)
#pragma unroll
        for (int w = 0; w < 4; ++w) sum[u][w] += left[u] * right[w];
    }
    __syncthreads();
  }
#pragma unroll
  for (int u = 0; u < 4; ++u)
    *reinterpret_cast<float4*>(&c[(row + ty * 4 + u) * n + column + tx * 4]) =
        make_float4(sum[u][0], sum[u][1], sum[u][2], sum[u][3]);
}

// The left matrix is tall and has 32 columns, the right one fits in shared memory.
__global__ void k_matmul_tall(const float* a, const float* b, float* c, int rows) {
  __shared__ float small[32][32];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) small[i / 32][i % 32] = b[i];
  __syncthreads();
  int lane = threadIdx.x % 32, warps = blockDim.x / 32 * gridDim.x;
  for (int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32; r < rows; r += warps) {
    float mine = a[r * 32 + lane], sum = 0;
#pragma unroll
    for (int k = 0; k < 32; ++k) sum += __shfl_sync(0xffffffffu, mine, k) * small[k][lane];
    c[r * 32 + lane] = sum;
  }
}

__global__ void k_gemv_block(const float4* a, const float4* x, float* y, int quarters) {
  float sum = 0;
  for (int c = threadIdx.x; c < quarters; c += blockDim.x) {
    float4 p = a[static_cast<size_t>(blockIdx.x) * quarters + c], q = x[c];
    sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}

// Each block multiplies one small matrix by one vector, and each thread one row.
__global__ void k_batched_matvec(const float* matrix, const float* vector, float* out, int n) {
  extern __shared__ float v[];
  v[threadIdx.x] = vector[blockIdx.x * n + threadIdx.x];
  __syncthreads();
  const float* row = matrix + (static_cast<size_t>(blockIdx.x) * n + threadIdx.x) * n;
  float sum = 0;
  for (int c = 0; c < n; ++c) sum += row[c] * v[c];
  out[blockIdx.x * n + threadIdx.x] = sum;
}

__global__ void k_cholesky_small(const float* in, float* out) {
  __shared__ float m[32][33];
  int t = threadIdx.x;
  for (int r = 0; r < 32; ++r) m[r][t] = in[(blockIdx.x * 32 + r) * 32 + t];
  __syncthreads();
  for (int j = 0; j < 32; ++j) {
    float v = 0;
    if (t >= j) {
      v = m[t][j];
      for (int k = 0; k < j; ++k) v -= m[t][k] * m[j][k];
    }
    float pivot = sqrtf(__shfl_sync(0xffffffffu, v, j));
    __syncthreads();
    if (t >= j) m[t][j] = v / pivot;
    __syncthreads();
  }
  for (int r = 0; r < 32; ++r) out[(blockIdx.x * 32 + r) * 32 + t] = t <= r ? m[r][t] : 0.f;
}

// A thread solves its own system of six equations in registers.
__global__ void k_solve_six(const double* in, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double m[6][7];
#pragma unroll
  for (int k = 0; k < 42; ++k) m[k / 7][k % 7] = in[k * n + i];
#pragma unroll
  for (int p = 0; p < 6; ++p) {
    double inverse = 1.0 / (m[p][p] + 4.0);
#pragma unroll
    for (int r = p + 1; r < 6; ++r) {
      double f = m[r][p] * inverse;
#pragma unroll
      for (int c = p + 1; c < 7; ++c) m[r][c] -= f * m[p][c];
    }
  }
#pragma unroll
  for (int p = 5; p >= 0; --p) {
    double v = m[p][6];
#pragma unroll
    for (int c = p + 1; c < 6; ++c) v -= m[p][c] * m[c][6];
    m[p][6] = v / (m[p][p] + 4.0);
    out[p * n + i] = m[p][6];
  }
}

// One block solves a lower triangular system column by column.
__global__ void k_triangular_solve(const float* lower, const float* right, float* out, int n) {
  __shared__ float now;
  int t = threadIdx.x;
  float mine = right[t];
  for (int j = 0; j < n; ++j) {
    if (t == j) now = mine / lower[j * n + j];
    __syncthreads();
    float x = now;
    if (t == j) out[j] = x;
    if (t > j) mine -= lower[j * n + t] * x;
    __syncthreads();
  }
}

// Each thread solves a system of 32 unknowns. `between` is the distance between systems, `step` the distance
// between the unknowns of one.
__global__ void k_thomas(const float* a, const float* b, const float* c, const float* d, float* x,
                         int systems, int between, int step) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  float cp[32], dp[32];
  int at = s * between;
  cp[0] = c[at] / b[at];
  dp[0] = d[at] / b[at];
  for (int i = 1; i < 32; ++i) {
    int k = at + i * step;
    float scale = 1.f / (b[k] - a[k] * cp[i - 1]);
    cp[i] = c[k] * scale;
    dp[i] = (d[k] - a[k] * dp[i - 1]) * scale;
  }
  float last = dp[31];
  x[at + 31 * step] = last;
  for (int i = 30; i >= 0; --i) {
    last = dp[i] - cp[i] * last;
    x[at + i * step] = last;
  }
}

// Convolutions, pools and images

__global__ void k_conv1d(const float* in, float* out, int n, int radius) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k)
    if (i + k >= 0 && i + k < n) sum += Taps[k + radius] * in[i + k];
  out[i] = sum;
}

__global__ void k_conv2d_direct(const float* in, const float* weight, float* out, int from, int to, int side,
                                int total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total) return;
  int x = i % side, y = i / side % side, k = i / (side * side) % to, n = i / (side * side * to);
  float sum = 0;
  for (int c = 0; c < from; ++c)
    for (int v = -1; v <= 1; ++v)
      for (int u = -1; u <= 1; ++u)
        if (x + u >= 0 && x + u < side && y + v >= 0 && y + v < side)
          sum += in[((n * from + c) * side + y + v) * side + x + u] *
                 weight[((k * from + c) * 3 + v + 1) * 3 + u + 1];
  out[i] = sum;
}

// Each block applies a 7x7 filter to a 16x16 tile with a border.
__global__ void k_blur_shared(const float* in, float* out, int width, int height) {
  __shared__ float tile[22][22];
  int bx = blockIdx.x * 16 - 3, by = blockIdx.y * 16 - 3;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 22 * 22; i += 256) {
    int x = min(max(bx + i % 22, 0), width - 1), y = min(max(by + i / 22, 0), height - 1);
    tile[i / 22][i % 22] = in[y * width + x];
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int v = 0; v < 7; ++v)
#pragma unroll
    for (int u = 0; u < 7; ++u) sum += Blur[v][u] * tile[threadIdx.y + v][threadIdx.x + u];
  out[(by + 3 + threadIdx.y) * width + bx + 3 + threadIdx.x] = sum;
}

__global__ void k_depthwise(const float* in, const float* weight, float* out, int channels, int width,
                            int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      plane = blockIdx.z;
  if (x >= width || y >= height) return;
  const float* source = in + static_cast<size_t>(plane) * width * height;
  const float* w = weight + plane % channels * 9;
  float sum = 0;
#pragma unroll
  for (int v = 0; v < 3; ++v)
#pragma unroll
    for (int u = 0; u < 3; ++u) {
      int sx = x + u - 1, sy = y + v - 1;
      if (sx >= 0 && sx < width && sy >= 0 && sy < height) sum += w[v * 3 + u] * source[sy * width + sx];
    }
  out[(static_cast<size_t>(plane) * height + y) * width + x] = fminf(fmaxf(sum, 0.f), 6.f);
}

__global__ void k_max_pool(const float* in, float* out, int* where, int width, int total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total) return;
  int half = width / 2, x = i % half, y = i / half, first = 2 * y * width + 2 * x, best = first;
  float most = in[first];
  for (int k = 1; k < 4; ++k) {
    int at = first + (k >> 1) * width + (k & 1);
    if (in[at] > most) {
      most = in[at];
      best = at;
    }
  }
  out[i] = most;
  where[i] = best;
}

__global__ void k_im2col(const float* in, float* out, int side, int total) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
    int x = i % side, y = i / side % side, c = i / (side * side);
    for (int k = 0; k < 9; ++k) {
      int sx = x + k % 3 - 1, sy = y + k / 3 - 1;
      bool inside = sx >= 0 && sy >= 0 && sx < side && sy < side;
      out[((c * 9 + k) * side + y) * side + x] = inside ? in[(c * side + sy) * side + sx] : 0.f;
    }
  }
}

__global__ void k_sobel(const unsigned char* in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const unsigned char* p = in + y * width + x;
  int gx = p[1 - width] + 2 * p[1] + p[1 + width] - p[-1 - width] - 2 * p[-1] - p[width - 1];
  int gy = p[width - 1] + 2 * p[width] + p[width + 1] - p[-1 - width] - 2 * p[-width] - p[1 - width];
  out[y * width + x] =
      static_cast<unsigned char>(min(255, static_cast<int>(sqrtf(static_cast<float>(gx * gx + gy * gy)))));
}

__global__ void k_median(const unsigned char* in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= width - 1 || y >= height - 1) return;
  int v[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) v[k] = in[(y + k / 3 - 1) * width + x + k % 3 - 1];
#pragma unroll
  for (int i = 0; i < 5; ++i)
#pragma unroll
    for (int j = i + 1; j < 9; ++j) {
      int low = min(v[i], v[j]);
      v[j] = max(v[i], v[j]);
      v[i] = low;
    }
  out[y * width + x] = static_cast<unsigned char>(v[4]);
}

__global__ void k_bilateral(const float* in, float* out, int width, int height, float space, float range) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float mine = in[y * width + x], sum = 0, weights = 0;
  for (int v = -2; v <= 2; ++v)
    for (int u = -2; u <= 2; ++u) {
      int sx = min(max(x + u, 0), width - 1), sy = min(max(y + v, 0), height - 1);
      float other = in[sy * width + sx], d = other - mine;
      float w = expf(-(u * u + v * v) * space - d * d * range);
      sum += w * other;
      weights += w;
    }
  out[y * width + x] = sum / weights;
}

__global__ void k_gamma_lookup(const unsigned char* in, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Gamma[in[i]];
}

// Each thread carries the error of one row from left to right.
__global__ void k_dither_rows(const unsigned char* in, unsigned char* out, int width, int height) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= height) return;
  int error = 0;
  for (int x = 0; x < width; ++x) {
    int v = in[y * width + x] + error, bit = v >= 128 ? 255 : 0;
    error = (v - bit) * 7 / 8;
    out[y * width + x] = static_cast<unsigned char>(bit);
  }
}

// Stencils and time loops

__global__ void k_heat_naive(const float* in, float* out, int width, int height, float rate) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int i = y * width + x;
  out[i] = in[i] + rate * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4 * in[i]);
}

__global__ void k_laplace_3d(const float* __restrict__ in, float* __restrict__ out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  int i = (z * n + y) * n + x;
  out[i] = (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n]) * (1.f / 6);
}

// The stencil is of eighth order. The tile is in shared memory, the values ahead and behind are in registers.
__global__ void k_wave_3d(const float* now, const float* last, float* next, int width, int height,
                          int depth) {
  __shared__ float s[16][40];
  int tx = threadIdx.x + 4, ty = threadIdx.y + 4, w = width + 8, plane = w * (height + 8);
  int i = (blockIdx.y * 8 + ty) * w + blockIdx.x * 32 + tx;
  float queue[9];
#pragma unroll
  for (int k = 0; k < 8; ++k) queue[k + 1] = now[i + k * plane];
  for (int z = 0; z < depth; ++z) {
#pragma unroll
    for (int k = 0; k < 8; ++k) queue[k] = queue[k + 1];
    queue[8] = now[i + (z + 8) * plane];
    int at = i + (z + 4) * plane;
    s[ty][tx] = queue[4];
    if (threadIdx.x < 4) {
      s[ty][tx - 4] = now[at - 4];
      s[ty][tx + 32] = now[at + 32];
    }
    if (threadIdx.y < 4) {
      s[ty - 4][tx] = now[at - 4 * w];
      s[ty + 8][tx] = now[at + 8 * w];
    }
    __syncthreads();
    float sum = -2.84722f * 3 * queue[4];
    const float c[4] = {1.6f, -0.2f, 0.025396825f, -0.001785714f};
#pragma unroll
    for (int k = 1; k <= 4; ++k)
      sum += c[k - 1] *
             (s[ty][tx - k] + s[ty][tx + k] + s[ty - k][tx] + s[ty + k][tx] + queue[4 - k] + queue[4 + k]);
    next[at] = 2 * queue[4] - last[at] + 0.1f * sum;
    __syncthreads();
  }
}

__global__ void k_string_loop(const float* in, float* out, int steps) {
  __shared__ float now[514], last[514];
  int t = threadIdx.x + 1;
  now[t] = last[t] = in[blockIdx.x * 512 + threadIdx.x];
  if (t == 1) now[0] = last[0] = now[513] = last[513] = 0;
  __syncthreads();
  for (int s = 0; s < steps; ++s) {
    float next = 2 * now[t] - last[t] + 0.25f * (now[t - 1] - 2 * now[t] + now[t + 1]);
    __syncthreads();
    last[t] = now[t];
    now[t] = next;
    __syncthreads();
  }
  out[blockIdx.x * 512 + threadIdx.x] = now[t];
}

__global__ void k_life(const unsigned char* in, unsigned char* out, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= width * height) return;
  int x = i % width, y = i / width, alive = 0;
  for (int v = -1; v <= 1; ++v)
    for (int u = -1; u <= 1; ++u)
      if (u || v) alive += in[(y + v + height) % height * width + (x + u + width) % width];
  out[i] = alive == 3 || (alive == 2 && in[i]);
}

// The kernel is one step of a lattice Boltzmann flow, whose nine directions have a plane each.
__global__ void k_lattice_boltzmann(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  int n = width * height;
  float f[9], density = 0, ux = 0, uy = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int sx = (x - cx[k] + width) % width, sy = (y - cy[k] + height) % height;
    f[k] = in[k * n + sy * width + sx];
    density += f[k];
    ux += cx[k] * f[k];
    uy += cy[k] * f[k];
  }
  ux /= density;
  uy /= density;
  float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    float w = k == 0 ? 4.f / 9 : k < 5 ? 1.f / 9 : 1.f / 36, cu = 3 * (cx[k] * ux + cy[k] * uy);
    out[k * n + y * width + x] = f[k] + 0.6f * (w * density * (1 + cu + 0.5f * cu * cu - square) - f[k]);
  }
}

// Particles, graphs and sparse matrices

__global__ void k_nbody_tile(const float4* body, float4* force, int n) {
  __shared__ float4 tile[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float4 me = body[i];
  float fx = 0, fy = 0, fz = 0;
  for (int base = 0; base < n; base += 128) {
    tile[threadIdx.x] = body[base + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 128; ++k) {
      float4 o = tile[k];
      float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = o.w * r * r * r;
      fx += dx * s;
      fy += dy * s;
      fz += dz * s;
    }
    __syncthreads();
  }
  force[i] = make_float4(fx, fy, fz, 0);
}

__global__ void k_nbody_naive(const float* x, const float* y, const float* z, float* ax, float* ay, float* az,
                              int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; ++j) {
    if (j == i) continue;
    float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    float d = sqrtf(dx * dx + dy * dy + dz * dz) + 0.001f;
    fx += dx / (d * d * d);
    fy += dy / (d * d * d);
    fz += dz / (d * d * d);
  }
  ax[i] = fx;
  ay[i] = fy;
  az[i] = fz;
}

__global__ void k_kmeans_assign(const float4* point, const float4* centre, int* label, float4* sum,
                                int* count, int n, int k) {
  __shared__ float4 c[32];
  if (static_cast<int>(threadIdx.x) < k) c[threadIdx.x] = centre[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = point[i];
  float best = 1e30f;
  int mine = 0;
  for (int j = 0; j < k; ++j) {
    float dx = p.x - c[j].x, dy = p.y - c[j].y, dz = p.z - c[j].z, dw = p.w - c[j].w;
    float d = dx * dx + dy * dy + dz * dz + dw * dw;
    if (d < best) {
      best = d;
      mine = j;
    }
  }
  label[i] = mine;
  atomicAdd(&sum[mine].x, p.x);
  atomicAdd(&count[mine], 1);
}

__global__ void k_spmv_scalar(const int* start, const int* column, const float* value, const float* x,
                              float* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = start[r]; k < start[r + 1]; ++k) sum += value[k] * x[column[k]];
  y[r] = sum;
}

__global__ void k_spmv_vector(const int* start, const int* column, const float* value, const float* x,
                              float* y, int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float sum = 0;
  for (int k = start[r] + lane; k < start[r + 1]; k += 32) sum += value[k] * x[column[k]];
  sum = warp_sum(sum);
  if (lane == 0) y[r] = sum;
}

__global__ void k_bfs_level(const int* start, const int* column, const int* frontier, int size, int* depth,
                            int level, int* next, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  int v = frontier[i];
  for (int k = start[v]; k < start[v + 1]; ++k) {
    int u = column[k];
    if (atomicCAS(&depth[u], 0, level) == 0) next[atomicAdd(count, 1)] = u;
  }
}

__global__ void k_follow_links(const int* next, int* out, int steps) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) at = next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// Arithmetic

__global__ void k_pi_darts(unsigned* hits, int throws) {
  unsigned state = mix(blockIdx.x * blockDim.x + threadIdx.x + 1), mine = 0;
  for (int i = 0; i < throws; ++i) {
    float x = uniform(state), y = uniform(state);
    mine += x * x + y * y < 1.f;
  }
  atomicAdd(hits, mine);
}

__global__ void k_asian_option(float* payoff, int steps, float drift, float spread) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = mix(i + 77);
  float price = 100, sum = 0;
  for (int s = 0; s < steps; ++s) {
    float radius = sqrtf(-2.f * logf(uniform(state) + 1e-7f)),
          normal = radius * cosf(6.2831853f * uniform(state));
    price *= expf(drift + spread * normal);
    sum += price;
  }
  payoff[i] = fmaxf(sum / steps - 100.f, 0.f);
}

__global__ void k_lorenz_rk4(double* x, double* y, double* z, int n, int steps, double h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double p[3] = {1 + 1e-3 * i, 1, 1}, k[3], sum[3], q[3];
  for (int s = 0; s < steps; ++s) {
    for (int c = 0; c < 3; ++c) {
      q[c] = p[c];
      sum[c] = 0;
    }
    for (int stage = 0; stage < 4; ++stage) {
      k[0] = 10 * (q[1] - q[0]);
      k[1] = q[0] * (28 - q[2]) - q[1];
      k[2] = q[0] * q[1] - 8.0 / 3 * q[2];
      double weight = stage == 1 || stage == 2 ? 2 : 1, ahead = stage == 2 ? h : 0.5 * h;
      for (int c = 0; c < 3; ++c) {
        sum[c] += weight * k[c];
        q[c] = p[c] + ahead * k[c];
      }
    }
    for (int c = 0; c < 3; ++c) p[c] += h / 6 * sum[c];
  }
  x[i] = p[0];
  y[i] = p[1];
  z[i] = p[2];
}

__global__ void k_mandelbrot(unsigned char* out, int width, int height, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float cr = 3.f * x / width - 2.1f, ci = 2.4f * y / height - 1.2f, zr = 0, zi = 0;
  int k = 0;
  while (k < limit && zr * zr + zi * zi < 4.f) {
    float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    ++k;
  }
  out[y * width + x] = static_cast<unsigned char>(k);
}

__global__ void k_horner(const double* x, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double v = x[i], sum = 1.0 / 24;
#pragma unroll
  for (int k = 23; k > 0; --k) sum = sum * v + 1.0 / k;
  out[i] = sum;
}

// A block sieves 8192 numbers, and each number has a bit.
__global__ void k_sieve(unsigned* composite) {
  __shared__ unsigned bits[256];
  int low = blockIdx.x * 8192;
  bits[threadIdx.x] = 0;
  __syncthreads();
  for (int p = threadIdx.x; p < 172; p += blockDim.x) {
    int prime = SmallPrimes[p], first = max(prime * prime, (low + prime - 1) / prime * prime);
    for (int m = first - low; m < 8192; m += prime) atomicOr(&bits[m / 32], 1u << (m % 32));
  }
  __syncthreads();
  composite[blockIdx.x * 256 + threadIdx.x] = bits[threadIdx.x];
}

__global__ void k_hamming(const uint4* a, const uint4* b, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 p = a[i], q = b[i];
  out[i] = __popc(p.x ^ q.x) + __popc(p.y ^ q.y) + __popc(p.z ^ q.z) + __popc(p.w ^ q.w);
}

__global__ void k_collatz(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long v = i + 1;
  int steps = 0;
  while (v != 1) {
    v = v % 2 ? 3 * v + 1 : v / 2;
    ++steps;
  }
  out[i] = steps;
}

__global__ void k_crc32(const unsigned char* message, unsigned* out, int n, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned crc = 0xffffffffu;
  for (int k = 0; k < length; ++k) crc = CrcTable[(crc ^ message[i * length + k]) & 255] ^ (crc >> 8);
  out[i] = ~crc;
}

// A block of 128 threads transforms 256 points with radix 2 in shared memory.
__global__ void k_fft_shared(const float2* in, float2* out) {
  __shared__ float2 s[256];
  int t = threadIdx.x, base = blockIdx.x * 256;
  s[__brev(t) >> 24] = in[base + t];
  s[__brev(t + 128) >> 24] = in[base + t + 128];
  for (int half = 1; half < 256; half *= 2) {
    __syncthreads();
    int k = t & (half - 1), a = 2 * (t - k) + k, b = a + half;
    float sine, cosine;
    __sincosf(-3.14159265f * k / half, &sine, &cosine);
    float2 u = s[a], v = s[b];
    float2 w = make_float2(v.x * cosine - v.y * sine, v.x * sine + v.y * cosine);
    s[a] = make_float2(u.x + w.x, u.y + w.y);
    s[b] = make_float2(u.x - w.x, u.y - w.y);
  }
  __syncthreads();
  out[base + t] = s[t];
  out[base + t + 128] = s[t + 128];
}

// Local memory, divergence, shared memory banks and odd grids

// Each thread sorts COUNT values in its own array.
template <int COUNT>
__global__ void k_sort_local(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v[COUNT];
  for (int k = 0; k < COUNT; ++k) v[k] = in[k * n + i];
  for (int k = 1; k < COUNT; ++k) {
    float x = v[k];
    int j = k - 1;
    while (j >= 0 && v[j] > x) {
      v[j + 1] = v[j];
      --j;
    }
    v[j + 1] = x;
  }
  for (int k = 0; k < COUNT; ++k) out[k * n + i] = v[k];
}

// Each thread runs its own program on its own stack.
__global__ void k_stack_machine(const unsigned char* program, float* out, int n, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float stack[16];
  for (int k = 0; k < 16; ++k) stack[k] = 0.25f * k;
  int top = 3;
  for (int pc = 0; pc < length; ++pc) {
    switch (program[pc * n + i] & 7) {
      case 0:
        top = min(top + 1, 15), stack[top] = pc * 0.1f;
        break;
      case 1:
        top = max(top - 1, 1), stack[top] += stack[top + 1];
        break;
      case 2:
        top = max(top - 1, 1), stack[top] *= stack[top + 1];
        break;
      case 3:
        stack[top] = sinf(stack[top]);
        break;
      case 4:
        stack[top] = 1.f / (1.f + stack[top] * stack[top]);
        break;
      case 5:
        top = min(top + 1, 15), stack[top] = stack[top - 1];
        break;
      case 6:
        stack[top] = -stack[top];
        break;
      default:
        stack[top] = stack[top] > 0 ? sqrtf(stack[top]) : 0.5f;
    }
  }
  out[i] = stack[top];
}

// Even lanes and odd lanes take different ways through two long branches.
__global__ void k_even_odd(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[i];
  if (threadIdx.x % 2 == 0) {
    for (int k = 0; k < 20; ++k) v = expf(-v) + 0.1f;
  } else {
    for (int k = 0; k < 20; ++k) v = cosf(v) * 0.9f;
  }
  out[i] = v;
}

// The stride decides how many lanes of a warp share a bank.
__global__ void k_bank_stride(const int* in, int* out, int stride, int repeats) {
  __shared__ int s[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) s[i] = in[i];
  __syncthreads();
  int sum = 0, at = threadIdx.x * stride;
  for (int k = 0; k < repeats; ++k) {
    sum += s[at & 4095];
    at += blockDim.x * stride + 1;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void k_tiny_blocks(const float* in, float* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  out[i] = in[i] * 0.5f + in[i ^ 1];
}

// Blocks take items of different cost from a queue until it is empty.
__global__ void k_work_queue(int* next, const int* cost, float* out, int n) {
  __shared__ int item;
  for (;;) {
    if (threadIdx.x == 0) item = atomicAdd(next, 1);
    __syncthreads();
    int i = item;
    __syncthreads();
    if (i >= n) return;
    float v = threadIdx.x * 0.01f;
    for (int k = cost[i]; k > 0; --k) v = v * 0.99f + sqrtf(v + k);
    out[i * blockDim.x + threadIdx.x] = v;
  }
}

// Each thread applies a second-order low-pass filter along one channel, which is a serial chain.
__global__ void k_biquad(const float* in, float* out, int channels, int samples) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
  for (int k = 0; k < samples; ++k) {
    float x = in[k * channels + c], y = 0.2f * x + 0.4f * x1 + 0.2f * x2 + 0.37f * y1 - 0.19f * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    out[k * channels + c] = y;
  }
}
