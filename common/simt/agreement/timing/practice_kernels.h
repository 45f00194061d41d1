// Kernels written on 30 November 2026 in the manner of practitioners (mini-apps, inference engines, pictures,
// genomes, finance, physics, games, forums) by someone who knew neither the model of kernel time nor its
// errors; practice.cu launches them, to judge the model.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

__device__ inline unsigned scramble(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

__device__ inline float next_unit(unsigned& state) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) * (1.0f / 16777216.0f);
}

template <class T>
__device__ inline T total_of_warp(T v) {
  for (int mask = 16; mask > 0; mask >>= 1) v += __shfl_xor_sync(0xffffffffu, v, mask);
  return v;
}

// the sum over the block, for every thread; part has 32 places
template <class T>
__device__ T total_of_block(T v, T* part) {
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  v = total_of_warp(v);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  v = lane < (int)(blockDim.x >> 5) ? part[lane] : T(0);
  v = total_of_warp(v);
  __syncthreads();
  return v;
}

// ---- inference engines

struct BlockQ8 {
  half scale;
  signed char q[32];
};

// weights in blocks of 32 bytes with one scale; a warp a row, four lanes a block
__global__ void gemv_q8_blocks(const BlockQ8* __restrict__ w, const float* __restrict__ x, float* y, int rows,
                               int per_row) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  int first = threadIdx.x % 4 * 8;
  float sum = 0;
  for (int b = threadIdx.x / 4; b < per_row; b += 8) {
    const BlockQ8* block = w + (size_t)row * per_row + b;
    const float* xs = x + b * 32 + first;
    float part = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) part += block->q[first + k] * xs[k];
    sum += part * __half2float(block->scale);
  }
  sum = total_of_warp(sum);
  if (threadIdx.x == 0) y[row] = sum;
}

struct BlockQ4K {
  half d, least;
  unsigned char scales[12];
  unsigned char q[128];
};

__device__ inline void six_bit_scale(int j, const unsigned char* s, unsigned& scale, unsigned& least) {
  if (j < 4) {
    scale = s[j] & 63;
    least = s[j + 4] & 63;
  } else {
    scale = (s[j + 4] & 15) | (s[j - 4] >> 6) << 4;
    least = (s[j + 4] >> 4) | (s[j] >> 6) << 4;
  }
}

// one warp unpacks 256 weights of 4 bits with scales of 6 bits
__global__ void unpack_q4k(const BlockQ4K* __restrict__ in, half* __restrict__ out) {
  const BlockQ4K& b = in[blockIdx.x];
  int il = threadIdx.x / 8, ir = threadIdx.x % 8;
  half* y = out + (size_t)blockIdx.x * 256 + 64 * il + 4 * ir;
  const unsigned char* q = b.q + 32 * il + 4 * ir;
  float d = __half2float(b.d), m = __half2float(b.least);
  unsigned s0, m0, s1, m1;
  six_bit_scale(2 * il, b.scales, s0, m0);
  six_bit_scale(2 * il + 1, b.scales, s1, m1);
  float d0 = d * s0, d1 = d * s1, l0 = m * m0, l1 = m * m1;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    y[k] = __float2half(d0 * (q[k] & 15) - l0);
    y[k + 32] = __float2half(d1 * (q[k] >> 4) - l1);
  }
}

// softmax of causal attention rows with a slope on the distance, a block a row
__global__ void softmax_alibi(const half* __restrict__ scores, half* out, int keys, int queries,
                              float scale) {
  extern __shared__ float row[];
  __shared__ float part[32];
  int q = blockIdx.x % queries, head = blockIdx.x / queries, seen = keys - queries + q + 1;
  float slope = exp2f(-0.5f * (head + 1));
  const half* in = scores + (size_t)blockIdx.x * keys;
  half* o = out + (size_t)blockIdx.x * keys;
  float most = -1e30f;
  for (int k = threadIdx.x; k < seen; k += blockDim.x) {
    float v = __half2float(in[k]) * scale - slope * (seen - 1 - k) * 0.01f;
    row[k] = v;
    most = fmaxf(most, v);
  }
  for (int m = 16; m; m /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, m));
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = most;
  __syncthreads();
  for (unsigned w = 0; w < blockDim.x / 32; ++w) most = fmaxf(most, part[w]);
  __syncthreads();
  float sum = 0;
  for (int k = threadIdx.x; k < seen; k += blockDim.x) sum += row[k] = __expf(row[k] - most);
  sum = total_of_block(sum, part);
  float inverse = 1.0f / sum;
  for (int k = threadIdx.x; k < keys; k += blockDim.x)
    o[k] = k < seen ? __float2half(row[k] * inverse) : __float2half(0.0f);
}

// the best two of 64 experts of each token and their shares; a warp a token, two experts a lane
__global__ void __launch_bounds__(256)
    best_two_experts(const float* __restrict__ logits, int2* chosen, float2* share, int tokens) {
  int token = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (token >= tokens) return;
  float mine[2] = {logits[token * 64 + lane], logits[token * 64 + 32 + lane]};
  float top[2];
  int who[2];
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    float best = mine[0] >= mine[1] ? mine[0] : mine[1];
    int at = mine[0] >= mine[1] ? lane : lane + 32;
#pragma unroll
    for (int m = 16; m > 0; m /= 2) {
      float other = __shfl_xor_sync(0xffffffffu, best, m);
      int other_at = __shfl_xor_sync(0xffffffffu, at, m);
      if (other > best || (other == best && other_at < at)) best = other, at = other_at;
    }
    top[k] = best, who[k] = at;
    if (at == lane) mine[0] = -1e30f;
    if (at == lane + 32) mine[1] = -1e30f;
  }
  if (lane == 0) {
    float second = __expf(top[1] - top[0]), sum = 1 + second;
    chosen[token] = make_int2(who[0], who[1]);
    share[token] = make_float2(1 / sum, second / sum);
  }
}

// new keys and values go to their pages
__global__ void append_to_pages(const half* __restrict__ key, const half* __restrict__ value, half* keys,
                                half* values, const int* __restrict__ slot, int heads, int width, int page) {
  int token = blockIdx.x, s = slot[token];
  if (s < 0) return;
  int block = s / page, offset = s % page;
  for (int i = threadIdx.x; i < heads * width; i += blockDim.x) {
    int head = i / width, d = i % width;
    size_t from = (size_t)token * heads * width + i;
    keys[(((size_t)block * heads + head) * (width / 8) + d / 8) * page * 8 + offset * 8 + d % 8] = key[from];
    values[(((size_t)block * heads + head) * width + d) * page + offset] = value[from];
  }
}

// causal convolution of four taps along time with SiLU; a thread a channel walks through its piece of time
__global__ void causal_conv4_silu(const half* __restrict__ x, const float4* __restrict__ taps,
                                  const float* __restrict__ bias, half* y, int channels, int steps,
                                  int piece) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * piece;
  if (c >= channels) return;
  float4 w = taps[c];
  float b = bias[c], p3 = 0, p2 = 0, p1 = 0;
  if (first > 0) {
    p3 = __half2float(x[(first - 3) * channels + c]);
    p2 = __half2float(x[(first - 2) * channels + c]);
    p1 = __half2float(x[(first - 1) * channels + c]);
  }
  for (int t = first; t < min(first + piece, steps); ++t) {
    float now = __half2float(x[t * channels + c]);
    float v = b + w.x * p3 + w.y * p2 + w.z * p1 + w.w * now;
    y[t * channels + c] = __float2half(v / (1 + __expf(-v)));
    p3 = p2, p2 = p1, p1 = now;
  }
}

// one query against a cache of bytes with one scale a key: warps share the keys, then join their parts
__global__ void __launch_bounds__(128)
    decode_byte_cache(const float4* __restrict__ query, const char4* __restrict__ keys,
                      const char4* __restrict__ values, const float* __restrict__ scale, float4* out,
                      int length) {
  __shared__ float most[4], weight[4];
  __shared__ float4 joined[4][32];
  int head = blockIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float4 q = query[head * 32 + lane], acc = make_float4(0, 0, 0, 0);
  float m = -1e30f, l = 0;
  size_t base = (size_t)head * length;
  for (int k = warp; k < length; k += 4) {
    char4 kk = keys[(base + k) * 32 + lane];
    float s = q.x * kk.x + q.y * kk.y + q.z * kk.z + q.w * kk.w;
    s = total_of_warp(s) * scale[base + k];
    float grown = fmaxf(m, s), keep = __expf(m - grown), p = __expf(s - grown);
    char4 v = values[(base + k) * 32 + lane];
    acc.x = acc.x * keep + p * v.x;
    acc.y = acc.y * keep + p * v.y;
    acc.z = acc.z * keep + p * v.z;
    acc.w = acc.w * keep + p * v.w;
    l = l * keep + p;
    m = grown;
  }
  if (lane == 0) most[warp] = m, weight[warp] = l;
  joined[warp][lane] = acc;
  __syncthreads();
  if (warp) return;
  float all = fmaxf(fmaxf(most[0], most[1]), fmaxf(most[2], most[3])), sum = 0;
  acc = make_float4(0, 0, 0, 0);
  for (int w = 0; w < 4; ++w) {
    float f = __expf(most[w] - all);
    sum += f * weight[w];
    float4 o = joined[w][lane];
    acc.x += f * o.x, acc.y += f * o.y, acc.z += f * o.z, acc.w += f * o.w;
  }
  float inverse = 1 / sum;
  out[head * 32 + lane] = make_float4(acc.x * inverse, acc.y * inverse, acc.z * inverse, acc.w * inverse);
}

// tokens already said lose, looked up in a short list by every word of the vocabulary (the naive way)
__global__ void penalise_repeats(const float* __restrict__ logits, float* out, const int* __restrict__ said,
                                 int words, int length, float penalty) {
  int word = blockIdx.x * blockDim.x + threadIdx.x;
  if (word >= words) return;
  const int* mine = said + blockIdx.y * length;
  float v = logits[blockIdx.y * words + word];
  for (int k = 0; k < length; ++k) {
    if (mine[k] == word) {
      v = v > 0 ? v / penalty : v * penalty;
      break;
    }
  }
  out[blockIdx.y * words + word] = v;
}

// channels become space, r x r
__global__ void pixel_shuffle(const half* __restrict__ in, half* __restrict__ out, int n, int c, int h, int w,
                              int r) {
  int total = n * c * h * r * w * r;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
    int x = i % (w * r), y = i / (w * r) % (h * r), k = i / (w * r * h * r) % c, b = i / (w * r * h * r * c);
    int from = ((b * c * r * r + k * r * r + y % r * r + x % r) * h + y / r) * w + x / r;
    out[i] = in[from];
  }
}

// nearest neighbour, any factor, planes one after another
__global__ void upsample_nearest(const float* in, float* out, int planes, int ih, int iw, int oh, int ow) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= planes * oh * ow) return;
  int x = i % ow, y = i / ow % oh, p = i / (ow * oh);
  int sx = min((int)(x * ((float)iw / ow)), iw - 1), sy = min((int)(y * ((float)ih / oh)), ih - 1);
  out[i] = in[(p * ih + sy) * iw + sx];
}

// a * gelu(b) of two halves of a row, exact with erf
__global__ void geglu(const half2* __restrict__ in, half2* __restrict__ out, int rows, int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * pairs) return;
  int row = i / pairs, k = i - row * pairs;
  float2 a = __half22float2(in[row * 2 * pairs + k]), b = __half22float2(in[row * 2 * pairs + pairs + k]);
  float x = 0.5f * b.x * (1 + erff(b.x * 0.70710678f)), y = 0.5f * b.y * (1 + erff(b.y * 0.70710678f));
  out[i] = __floats2half2_rn(a.x * x, a.y * y);
}

// cosine of pairs of rows named by index, 16 lanes a pair
__global__ void cosine_pairs(const float4* __restrict__ rows, const int2* __restrict__ pairs, float* cosine,
                             int count, int width4) {
  int pair = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
  float ab = 0, aa = 0, bb = 0;
  if (pair < count) {
    int2 p = pairs[pair];
    for (int k = lane; k < width4; k += 16) {
      float4 a = rows[(size_t)p.x * width4 + k], b = rows[(size_t)p.y * width4 + k];
      ab += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
      aa += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
      bb += b.x * b.x + b.y * b.y + b.z * b.z + b.w * b.w;
    }
  }
#pragma unroll
  for (int d = 8; d > 0; d >>= 1) {
    ab += __shfl_down_sync(~0u, ab, d, 16);
    aa += __shfl_down_sync(~0u, aa, d, 16);
    bb += __shfl_down_sync(~0u, bb, d, 16);
  }
  if (pair < count && lane == 0) cosine[pair] = ab * rsqrtf(aa * bb + 1e-12f);
}

// word + place + kind, normalised; a block a token, Width / 128 numbers a thread in registers
template <int Width>
__global__ void __launch_bounds__(128)
    embed_and_normalise(const int* __restrict__ token, const int* __restrict__ kind,
                        const float* __restrict__ words, const float* __restrict__ places,
                        const float* __restrict__ kinds, const float* __restrict__ gain, float* out,
                        int length) {
  __shared__ float part[32];
  constexpr int kEach = Width / 128;
  float v[kEach], sum = 0, squares = 0;
  int t = token[blockIdx.x], at = blockIdx.x % length, k = kind[blockIdx.x];
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    int c = threadIdx.x + i * 128;
    v[i] = words[t * Width + c] + places[at * Width + c] + kinds[k * Width + c];
    sum += v[i];
  }
  float mean = total_of_block(sum, part) / Width;
#pragma unroll
  for (int i = 0; i < kEach; ++i) squares += (v[i] - mean) * (v[i] - mean);
  float inverse = rsqrtf(total_of_block(squares, part) / Width + 1e-5f);
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    int c = threadIdx.x + i * 128;
    out[(size_t)blockIdx.x * Width + c] = (v[i] - mean) * inverse * gain[c];
  }
}

// triangles over a power spectrum, a block a frame, a thread a band: bands differ much in width
__global__ void mel_bands(const float* __restrict__ power, const int* __restrict__ edge, float* out,
                          int bins) {
  int band = threadIdx.x, a = edge[band], b = edge[band + 1], c = edge[band + 2];
  const float* p = power + (size_t)blockIdx.x * bins;
  float sum = 0;
  for (int k = a; k < b; ++k) sum += p[k] * (k - a) / (b - a);
  for (int k = b; k < c; ++k) sum += p[k] * (c - k) / (c - b);
  out[blockIdx.x * blockDim.x + band] = logf(sum + 1e-6f);
}

// greatest of 3 x 3 by stride 2 and where it was, channels last
__global__ void pool_with_place(const float* __restrict__ in, float* out, unsigned char* place, int h, int w,
                                int c) {
  int channel = threadIdx.x, x = blockIdx.x, y = blockIdx.y, oh = gridDim.y, ow = gridDim.x;
  const float* plane = in + (size_t)blockIdx.z * h * w * c;
  float best = -1e30f;
  int at = 0;
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 0; dx < 3; ++dx) {
      int sy = 2 * y + dy - 1, sx = 2 * x + dx - 1;
      if (sy < 0 || sx < 0 || sy >= h || sx >= w) continue;
      float v = plane[(sy * w + sx) * c + channel];
      if (v > best) best = v, at = dy * 3 + dx;
    }
  }
  size_t o = (((size_t)blockIdx.z * oh + y) * ow + x) * c + channel;
  out[o] = best;
  place[o] = at;
}

// 1 x 1 convolution of bytes, four channels a word; a block has 64 pixels, their words in shared memory
template <int Words>
__global__ void pointwise_bytes(const int* __restrict__ in, const int* __restrict__ weight,
                                const float* __restrict__ scale, signed char* out, int outputs) {
  __shared__ int pixel[64][Words + 1];
  int first = blockIdx.x * 64;
  for (int i = threadIdx.x; i < 64 * Words; i += blockDim.x)
    pixel[i / Words][i % Words] = in[(size_t)first * Words + i];
  __syncthreads();
  int p = threadIdx.x % 64;
  for (int o = threadIdx.x / 64; o < outputs; o += blockDim.x / 64) {
    int sum = 0;
#pragma unroll
    for (int k = 0; k < Words; ++k) sum = __dp4a(pixel[p][k], weight[o * Words + k], sum);
    int v = __float2int_rn(sum * scale[o]);
    out[(size_t)(first + p) * outputs + o] = max(-128, min(127, v));
  }
}

// boxes sorted by score: one block goes through them and strikes out all that overlap a kept one
__global__ void suppress_one_block(const float4* __restrict__ box, unsigned char* keep, int n, float limit) {
  extern __shared__ unsigned char alive[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) alive[i] = 1;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (!alive[i]) continue;
    float4 a = box[i];
    float area = (a.z - a.x) * (a.w - a.y);
    for (int j = i + 1 + threadIdx.x; j < n; j += blockDim.x) {
      float4 b = box[j];
      float w = fminf(a.z, b.z) - fmaxf(a.x, b.x), h = fminf(a.w, b.w) - fmaxf(a.y, b.y);
      if (w <= 0 || h <= 0) continue;
      float common = w * h, either = area + (b.z - b.x) * (b.w - b.y) - common;
      if (common > limit * either) alive[j] = 0;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) keep[i] = alive[i];
}

// ---- mini-apps and benchmark suites

struct Hexahedra {
  const int* node;
  const double *x, *y, *z;
};

__device__ inline double triple(double ax, double ay, double az, double bx, double by, double bz, double cx,
                                double cy, double cz) {
  return ax * (by * cz - bz * cy) + bx * (az * cy - ay * cz) + cx * (ay * bz - az * by);
}

// volume and shortest edge of hexahedra; corners are gathered by index
__global__ void hexahedron_volumes(Hexahedra m, double* volume, double* length, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n) return;
  double x[8], y[8], z[8];
#pragma unroll
  for (int c = 0; c < 8; ++c) {
    int at = m.node[e * 8 + c];
    x[c] = m.x[at], y[c] = m.y[at], z[c] = m.z[at];
  }
#define SIDE(p, q) x[p] - x[q], y[p] - y[q], z[p] - z[q]
#define SUM_SIDE(p, q, r, s) x[p] - x[q] + x[r] - x[s], y[p] - y[q] + y[r] - y[s], z[p] - z[q] + z[r] - z[s]
  double v = triple(SUM_SIDE(3, 1, 7, 2), SIDE(6, 3), SIDE(2, 0)) +
             triple(SUM_SIDE(4, 3, 5, 7), SIDE(6, 4), SIDE(7, 0)) +
             triple(SUM_SIDE(1, 4, 2, 5), SIDE(6, 1), SIDE(5, 0));
#undef SIDE
#undef SUM_SIDE
  double shortest = 1e300;
#pragma unroll
  for (int c = 0; c < 4; ++c) {
    double dx = x[c] - x[c + 4], dy = y[c] - y[c + 4], dz = z[c] - z[c + 4];
    shortest = fmin(shortest, dx * dx + dy * dy + dz * dz);
  }
  volume[e] = v / 12;
  length[e] = sqrt(shortest);
}

struct CrossSections {
  float energy, total, elastic, absorbed, fission, nu;
};

// macroscopic cross sections: a search in the grid of every nuclide of a random material
__global__ void cross_section_lookup(const CrossSections* __restrict__ grids, const int* __restrict__ first,
                                     const int* __restrict__ nuclide, const float* __restrict__ density,
                                     float* result, int lookups, int points, int materials) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lookups) return;
  unsigned state = scramble(i + 1);
  float e = next_unit(state);
  int m = (int)(next_unit(state) * next_unit(state) * materials);
  float sum[5] = {0, 0, 0, 0, 0};
  for (int k = first[m]; k < first[m + 1]; ++k) {
    const CrossSections* g = grids + nuclide[k] * points;
    int lo = 0, hi = points - 1;
    while (hi - lo > 1) {
      int mid = (lo + hi) / 2;
      if (g[mid].energy > e) {
        hi = mid;
      } else {
        lo = mid;
      }
    }
    CrossSections a = g[lo], b = g[hi];
    float f = (b.energy - e) / (b.energy - a.energy), d = density[k];
    sum[0] += d * (b.total - f * (b.total - a.total));
    sum[1] += d * (b.elastic - f * (b.elastic - a.elastic));
    sum[2] += d * (b.absorbed - f * (b.absorbed - a.absorbed));
    sum[3] += d * (b.fission - f * (b.fission - a.fission));
    sum[4] += d * (b.nu - f * (b.nu - a.nu));
  }
  int greatest = 0;
  for (int k = 1; k < 5; ++k)
    if (sum[k] > sum[greatest]) greatest = k;
  result[i] = sum[greatest] + greatest;
}

// w = A p of an implicit heat step and the part of p.w of each block
__global__ void conduction_product(const double* __restrict__ p, const double* __restrict__ kx,
                                   const double* __restrict__ ky, double* w, double* parts, int nx, int ny) {
  __shared__ double sums[256];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int s = nx + 2, i = y * s + x;
  sums[t] = 0;
  if (x <= nx && y <= ny) {
    double v = (1 + ky[i + s] + ky[i] + kx[i + 1] + kx[i]) * p[i] -
               (ky[i + s] * p[i + s] + ky[i] * p[i - s]) - (kx[i + 1] * p[i + 1] + kx[i] * p[i - 1]);
    w[i] = v;
    sums[t] = v * p[i];
  }
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t == 0) parts[blockIdx.y * gridDim.x + blockIdx.x] = sums[0];
}

// mass flux along x with a limited slope, upwind cells chosen by the sign of the flow
__global__ void limited_flux(const double* __restrict__ flow, const double* __restrict__ volume,
                             const double* __restrict__ density, double* flux, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < 2 || x >= nx - 2) return;
  int row = y * nx, up, donor, down, dif;
  double f = flow[row + x];
  if (f > 0) {
    up = x - 2, donor = x - 1, down = x, dif = donor;
  } else {
    up = min(x + 1, nx - 1), donor = x, down = x - 1, dif = up;
  }
  double sigma = fabs(f) / volume[row + donor];
  double du = density[row + donor] - density[row + up], dd = density[row + down] - density[row + donor];
  double wind = dd <= 0 ? -1.0 : 1.0, limiter = 0;
  if (du * dd > 0) {
    double third = (1 - sigma) * fabs(dd) + fabs(du) * (1 + sigma * volume[row + dif] / volume[row + donor]);
    limiter = (1 - sigma) * wind * fmin(fmin(fabs(du), fabs(dd)), third / 6);
  }
  flux[row + x] = f * (density[row + donor] + limiter);
}

// diffusion coefficients of speckle removal; one thread a pixel, columns one after another
__global__ void speckle_coefficients(const float* __restrict__ image, float* c, float* dn, float* dw,
                                     int rows, int columns, float q0) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= rows * columns) return;
  int row = (id + 1) % rows - 1, col = (id + 1) / rows;
  if ((id + 1) % rows == 0) row = rows - 1, col -= 1;
  float v = image[id];
  float n = image[col * rows + max(row - 1, 0)] - v, s = image[col * rows + min(row + 1, rows - 1)] - v;
  float w = image[max(col - 1, 0) * rows + row] - v, e = image[min(col + 1, columns - 1) * rows + row] - v;
  float g2 = (n * n + s * s + w * w + e * e) / (v * v), l = (n + s + w + e) / v;
  float num = 0.5f * g2 - l * l / 16, den = 1 + 0.25f * l;
  float q = num / (den * den);
  den = (q - q0) / (q0 * (1 + q0));
  float r = 1.0f / (1.0f + den);
  c[id] = r < 0 ? 0 : r > 1 ? 1 : r;
  dn[id] = n;
  dw[id] = w;
}

// where each drawn number falls in the cumulated weights: a plain walk from the left, as the suite has it
__global__ void find_weight_from_left(const double* __restrict__ cumulated, const double* __restrict__ drawn,
                                      const double* __restrict__ x, double* moved, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  int at = -1;
  for (int k = 0; k < n; ++k) {
    if (cumulated[k] >= drawn[i]) {
      at = k;
      break;
    }
  }
  if (at == -1) at = n - 1;
  moved[i] = x[at];
}

// eliminate column t below the diagonal, a thread an element of the rest
__global__ void eliminate_step(const float* __restrict__ factor, float* a, float* b, int n, int t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n - 1 - t || y >= n - t) return;
  int row = x + 1 + t;
  a[n * row + y + t] -= factor[row] * a[n * t + y + t];
  if (y == 0) b[row] -= factor[row] * b[t];
}

// inputs times weights to 16 hidden units: products of a tile added by halving down the block's rows
__global__ void hidden_layer_16(const float* input, const float* weights, float* partial) {
  __shared__ float node[16];
  __shared__ float w[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, index = (16 * blockIdx.x + ty) * 16 + tx;
  if (tx == 0) node[ty] = input[16 * blockIdx.x + ty];
  __syncthreads();
  w[ty][tx] = weights[index] * node[ty];
  __syncthreads();
  for (int i = 1; i <= 4; ++i) {
    int power = 1 << i;
    if (ty % power == 0) w[ty][tx] += w[ty + power / 2][tx];
    __syncthreads();
  }
  if (ty == 0) partial[blockIdx.x * 16 + tx] = w[0][tx];
}

struct Charge {
  float v, x, y, z, q;
};

// particles of a box with those of its 27 neighbours, which a block takes to shared memory one by one
__global__ void box_potentials(const Charge* __restrict__ all, const int* __restrict__ neighbour,
                               float4* force, int per_box) {
  extern __shared__ Charge near[];
  int box = blockIdx.x, t = threadIdx.x;
  Charge me{};
  if (t < per_box) me = all[box * per_box + t];
  float4 f = make_float4(0, 0, 0, 0);
  for (int k = 0; k < 27; ++k) {
    int other = neighbour[box * 27 + k];
    if (other < 0) continue;
    if (t < per_box) near[t] = all[other * per_box + t];
    __syncthreads();
    if (t < per_box) {
      for (int j = 0; j < per_box; ++j) {
        float r2 = me.v + near[j].v - (me.x * near[j].x + me.y * near[j].y + me.z * near[j].z);
        float vij = expf(-0.5f * r2), fs = 2 * vij;
        f.w += near[j].q * vij;
        f.x += near[j].q * fs * (me.x - near[j].x);
        f.y += near[j].q * fs * (me.y - near[j].y);
        f.z += near[j].q * fs * (me.z - near[j].z);
      }
    }
    __syncthreads();
  }
  if (t < per_box) force[box * per_box + t] = f;
}

__constant__ float4 k_space[512];

// Q of a reconstruction from samples in constant memory
__global__ void reconstruct_q(int samples, const float* x, const float* y, const float* z, float* qr,
                              float* qi) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float px = x[i], py = y[i], pz = z[i], re = qr[i], im = qi[i];
  for (int k = 0; k < samples; ++k) {
    float angle = 6.2831853f * (k_space[k].x * px + k_space[k].y * py + k_space[k].z * pz);
    re += k_space[k].w * cosf(angle);
    im += k_space[k].w * sinf(angle);
  }
  qr[i] = re;
  qi[i] = im;
}

__constant__ float bin_edge[32];

// angles between all pairs of two catalogues, counted in bins found by halving; histograms of warps
__global__ void angle_bins(const float3* __restrict__ a, const float3* __restrict__ b, unsigned* bins, int na,
                           int nb, int edges) {
  __shared__ unsigned count[4][32];
  for (int k = threadIdx.x; k < 128; k += blockDim.x) count[k / 32][k % 32] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32;
  if (i < na) {
    float3 p = a[i];
    for (int j = blockIdx.y; j < nb; j += gridDim.y) {
      float3 q = b[j];
      float dot = p.x * q.x + p.y * q.y + p.z * q.z;
      int lo = 0, hi = edges;
      while (hi > lo + 1) {
        int mid = (lo + hi) / 2;
        if (dot >= bin_edge[mid]) {
          hi = mid;
        } else {
          lo = mid;
        }
      }
      atomicAdd(&count[warp][lo], 1u);
    }
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    unsigned sum = 0;
    for (int w = 0; w < (int)blockDim.x / 32; ++w) sum += count[w][threadIdx.x];
    if (sum) atomicAdd(bins + threadIdx.x, sum);
  }
}

// forward and backward rates of 12 reactions at each point of a grid
__global__ void reaction_rates(const float* __restrict__ temperature, const float* __restrict__ fraction,
                               float* rates, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float logs[4] = {10.3f, 8.1f, 9.4f, 7.2f}, powers[4] = {-0.4f, 0.7f, 0.0f, 1.3f};
  float t = temperature[i], log_t = logf(t), inverse = 1.0f / t;
#pragma unroll
  for (int r = 0; r < 12; ++r) {
    float k = expf(logs[r % 4] + powers[r % 4] * log_t - (700 + 300 * r) * inverse);
    float equilibrium = expf(0.3f * r - 0.2f * log_t + 50.0f * inverse);
    float a = fraction[r % 6 * n + i], b = fraction[(r + 1) % 6 * n + i];
    rates[r * n + i] = k * a * b - k / fmaxf(equilibrium, 1e-20f) * fraction[(r + 2) % 6 * n + i];
  }
}

// covariance of two columns: a thread a pair of columns of the upper triangle, naive
__global__ void covariance_pairs(const float* data, const float* mean, float* cov, int rows, int columns) {
  int j1 = blockIdx.y * blockDim.y + threadIdx.y, j2 = blockIdx.x * blockDim.x + threadIdx.x;
  if (j1 >= columns || j2 >= columns || j2 < j1) return;
  float sum = 0;
  for (int i = 0; i < rows; ++i)
    sum += (data[i * columns + j1] - mean[j1]) * (data[i * columns + j2] - mean[j2]);
  sum /= rows - 1;
  cov[j1 * columns + j2] = sum;
  cov[j2 * columns + j1] = sum;
}

struct Leg {
  double x, y, z, w;
};

// great-circle distances, double
__global__ void great_circles(const Leg* __restrict__ from_to, double* distance, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    Leg p = from_to[i];
    double a = sin((p.z - p.x) / 2), b = sin((p.w - p.y) / 2);
    double h = a * a + cos(p.x) * cos(p.z) * b * b;
    distance[i] = 6371.0 * 2.0 * asin(sqrt(h));
  }
}

// walks from inside an ellipsoid until they leave it, weighted by the potential met on the way
__global__ void walks_to_the_rim(double* mean, int walks, double a, double b, double c, double step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = scramble(i + 77);
  double x0 = a * (0.3 + 0.01 * (i % 32)), y0 = b * 0.2, z0 = c * 0.1, sum = 0;
  for (int k = 0; k < walks; ++k) {
    double x = x0, y = y0, z = z0, w = 1;
    int steps = 0;
    while (x * x / (a * a) + y * y / (b * b) + z * z / (c * c) < 1 && steps < 400) {
      unsigned r = scramble(state += 0x9e3779b9u);
      double d = (r & 1) ? step : -step;
      switch ((r >> 8) % 3) {
        case 0:
          x += d;
          break;
        case 1:
          y += d;
          break;
        default:
          z += d;
      }
      double v = 2 * (x * x + y * y + z * z);
      w *= 1 - v * step * step * 0.05;
      ++steps;
    }
    sum += w;
  }
  mean[i] = sum / walks;
}

struct Atom {
  float x, y, z;
  int type;
};

struct Kind {
  int hydrogen;
  float radius, hydrophobic, charge;
};

// energy of poses of a ligand at a protein; Poses of each thread stay in registers
template <int Poses>
__global__ void docking_energies(const Atom* __restrict__ protein, const Atom* __restrict__ ligand,
                                 const Kind* __restrict__ kinds, const float* __restrict__ transform,
                                 float* energy, int proteins, int ligands, int kind_count, int poses) {
  extern __shared__ Kind table[];
  for (int i = threadIdx.x; i < kind_count; i += blockDim.x) table[i] = kinds[i];
  __syncthreads();
  int first = blockIdx.x * blockDim.x * Poses + threadIdx.x;
  float e[Poses], shift[Poses][3], c[Poses], s[Poses];
#pragma unroll
  for (int p = 0; p < Poses; ++p) {
    int at = min(first + p * (int)blockDim.x, poses - 1);
    e[p] = 0;
    sincosf(transform[at], &s[p], &c[p]);
    for (int k = 0; k < 3; ++k) shift[p][k] = transform[(k + 1) * poses + at];
  }
  for (int l = 0; l < ligands; ++l) {
    Atom la = ligand[l];
    Kind lk = table[la.type];
    for (int k = 0; k < proteins; ++k) {
      Atom pa = protein[k];
      Kind pk = table[pa.type];
      float radius = lk.radius + pk.radius, charge = lk.charge * pk.charge;
#pragma unroll
      for (int p = 0; p < Poses; ++p) {
        float x = c[p] * la.x - s[p] * la.y + shift[p][0] - pa.x,
              y = s[p] * la.x + c[p] * la.y + shift[p][1] - pa.y;
        float z = la.z + shift[p][2] - pa.z, r = sqrtf(x * x + y * y + z * z), between = r - radius;
        if (between < 0) e[p] += 38.0f * (1 - r / radius);
        if (between < 4 && lk.hydrogen == pk.hydrogen)
          e[p] += charge * (between < 1 ? 1.0f : 1.33f - between / 3);
        if (between < 8 && lk.hydrophobic * pk.hydrophobic > 0) e[p] += lk.hydrophobic * (1 - between / 8);
      }
    }
  }
#pragma unroll
  for (int p = 0; p < Poses; ++p) {
    int at = first + p * blockDim.x;
    if (at < poses) energy[at] = 0.5f * e[p];
  }
}

// a gate of a heart cell, its rates as quotients of polynomials (double)
__global__ void gate_by_quotients(double* gate, const double* __restrict__ v, const double* __restrict__ up,
                                  const double* __restrict__ down, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = v[i], top = 0, bottom = 0, tau_top = 0, tau_bottom = 0;
  for (int k = 9; k >= 0; --k) top = up[k] + x * top;
  for (int k = 7; k >= 0; --k) bottom = up[10 + k] + x * bottom;
  for (int k = 9; k >= 0; --k) tau_top = down[k] + x * tau_top;
  for (int k = 7; k >= 0; --k) tau_bottom = down[10 + k] + x * tau_bottom;
  double target = top / bottom, rate = tau_top / tau_bottom;
  gate[i] = gate[i] + (target - gate[i]) * -expm1(-0.02 * rate);
}

// values and gradients of cubic splines of many orbitals at a few places
__global__ void spline_orbitals(const float* __restrict__ coefs, const float3* __restrict__ at, float4* out,
                                int grid, int orbitals) {
  int o = blockIdx.x * blockDim.x + threadIdx.x;
  if (o >= orbitals) return;
  float3 p = at[blockIdx.y];
  int ix = (int)p.x, iy = (int)p.y, iz = (int)p.z;
  float t[3] = {p.x - ix, p.y - iy, p.z - iz}, w[3][4], d[3][4];
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    float u = t[k], m = 1 - u;
    w[k][0] = m * m * m / 6, w[k][3] = u * u * u / 6;
    w[k][1] = (3 * u * u * u - 6 * u * u + 4) / 6, w[k][2] = 1 - w[k][0] - w[k][1] - w[k][3];
    d[k][0] = -m * m / 2, d[k][3] = u * u / 2;
    d[k][1] = (3 * u * u - 4 * u) / 2, d[k][2] = -d[k][0] - d[k][1] - d[k][3];
  }
  float4 sum = make_float4(0, 0, 0, 0);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const float* row = coefs + (size_t)(((ix + i) * grid + iy + j) * grid + iz) * orbitals + o;
      float s = 0, g = 0;
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        float c = row[k * orbitals];
        s += c * w[2][k];
        g += c * d[2][k];
      }
      float wi = w[0][i], wj = w[1][j];
      sum.x += wi * wj * s;
      sum.y += d[0][i] * wj * s;
      sum.z += wi * d[1][j] * s;
      sum.w += wi * wj * g;
    }
  }
  out[blockIdx.y * orbitals + o] = sum;
}

// leaky neurons with a refractory count, a bit a spike by ballot
__global__ void leaky_neurons(const float* __restrict__ current, float* voltage, int* rest, unsigned* spikes,
                              int neurons, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = voltage[i];
  int wait = rest[i];
  for (int t = 0; t < steps; ++t) {
    bool fired = false;
    if (wait > 0) {
      --wait;
    } else {
      v += 0.1f * (-v + current[t % 64 * neurons + i]);
      if (v > 1) fired = true, v = 0, wait = 5;
    }
    unsigned bits = __ballot_sync(0xffffffffu, fired);
    if (threadIdx.x % 32 == 0) spikes[(t * neurons + i) / 32] = bits;
  }
  voltage[i] = v;
  rest[i] = wait;
}

__device__ inline float blend(int n, int k, float u) {
  float v = 1;
  int nn = n, kn = k, nkn = n - k;
  while (nn >= 1) {
    v *= nn--;
    if (kn > 1) v /= kn--;
    if (nkn > 1) v /= nkn--;
  }
  if (k > 0) v *= powf(u, (float)k);
  if (n - k > 0) v *= powf(1 - u, (float)(n - k));
  return v;
}

// a surface of control points, weights computed anew by every thread (the straightforward way)
__global__ void bezier_surface(const float3* __restrict__ control, float3* out, int nu, int nv, int ru,
                               int rv) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= ru || j >= rv) return;
  float u = (float)i / (ru - 1), v = (float)j / (rv - 1);
  float3 sum = make_float3(0, 0, 0);
  for (int a = 0; a <= nu; ++a) {
    float wu = blend(nu, a, u);
    for (int b = 0; b <= nv; ++b) {
      float w = wu * blend(nv, b, v);
      float3 p = control[a * (nv + 1) + b];
      sum.x += p.x * w, sum.y += p.y * w, sum.z += p.z * w;
    }
  }
  out[i * rv + j] = sum;
}

// least value of a test function of five dimensions over random vectors: an atomic minimum a warp
__global__ void least_of_michalewicz(const float* __restrict__ x, int n, unsigned* least) {
  float best = 1e30f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int k = 0; k < 5; ++k) {
      float v = x[i * 5 + k], s = sinf((k + 1) * v * v / 3.14159265f);
      sum -= sinf(v) * powf(s * s, 10.0f);
    }
    best = fminf(best, sum + 10);
  }
  for (int m = 16; m > 0; m >>= 1) best = fminf(best, __shfl_xor_sync(0xffffffffu, best, m));
  if (threadIdx.x % 32 == 0) atomicMin(least, __float_as_uint(best));
}

// ranks in a list by jumping along sampled pieces: each thread walks until the next splitter
__global__ void walk_pieces(const int* __restrict__ next, const int* __restrict__ splitter,
                            const unsigned char* __restrict__ marked, int* rank, int* owner, int2* summary,
                            int pieces) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pieces) return;
  int at = splitter[p], count = 0;
  do {
    rank[at] = count++;
    owner[at] = p;
    at = next[at];
  } while (!marked[at]);
  summary[p] = make_int2(at, count);
}

// ---- genomes

__device__ inline int base_code(char c) {
  switch (c) {
    case 'A':
      return 0;
    case 'C':
      return 1;
    case 'G':
      return 2;
    case 'T':
      return 3;
    default:
      return -1;
  }
}

// how often each word of K letters occurs, the lesser of it and its complement, in an open table
template <int K>
__global__ void count_words_of_k(const char* __restrict__ genome, int n, unsigned long long* keys,
                                 unsigned* counts, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + K > n) return;
  unsigned long long forward = 0, back = 0;
  for (int k = 0; k < K; ++k) {
    int c = base_code(genome[i + k]);
    if (c < 0) return;
    forward = forward << 2 | c;
    back |= (unsigned long long)(3 - c) << (2 * k);
  }
  unsigned long long word = (forward < back ? forward : back) + 1, h = word * 0x9e3779b97f4a7c15ull;
  unsigned slot = (unsigned)(h >> 32) & mask;
  for (;;) {
    unsigned long long seen = atomicCAS(keys + slot, 0ull, word);
    if (seen == 0 || seen == word) {
      atomicAdd(counts + slot, 1u);
      return;
    }
    slot = (slot + 1) & mask;
  }
}

// least hashed word of 12 letters of each window of 10, a thread a read, the window as a ring of its own
__global__ void minimizers(const unsigned char* __restrict__ codes, unsigned* out, unsigned char* found,
                           int reads, int length) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= reads) return;
  unsigned ring[10], word = 0, last = 0;
  int count = 0;
  for (int i = 0; i < length; ++i) {
    word = (word << 2 | codes[i * reads + r]) & 0xffffff;
    if (i < 11) continue;
    ring[(i - 11) % 10] = scramble(word);
    if (i < 20) continue;
    unsigned least = ring[0];
    for (int k = 1; k < 10; ++k) least = min(least, ring[k]);
    if (least != last) {
      if (count < 32) out[count * reads + r] = least;
      ++count;
      last = least;
    }
  }
  found[r] = min(count, 255);
}

// best local alignment within a band of 16 diagonals, a thread a pair, scores as 16-bit numbers
__global__ void align_in_band(const unsigned char* __restrict__ query,
                              const unsigned char* __restrict__ target, int* best_score, int pairs,
                              int length) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pairs) return;
  short h[17], gap[17];
#pragma unroll
  for (int k = 0; k < 17; ++k) h[k] = 0, gap[k] = 0;
  int best = 0;
  for (int i = 0; i < length; ++i) {
    unsigned char a = query[i * pairs + p];
    int left = 0, run = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      int j = i + k - 8;
      int v = 0;
      if (j >= 0 && j < length) {
        int up = gap[k + 1];
        up = max(up - 1, h[k + 1] - 3);
        run = max(run - 1, left - 3);
        v = h[k] + (a == target[j * pairs + p] ? 2 : -3);
        v = max(max(v, 0), max(up, run));
        gap[k] = up;
      }
      h[k] = v;
      left = v;
      best = max(best, v);
    }
  }
  best_score[p] = best;
}

struct Occurrences {
  unsigned count[4];
  unsigned long long low, high;
};

__device__ inline unsigned occurrences(const Occurrences* __restrict__ index, unsigned at, int c) {
  const Occurrences& o = index[at >> 6];
  unsigned rest = at & 63;
  unsigned long long bits = ((c & 1) ? o.low : ~o.low) & ((c & 2) ? o.high : ~o.high);
  return o.count[c] + (rest ? __popcll(bits << (64 - rest)) : 0);
}

// backward search of reads in an index of 64-letter blocks until the range is empty
__global__ void backward_search(const Occurrences* __restrict__ index, uint4 starts,
                                const unsigned char* __restrict__ reads, uint2* range, int count, int length,
                                unsigned n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= count) return;
  unsigned lo = 0, hi = n;
  for (int i = length - 1; i >= 0 && lo < hi; --i) {
    int c = reads[r * length + i];
    unsigned base = c == 0 ? starts.x : c == 1 ? starts.y : c == 2 ? starts.z : starts.w;
    lo = base + occurrences(index, lo, c);
    hi = base + occurrences(index, hi, c);
  }
  range[r] = make_uint2(lo, hi);
}

// where to cut reads whose quality falls at the end, a warp a read
__global__ void trim_reads(const char* __restrict__ quality, const int* __restrict__ start, short* keep,
                           int reads) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= reads) return;
  int first = start[r], length = start[r + 1] - first, sum = 0, best = 0, cut = length;
  for (int base = 0; base < length; base += 32) {
    int i = base + lane, v = i < length ? 20 - (quality[first + length - 1 - i] - 33) : 0;
    for (int d = 1; d < 32; d *= 2) {
      int o = __shfl_up_sync(~0u, v, d);
      if (lane >= d) v += o;
    }
    v += sum;
    int most = __reduce_max_sync(~0u, i < length ? v : -100000);
    if (most > best) {
      best = most;
      cut = length - 1 - (base + __ffs(__ballot_sync(~0u, i < length && v == most)) - 1);
    }
    sum = __shfl_sync(~0u, v, 31);
    if (sum < -200) break;
  }
  if (lane == 0) keep[r] = cut;
}

// differences between genomes packed two bits a letter: tiles of 16 x 16 pairs, words through shared memory
__global__ void genome_distances(const unsigned* __restrict__ packed, int* distance, int n, int words) {
  __shared__ unsigned mine[16][17], other[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, a = blockIdx.y * 16, b = blockIdx.x * 16, d = 0;
  if (b + 15 < a) return;
  for (int w = 0; w < words; w += 16) {
    mine[ty][tx] = packed[(a + ty) * words + w + tx];
    other[ty][tx] = packed[(b + ty) * words + w + tx];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < 16; ++k) {
      unsigned x = mine[ty][k] ^ other[tx][k];
      d += __popc((x | x >> 1) & 0x55555555u);
    }
    __syncthreads();
  }
  distance[(a + ty) * n + b + tx] = d;
}

__constant__ float change[2][16];

// likelihoods of a node of a tree from its two children, scaled when they get small
__global__ void tree_likelihoods(const float4* __restrict__ left, const float4* __restrict__ right,
                                 float4* node, int* scaled, int sites) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= sites) return;
  float4 l = left[s], r = right[s];
  float v[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const float *p = change[0] + 4 * k, *q = change[1] + 4 * k;
    v[k] = (p[0] * l.x + p[1] * l.y + p[2] * l.z + p[3] * l.w) *
           (q[0] * r.x + q[1] * r.y + q[2] * r.z + q[3] * r.w);
  }
  float most = fmaxf(fmaxf(v[0], v[1]), fmaxf(v[2], v[3]));
  if (most < 0.02f) {
    for (int k = 0; k < 4; ++k) v[k] *= 64;
    scaled[s] += 1;
  }
  node[s] = make_float4(v[0], v[1], v[2], v[3]);
}

// ---- finance

// an American put on a binomial tree; a thread has an option and the whole level of its tree
template <int Steps>
__global__ void american_put_own_tree(const float4* __restrict__ option, float* price, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 o = option[i];
  float dt = o.w / Steps, up = expf(o.z * sqrtf(dt)), down = 1 / up, growth = expf(0.03f * dt);
  float p = (growth - down) / (up - down), discount = 1 / growth, level[Steps + 1];
  for (int k = 0; k <= Steps; ++k) level[k] = fmaxf(o.y - o.x * powf(up, (float)(2 * k - Steps)), 0.0f);
  for (int t = Steps - 1; t >= 0; --t) {
    float s = o.x * powf(up, (float)-t);
    for (int k = 0; k <= t; ++k) {
      float hold = discount * (p * level[k + 1] + (1 - p) * level[k]);
      level[k] = fmaxf(hold, o.y - s);
      s *= up * up;
    }
  }
  price[i] = level[0];
}

struct RateModel {
  float reversion, mean, volatility, start, dt;
};

// discount factors along square-root paths, two halves of the normal by Box and Muller
__global__ void square_root_paths(RateModel m, float* discount, int paths, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= paths) return;
  unsigned state = scramble(i * 2654435761u + 1);
  float r = m.start, sum = 0, root = sqrtf(m.dt);
  for (int t = 0; t < steps; t += 2) {
    float u = next_unit(state) + 1e-7f, v = next_unit(state), radius = sqrtf(-2 * __logf(u)), s, c;
    __sincosf(6.2831853f * v, &s, &c);
    r = fabsf(r + m.reversion * (m.mean - r) * m.dt + m.volatility * sqrtf(r) * root * radius * c);
    sum += r * m.dt;
    r = fabsf(r + m.reversion * (m.mean - r) * m.dt + m.volatility * sqrtf(r) * root * radius * s);
    sum += r * m.dt;
  }
  discount[i] = expf(-sum);
}

// loss of a portfolio in each scenario, a block a scenario, double
__global__ void scenario_losses(const double* __restrict__ shock, const double* __restrict__ delta,
                                const double* __restrict__ gamma, double* loss, int assets) {
  __shared__ double part[32];
  double sum = 0;
  for (int i = threadIdx.x; i < assets; i += blockDim.x) {
    double s = shock[(size_t)blockIdx.x * assets + i];
    sum -= delta[i] * s + 0.5 * gamma[i] * s * s;
  }
  sum = total_of_block(sum, part);
  if (threadIdx.x == 0) loss[blockIdx.x] = sum;
}

struct Greeks {
  double price, delta, gamma, vega, theta;
};

__device__ inline double normal(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }

__global__ void greeks_of_calls(const double* __restrict__ spot, const double* __restrict__ strike,
                                const double* __restrict__ years, Greeks* out, double r, double vol, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double s = spot[i], k = strike[i], t = years[i], root = vol * sqrt(t);
  double d1 = (log(s / k) + (r + 0.5 * vol * vol) * t) / root, d2 = d1 - root;
  double density = 0.3989422804014327 * exp(-0.5 * d1 * d1), df = exp(-r * t);
  Greeks g;
  g.delta = normal(d1);
  g.price = s * g.delta - k * df * normal(d2);
  g.gamma = density / (s * root);
  g.vega = s * density * sqrt(t);
  g.theta = -s * density * vol / (2 * sqrt(t)) - r * k * df * normal(d2);
  out[i] = g;
}

// orders against a small book of each symbol, kept in local memory; a thread a symbol
__global__ void match_orders(const short2* __restrict__ order, int* traded, int* last_price, int symbols,
                             int orders) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= symbols) return;
  int size[64];
  for (int k = 0; k < 64; ++k) size[k] = 0;
  int best_bid = -1, best_ask = 64, volume = 0, last = 0;
  for (int o = 0; o < orders; ++o) {
    short2 now = order[o * symbols + s];
    int price = now.x, left = abs((int)now.y);
    if (now.y > 0) {
      while (left > 0 && best_ask <= price) {
        int take = min(left, -size[best_ask]);
        left -= take, volume += take, last = best_ask;
        size[best_ask] += take;
        while (best_ask < 64 && size[best_ask] == 0) ++best_ask;
      }
      if (left > 0) size[price] += left, best_bid = max(best_bid, price);
    } else {
      while (left > 0 && best_bid >= price) {
        int take = min(left, size[best_bid]);
        left -= take, volume += take, last = best_bid;
        size[best_bid] -= take;
        while (best_bid >= 0 && size[best_bid] == 0) --best_bid;
      }
      if (left > 0) size[price] -= left, best_ask = min(best_ask, price);
    }
  }
  traded[s] = volume;
  last_price[s] = last;
}

// covariance with fading weights of all pairs of 24 assets, a block a window, a thread a pair
__global__ void fading_covariance(const float* __restrict__ returns, float* cov, int days, int window,
                                  float fade) {
  __shared__ float day[24];
  int a = threadIdx.x / 24, b = threadIdx.x % 24;
  float sum = 0, mean_a = 0, mean_b = 0;
  for (int d = 0; d < window; ++d) {
    if (threadIdx.x < 24) day[threadIdx.x] = returns[(blockIdx.x + d) % days * 24 + threadIdx.x];
    __syncthreads();
    float x = day[a], y = day[b];
    mean_a = fade * mean_a + (1 - fade) * x;
    mean_b = fade * mean_b + (1 - fade) * y;
    sum = fade * sum + (1 - fade) * (x - mean_a) * (y - mean_b);
    __syncthreads();
  }
  cov[blockIdx.x * 576 + threadIdx.x] = sum;
}

// ---- pictures and video

__device__ inline unsigned char to_byte(float v) { return (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v); }

// a frame with half chroma to packed RGBA; a thread has 2 x 2 pixels
__global__ void nv12_to_rgba(const unsigned char* __restrict__ luma, const uchar2* __restrict__ chroma,
                             uchar4* out, int w, int h, int pitch) {
  int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2, y = (blockIdx.y * blockDim.y + threadIdx.y) * 2;
  if (x + 1 >= w || y + 1 >= h) return;
  uchar2 c = chroma[(y / 2 * pitch + x) / 2];
  float u = c.x - 128.0f, v = c.y - 128.0f;
  float red = 1.596f * v, green = -0.392f * u - 0.813f * v, blue = 2.017f * u;
  for (int dy = 0; dy < 2; ++dy) {
    for (int dx = 0; dx < 2; ++dx) {
      float l = 1.164f * (luma[(y + dy) * pitch + x + dx] - 16);
      out[(y + dy) * w + x + dx] = make_uchar4(to_byte(l + red), to_byte(l + green), to_byte(l + blue), 255);
    }
  }
}

// hue, saturation and value with the usual chain of cases; three bytes a pixel
__global__ void rgb_to_hsv(const uchar3* in, float3* out, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float r = in[i].x / 255.0f, g = in[i].y / 255.0f, b = in[i].z / 255.0f;
    float most = max(r, max(g, b)), least = min(r, min(g, b)), d = most - least, hue = 0;
    if (d == 0) {
      hue = 0;
    } else if (most == r) {
      hue = fmodf((g - b) / d, 6.0f);
    } else if (most == g) {
      hue = (b - r) / d + 2;
    } else {
      hue = (r - g) / d + 4;
    }
    hue *= 60;
    if (hue < 0) hue += 360;
    out[i] = make_float3(hue, most == 0 ? 0 : d / most, most);
  }
}

__device__ inline float lanczos3(float x) {
  if (x == 0) return 1;
  if (fabsf(x) >= 3) return 0;
  float a = 3.14159265f * x;
  return 3 * sinf(a) * sinf(a / 3) / (a * a);
}

// rows made narrower, the weights from sines for each pixel
__global__ void lanczos_rows(const unsigned char* __restrict__ in, unsigned char* out, int w, int ow, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= ow) return;
  float factor = (float)w / ow, centre = (x + 0.5f) * factor - 0.5f, reach = 3 * factor, sum = 0, weights = 0;
  for (int k = (int)ceilf(centre - reach); k <= (int)(centre + reach); ++k) {
    float weight = lanczos3((k - centre) / factor);
    sum += weight * in[y * w + min(max(k, 0), w - 1)];
    weights += weight;
  }
  out[y * ow + x] = to_byte(sum / weights + 0.5f);
}

// limited equalisation: a block a tile, its histogram, clipped and cumulated, as a table of bytes
__global__ void clahe_tables(const unsigned char* __restrict__ in, unsigned char* table, int w, int tw,
                             int th, int limit) {
  __shared__ int count[256], sum[256];
  __shared__ int excess;
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  count[t] = 0;
  if (t == 0) excess = 0;
  __syncthreads();
  for (int y = threadIdx.y; y < th; y += blockDim.y)
    for (int x = threadIdx.x; x < tw; x += blockDim.x)
      atomicAdd(&count[in[(blockIdx.y * th + y) * w + blockIdx.x * tw + x]], 1);
  __syncthreads();
  int over = count[t] - limit;
  if (over > 0) {
    atomicAdd(&excess, over);
    count[t] = limit;
  }
  __syncthreads();
  sum[t] = count[t] + excess / 256;
  __syncthreads();
  for (int d = 1; d < 256; d <<= 1) {
    int v = t >= d ? sum[t - d] : 0;
    __syncthreads();
    sum[t] += v;
    __syncthreads();
  }
  table[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + t] = min(255, sum[t] * 255 / (tw * th));
}

// full search of an 8 x 8 block in +-8: a block of 17 x 17 threads, the window in shared memory as bytes
__global__ void motion_of_blocks(const unsigned char* __restrict__ now,
                                 const unsigned char* __restrict__ before, int* motion, int w, int h) {
  __shared__ unsigned char window[24][24], mine[8][8];
  __shared__ unsigned best;
  int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x * 8, by = blockIdx.y * 8;
  if (tx == 0 && ty == 0) best = 0xffffffffu;
  for (int y = ty; y < 24; y += 17)
    for (int x = tx; x < 24; x += 17)
      window[y][x] = before[min(max(by + y - 8, 0), h - 1) * w + min(max(bx + x - 8, 0), w - 1)];
  if (tx < 8 && ty < 8) mine[ty][tx] = now[(by + ty) * w + bx + tx];
  __syncthreads();
  unsigned sad = 0;
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) sad += abs((int)mine[y][x] - (int)window[ty + y][tx + x]);
  atomicMin(&best, sad << 16 | ty << 8 | tx);
  __syncthreads();
  if (tx == 0 && ty == 0) motion[blockIdx.y * gridDim.x + blockIdx.x] = best;
}

// edges between blocks of 8 are smoothed where the step is small; a thread a line across an edge
__global__ void deblock_columns(unsigned char* picture, int w, int h, int alpha, int beta) {
  int y = blockIdx.x * blockDim.x + threadIdx.x, x = (blockIdx.y + 1) * 8;
  if (y >= h) return;
  unsigned char* p = picture + y * w + x;
  int p2 = p[-3], p1 = p[-2], p0 = p[-1], q0 = p[0], q1 = p[1], q2 = p[2];
  if (abs(p0 - q0) >= alpha || abs(p1 - p0) >= beta || abs(q1 - q0) >= beta) return;
  if (abs(p2 - p0) < beta && abs(p0 - q0) < (alpha >> 2) + 2) {
    p[-1] = (p2 + 2 * p1 + 2 * p0 + 2 * q0 + q1 + 4) >> 3;
    p[-2] = (p2 + p1 + p0 + q0 + 2) >> 2;
  } else {
    p[-1] = (2 * p1 + p0 + q1 + 2) >> 2;
  }
  if (abs(q2 - q0) < beta && abs(p0 - q0) < (alpha >> 2) + 2) {
    p[0] = (p1 + 2 * p0 + 2 * q0 + 2 * q1 + q2 + 4) >> 3;
    p[1] = (p0 + q0 + q1 + q2 + 2) >> 2;
  } else {
    p[0] = (2 * q1 + q0 + p1 + 2) >> 2;
  }
}

// gradient by Sobel, direction by atan2, kept only where it is greatest across the edge
__global__ void thin_edges(const float* __restrict__ in, unsigned char* out, int w, int h, float low,
                           float high) {
  __shared__ float tile[12][36], size[10][34];
  int ox = blockIdx.x * 32, oy = blockIdx.y * 8, t = threadIdx.y * 32 + threadIdx.x;
  for (int i = t; i < 12 * 36; i += 256) {
    int y = min(max(oy + i / 36 - 2, 0), h - 1), x = min(max(ox + i % 36 - 2, 0), w - 1);
    tile[i / 36][i % 36] = in[y * w + x];
  }
  __syncthreads();
  auto across = [&](int y, int x) {
    return tile[y - 1][x + 1] + 2 * tile[y][x + 1] + tile[y + 1][x + 1] - tile[y - 1][x - 1] -
           2 * tile[y][x - 1] - tile[y + 1][x - 1];
  };
  auto along = [&](int y, int x) {
    return tile[y + 1][x - 1] + 2 * tile[y + 1][x] + tile[y + 1][x + 1] - tile[y - 1][x - 1] -
           2 * tile[y - 1][x] - tile[y - 1][x + 1];
  };
  for (int i = t; i < 10 * 34; i += 256) {
    float gx = across(i / 34 + 1, i % 34 + 1), gy = along(i / 34 + 1, i % 34 + 1);
    size[i / 34][i % 34] = sqrtf(gx * gx + gy * gy);
  }
  __syncthreads();
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  float angle = atan2f(along(y + 1, x + 1), across(y + 1, x + 1)) * 57.29578f, m = size[y][x], a, b;
  if (angle < 0) angle += 180;
  if (angle < 22.5f || angle >= 157.5f) {
    a = size[y][x - 1], b = size[y][x + 1];
  } else if (angle < 67.5f) {
    a = size[y - 1][x - 1], b = size[y + 1][x + 1];
  } else if (angle < 112.5f) {
    a = size[y - 1][x], b = size[y + 1][x];
  } else {
    a = size[y - 1][x + 1], b = size[y + 1][x - 1];
  }
  if (ox + x - 1 < w && oy + y - 1 < h)
    out[(oy + y - 1) * w + ox + x - 1] = m < a || m < b || m < low ? 0 : m < high ? 128 : 255;
}

// weak edges beside strong ones become strong, again and again inside a tile, until nothing changes
__global__ void grow_edges(unsigned char* picture, int w, int h) {
  __shared__ unsigned char tile[34][34];
  int x = threadIdx.x + 1, y = threadIdx.y + 1, gx = blockIdx.x * 32 + threadIdx.x,
      gy = blockIdx.y * 32 + threadIdx.y;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 34 * 34; i += 1024) tile[i / 34][i % 34] = 0;
  __syncthreads();
  tile[y][x] = picture[gy * w + gx];
  bool changed;
  do {
    __syncthreads();
    bool grow = tile[y][x] == 128 &&
                (tile[y - 1][x - 1] == 255 || tile[y - 1][x] == 255 || tile[y - 1][x + 1] == 255 ||
                 tile[y][x - 1] == 255 || tile[y][x + 1] == 255 || tile[y + 1][x - 1] == 255 ||
                 tile[y + 1][x] == 255 || tile[y + 1][x + 1] == 255);
    changed = __syncthreads_or(grow);
    if (grow) tile[y][x] = 255;
  } while (changed);
  picture[gy * w + gx] = tile[y][x] == 255 ? 255 : 0;
}

// cheapest seam down a picture: one block, a row of sums in shared memory, a barrier a row
__global__ void seam_costs(const float* __restrict__ energy, float* total, int w, int h) {
  extern __shared__ float row[];
  float *now = row, *next = row + w;
  for (int x = threadIdx.x; x < w; x += blockDim.x) now[x] = total[x] = energy[x];
  __syncthreads();
  for (int y = 1; y < h; ++y) {
    for (int x = threadIdx.x; x < w; x += blockDim.x) {
      float best = now[x];
      if (x > 0) best = fminf(best, now[x - 1]);
      if (x + 1 < w) best = fminf(best, now[x + 1]);
      total[y * w + x] = next[x] = best + energy[y * w + x];
    }
    __syncthreads();
    float* swap = now;
    now = next;
    next = swap;
  }
}

// mean of pixels whose 3 x 3 surroundings look alike, in a window of radius R, straight from global memory
template <int R>
__global__ void non_local_means(const float* __restrict__ in, float* out, int w, int h, float strength) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < R + 1 || y < R + 1 || x >= w - R - 1 || y >= h - R - 1) return;
  float sum = 0, weights = 0;
  for (int dy = -R; dy <= R; ++dy) {
    for (int dx = -R; dx <= R; ++dx) {
      float d = 0;
#pragma unroll
      for (int k = 0; k < 9; ++k) {
        int o = (k / 3 - 1) * w + k % 3 - 1;
        float e = in[y * w + x + o] - in[(y + dy) * w + x + dx + o];
        d += e * e;
      }
      float weight = __expf(-d * strength);
      sum += weight * in[(y + dy) * w + x + dx];
      weights += weight;
    }
  }
  out[y * w + x] = sum / weights;
}

// colours through a cube of 17^3 places, mixed along three axes
__global__ void colour_cube(const uchar4* __restrict__ in, uchar4* out, const float4* __restrict__ cube,
                            int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 p = in[i];
  float r = p.x * (16 / 255.0f), g = p.y * (16 / 255.0f), b = p.z * (16 / 255.0f);
  int ri = min((int)r, 15), gi = min((int)g, 15), bi = min((int)b, 15);
  float x = 0, y = 0, z = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    int dr = k & 1, dg = k >> 1 & 1, db = k >> 2;
    float weight = fabsf(1 - dr - (r - ri)) * fabsf(1 - dg - (g - gi)) * fabsf(1 - db - (b - bi));
    float4 c = __ldg(cube + ((bi + db) * 17 + gi + dg) * 17 + ri + dr);
    x += weight * c.x, y += weight * c.y, z += weight * c.z;
  }
  out[i] = make_uchar4(to_byte(255 * x), to_byte(255 * y), to_byte(255 * z), p.w);
}

// straightens a barrel, in double as its author had it
__global__ void undistort(const unsigned char* in, unsigned char* out, int w, int h, double k1, double k2) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= w || y >= h) return;
  double cx = w / 2.0, cy = h / 2.0, dx = (x - cx) / cx, dy = (y - cy) / cy;
  double r = sqrt(dx * dx + dy * dy), theta = atan2(dy, dx), s = r * (1 + k1 * pow(r, 2) + k2 * pow(r, 4));
  int sx = (int)(cx + s * cos(theta) * cx), sy = (int)(cy + s * sin(theta) * cy);
  out[y * w + x] = sx >= 0 && sy >= 0 && sx < w && sy < h ? in[sy * w + sx] : 0;
}

__constant__ unsigned char zigzag[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                                         12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                                         35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                                         58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// coefficients of a block to (run, value) pairs; a thread a block, one after another
__global__ void run_lengths_of_blocks(const short* __restrict__ coefficient,
                                      const short* __restrict__ quantum, short2* pairs,
                                      unsigned char* lengths, int blocks) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= blocks) return;
  int run = 0, count = 0;
  for (int k = 0; k < 64; ++k) {
    int z = zigzag[k], v = coefficient[z * blocks + b] / quantum[z];
    if (v == 0) {
      ++run;
      continue;
    }
    pairs[count * blocks + b] = make_short2(run, v);
    ++count;
    run = 0;
  }
  lengths[b] = count;
}

// connected parts inside a tile of 16 x 16: labels fall to the least neighbour and its root until they rest
__global__ void label_tiles(const unsigned char* __restrict__ in, int* label, int w) {
  __shared__ int l[256];
  int t = threadIdx.y * 16 + threadIdx.x,
      g = (blockIdx.y * 16 + threadIdx.y) * w + blockIdx.x * 16 + threadIdx.x;
  bool set = in[g] > 127;
  l[t] = set ? t : 256;
  __syncthreads();
  for (;;) {
    int least = l[t];
    if (set) {
      if (threadIdx.x > 0) least = min(least, l[t - 1]);
      if (threadIdx.x < 15) least = min(least, l[t + 1]);
      if (threadIdx.y > 0) least = min(least, l[t - 16]);
      if (threadIdx.y < 15) least = min(least, l[t + 16]);
      least = l[least];
    }
    bool changed = set && least < l[t];
    int any = __syncthreads_or(changed);
    if (changed) l[t] = least;
    __syncthreads();
    if (!any) break;
  }
  label[g] = set ? (int)(blockIdx.y * gridDim.x + blockIdx.x) * 256 + l[t] : -1;
}

// ---- physics and games

struct Point {
  float3 now, before;
  float mass;
};

__device__ inline float3 operator-(float3 a, float3 b) {
  return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
__device__ inline float3 operator+(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__device__ inline float3 operator*(float3 a, float k) { return make_float3(a.x * k, a.y * k, a.z * k); }
__device__ inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ inline float3 pull(float3 me, float3 other, float rest, float stiff) {
  float3 d = other - me;
  float length = sqrtf(dot(d, d));
  return d * (stiff * (length - rest) / length);
}

// a step of a cloth: springs to up to 12 neighbours, then Verlet
__global__ void cloth_step(const Point* in, Point* out, int w, int h, float dt) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const int dx[12] = {1, -1, 0, 0, 1, 1, -1, -1, 2, -2, 0, 0},
            dy[12] = {0, 0, 1, -1, 1, -1, 1, -1, 0, 0, 2, -2};
  Point p = in[y * w + x];
  float3 force = make_float3(0, -9.81f * p.mass, 0);
#pragma unroll
  for (int k = 0; k < 12; ++k) {
    int nx = x + dx[k], ny = y + dy[k];
    if (nx < 0 || ny < 0 || nx >= w || ny >= h) continue;
    float rest = k < 4 ? 0.01f : k < 8 ? 0.0141421f : 0.02f;
    force = force + pull(p.now, in[ny * w + nx].now, rest, k < 4 ? 500.0f : 250.0f);
  }
  if (y > 0) {
    float3 moved = p.now + (p.now - p.before) * 0.99f + force * (dt * dt / p.mass);
    p.before = p.now;
    p.now = moved;
  }
  out[y * w + x] = p;
}

__device__ inline float scene(float3 p, int& what) {
  float floor = p.y + 1, x = p.x - 2 * floorf(p.x / 2 + 0.5f), z = p.z - 2 * floorf(p.z / 2 + 0.5f);
  float ball = sqrtf(x * x + p.y * p.y + z * z) - 0.6f;
  float qx = fabsf(x) - 0.4f, qy = fabsf(p.y + 0.5f) - 0.3f, qz = fabsf(z) - 0.4f;
  float ax = fmaxf(qx, 0.0f), ay = fmaxf(qy, 0.0f), az = fmaxf(qz, 0.0f);
  float box = sqrtf(ax * ax + ay * ay + az * az) + fminf(fmaxf(qx, fmaxf(qy, qz)), 0.0f);
  if (floor < ball && floor < box) {
    what = 0;
    return floor;
  }
  if (ball < box) {
    what = 1;
    return ball;
  }
  what = 2;
  return box;
}

// rays through a scene of distances, with a shadow ray
__global__ void march_rays(uchar4* out, int w, int h, float3 eye) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float3 d = make_float3((x - w * 0.5f) / h, (h * 0.5f - y) / h - 0.2f, 1);
  d = d * rsqrtf(dot(d, d));
  float t = 0, shade = 0;
  int what = -1, hit = -1;
  for (int k = 0; k < 80; ++k) {
    float s = scene(eye + d * t, what);
    if (s < 0.001f * (t + 1)) {
      hit = what;
      break;
    }
    t += s;
    if (t > 30) break;
  }
  if (hit >= 0) {
    float3 p = eye + d * t, sun = make_float3(0.48f, 0.64f, -0.6f);
    shade = 1;
    float u = 0.05f;
    for (int k = 0; k < 30 && u < 6; ++k) {
      float s = scene(p + sun * u, what);
      if (s < 0.002f) {
        shade = 0.2f;
        break;
      }
      shade = fminf(shade, 8 * s / u);
      u += s;
    }
  }
  unsigned char v = to_byte(255 * shade / (1 + 0.05f * t));
  uchar4 c = make_uchar4(v, v, v, 255);
  switch (hit) {
    case -1:
      c = make_uchar4(120, 160, 220, 255);
      break;
    case 0:
      c.x = v / 2;
      break;
    case 1:
      c.y = v / 3;
      break;
  }
  out[y * w + x] = c;
}

// distances from the entrance of a maze that fits in shared memory, a block a maze, a round a step
__global__ void solve_mazes(const unsigned char* __restrict__ wall, short* steps, int* rounds, int side) {
  extern __shared__ short far[];
  int n = side * side;
  const unsigned char* w = wall + (size_t)blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) far[i] = w[i] ? -2 : -1;
  __syncthreads();
  if (threadIdx.x == 0) far[side + 1] = 0;
  __syncthreads();
  short* out = steps + (size_t)blockIdx.x * n;
  int round = 0, more = 1;
  while (more) {
    bool reached = false;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
      if (far[i] != -1) continue;
      if (far[i - 1] == round || far[i + 1] == round || far[i - side] == round || far[i + side] == round) {
        out[i] = round + 1;
        reached = true;
      }
    }
    more = __syncthreads_or(reached);
    for (int i = threadIdx.x; i < n && reached; i += blockDim.x)
      if (far[i] == -1 && out[i] == round + 1) far[i] = round + 1;
    __syncthreads();
    ++round;
  }
  if (threadIdx.x == 0) rounds[blockIdx.x] = round;
}

// corners of cells above the surface: a case of 256 and a count of triangles for each cell of a volume
__global__ void surface_cases(const float* __restrict__ field, const unsigned char* __restrict__ triangles,
                              unsigned char* cell, int* total, int nx, int ny, int nz, float level) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z, count = 0;
  if (x < nx - 1 && y < ny - 1 && z < nz - 1) {
    int kind = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k)
      if (field[((z + (k >> 2)) * ny + y + (k >> 1 & 1)) * nx + x + (k & 1)] > level) kind |= 1 << k;
    cell[(z * ny + y) * nx + x] = kind;
    count = triangles[kind];
  }
  count = __reduce_add_sync(0xffffffffu, count);
  if ((threadIdx.y * blockDim.x + threadIdx.x) % 32 == 0 && count) atomicAdd(total, count);
}

// random games of 2048, rows as 16-bit words of four tiles; a thread a game
__device__ inline unsigned slide_row(unsigned row, int& score) {
  unsigned out = 0, last = 0;
  int place = 0;
  for (int k = 0; k < 4; ++k) {
    unsigned v = row >> 4 * k & 15;
    if (!v) continue;
    if (last == v) {
      out += 1u << 4 * (place - 1);
      score += 2 << v;
      last = 0;
    } else {
      out |= v << 4 * place++;
      last = v;
    }
  }
  return out;
}

__global__ void play_2048(int* scores, int games, int most_moves) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g >= games) return;
  unsigned state = scramble(g + 2048), row[4] = {0x0010, 0, 0x0100, 0};
  int score = 0, stuck = 0;
  for (int m = 0; m < most_moves && stuck < 12; ++m) {
    unsigned r = scramble(state++), old[4];
    for (int k = 0; k < 4; ++k) old[k] = row[k];
    if (r & 1) {
      for (int k = 0; k < 4; ++k) row[k] = slide_row(row[k], score);
    } else {
      for (int c = 0; c < 4; ++c) {
        unsigned column = 0;
        for (int k = 0; k < 4; ++k) column |= (row[k] >> 4 * c & 15) << 4 * k;
        column = slide_row(column, score);
        for (int k = 0; k < 4; ++k) row[k] = (row[k] & ~(15u << 4 * c)) | (column >> 4 * k & 15) << 4 * c;
      }
    }
    if (old[0] == row[0] && old[1] == row[1] && old[2] == row[2] && old[3] == row[3]) {
      ++stuck;
      continue;
    }
    stuck = 0;
    int at = r >> 8 & 15;
    while (row[at / 4] >> 4 * (at % 4) & 15) at = (at + 5) & 15;
    row[at / 4] |= (r >> 20 & 7 ? 1u : 2u) << 4 * (at % 4);
  }
  scores[g] = score;
}

__device__ inline bool four_in_line(unsigned long long b) {
  unsigned long long m = b & b >> 7;
  if (m & m >> 14) return true;
  m = b & b >> 6;
  if (m & m >> 12) return true;
  m = b & b >> 8;
  if (m & m >> 16) return true;
  m = b & b >> 1;
  return (m & m >> 2) != 0;
}

// random games of connect four from a position, wins counted by ballot and one atomic a warp
__global__ void play_connect_four(unsigned long long first, unsigned long long second, int* wins, int games) {
  int id = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
  for (int g = 0; g < games; ++g) {
    unsigned state = scramble(id * games + g + 1);
    unsigned long long side[2] = {first, second};
    int turn = 0;
    for (int m = 0; m < 42; ++m) {
      unsigned long long all = side[0] | side[1];
      int c = (state = scramble(state + 0x9e37)) % 7, tries = 0;
      while (tries < 7 && (all >> (c * 7 + 5) & 1)) c = c == 6 ? 0 : c + 1, ++tries;
      if (tries == 7) break;
      unsigned long long move = (all + (1ull << c * 7)) & (63ull << c * 7) & ~all;
      side[turn] |= move;
      if (four_in_line(side[turn])) {
        mine += turn == 0;
        break;
      }
      turn ^= 1;
    }
  }
  mine = total_of_warp(mine);
  if (threadIdx.x % 32 == 0) atomicAdd(wins, mine);
}

// how many ways a sudoku can be filled: a thread a puzzle, masks and a stack of its own
__global__ void count_sudoku(const unsigned char* __restrict__ puzzle, int* ways, int puzzles, int most) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= puzzles) return;
  unsigned short row[9], column[9], box[9], left[64];
  unsigned char empty[64];
  int n = 0, found = 0, nodes = 0;
  for (int k = 0; k < 9; ++k) row[k] = column[k] = box[k] = 0;
  for (int i = 0; i < 81; ++i) {
    int v = puzzle[i * puzzles + p];
    if (v == 0) {
      if (n < 64) empty[n++] = i;
      continue;
    }
    unsigned short bit = 1 << v;
    row[i / 9] |= bit, column[i % 9] |= bit, box[i / 27 * 3 + i % 9 / 3] |= bit;
  }
  int at = 0;
  if (n)
    left[0] = 0x3fe & ~(row[empty[0] / 9] | column[empty[0] % 9] | box[empty[0] / 27 * 3 + empty[0] % 9 / 3]);
  unsigned short tried[64];
  tried[0] = 0;
  while (at >= 0 && at < n && nodes++ < most) {
    int i = empty[at], b = i / 27 * 3 + i % 9 / 3;
    if (tried[at]) row[i / 9] ^= tried[at], column[i % 9] ^= tried[at], box[b] ^= tried[at], tried[at] = 0;
    if (!left[at]) {
      --at;
      continue;
    }
    unsigned short bit = left[at] & -left[at];
    left[at] ^= bit;
    if (at == n - 1) {
      ++found;
      continue;
    }
    row[i / 9] |= bit, column[i % 9] |= bit, box[b] |= bit, tried[at] = bit;
    ++at;
    int j = empty[at];
    left[at] = 0x3fe & ~(row[j / 9] | column[j % 9] | box[j / 27 * 3 + j % 9 / 3]);
    tried[at] = 0;
  }
  ways[p] = found;
}

// rays through a world of cubes, a cell at a time
__global__ void walk_cubes(const unsigned char* __restrict__ world, float* depth, int side, int w, int h) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  float dx = (px + 0.5f) / w - 0.5f, dy = 0.35f - (py + 0.5f) / h, dz = 0.8f;
  float ox = side * 0.5f, oy = side * 0.8f, oz = 1.5f;
  int x = (int)ox, y = (int)oy, z = (int)oz, sx = dx < 0 ? -1 : 1, sy = dy < 0 ? -1 : 1;
  float ix = 1 / fmaxf(fabsf(dx), 1e-5f), iy = 1 / fmaxf(fabsf(dy), 1e-5f), iz = 1 / dz, t = 0;
  float tx = (sx > 0 ? x + 1 - ox : ox - x) * ix, ty = (sy > 0 ? y + 1 - oy : oy - y) * iy,
        tz = (z + 1 - oz) * iz;
  while (x >= 0 && y >= 0 && x < side && y < side && z < side && !world[(z * side + y) * side + x]) {
    if (tx < ty && tx < tz) {
      x += sx, t = tx, tx += ix;
    } else if (ty < tz) {
      y += sy, t = ty, ty += iy;
    } else {
      ++z, t = tz, tz += iz;
    }
  }
  depth[py * w + px] = t;
}

struct Instance {
  float3 centre;
  float radius;
  int mesh, level;
};

struct Frustum {
  float4 plane[6];
};

// objects in sight are listed by level of detail, a counter a level, one atomic a warp and level
__global__ void cull_instances(const Instance* __restrict__ object, Frustum f, float3 eye, int* list,
                               int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, level = -1;
  if (i < n) {
    Instance o = object[i];
    bool inside = true;
    for (int k = 0; k < 6 && inside; ++k) {
      float4 p = f.plane[k];
      inside = p.x * o.centre.x + p.y * o.centre.y + p.z * o.centre.z + p.w > -o.radius;
    }
    if (inside) {
      float3 d = o.centre - eye;
      float size = o.radius * rsqrtf(dot(d, d));
      level = size > 0.05f ? 0 : size > 0.02f ? 1 : size > 0.005f ? 2 : 3;
    }
  }
  for (int l = 0; l < 4; ++l) {
    unsigned in = __ballot_sync(0xffffffffu, level == l);
    if (!in) continue;
    int base = 0, lane = threadIdx.x & 31, leader = __ffs(in) - 1;
    if (lane == leader) base = atomicAdd(count + l, __popc(in));
    base = __shfl_sync(0xffffffffu, base, leader);
    if (level == l) list[l * n + base + __popc(in & ((1u << lane) - 1))] = i;
  }
}

// vertices moved by four bones of 3 x 4 each
__global__ void skin_vertices(const float3* __restrict__ rest, const uchar4* __restrict__ bone,
                              const float4* __restrict__ weight, const float4* __restrict__ bones,
                              float3* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 p = rest[i], sum = make_float3(0, 0, 0);
  uchar4 b = bone[i];
  float4 w = weight[i];
  int index[4] = {b.x, b.y, b.z, b.w};
  float weights[4] = {w.x, w.y, w.z, w.w};
  for (int k = 0; k < 4; ++k) {
    if (weights[k] == 0) continue;
    const float4* m = bones + index[k] * 3;
    sum.x += weights[k] * (m[0].x * p.x + m[0].y * p.y + m[0].z * p.z + m[0].w);
    sum.y += weights[k] * (m[1].x * p.x + m[1].y * p.y + m[1].z * p.z + m[1].w);
    sum.z += weights[k] * (m[2].x * p.x + m[2].y * p.y + m[2].z * p.z + m[2].w);
  }
  out[i] = sum;
}

// the spectrum of an ocean at time t and its slopes
__global__ void ocean_spectrum(const float2* __restrict__ h0, float2* height, float2* slope, int n, float t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float kx = (x - n / 2) * 0.0628f, ky = (y - n / 2) * 0.0628f, k = sqrtf(kx * kx + ky * ky);
  float w = sqrtf(9.81f * k * tanhf(k * 20)), c = cosf(w * t), s = sinf(w * t);
  float2 a = h0[y * (n + 1) + x], b = h0[(n - y) * (n + 1) + n - x];
  float2 h = make_float2((a.x + b.x) * c - (a.y + b.y) * s, (a.x - b.x) * s + (a.y - b.y) * c);
  height[y * n + x] = h;
  slope[y * n + x] = make_float2(-h.y * kx - h.x * ky, h.x * kx - h.y * ky);
}

// coupled oscillators, every one with every other
template <class T>
__global__ void oscillators(const T* phase, const T* own, T* next, int n, T coupling, T dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T sum = 0, me = phase[i];
  for (int j = 0; j < n; ++j) sum += sin(phase[j] - me);
  next[i] = me + dt * (own[i] + coupling / n * sum);
}

// spins as angles: Metropolis sweeps of small lattices, a block each, in four colours
__global__ void turn_spins(float* angle, const unsigned* __restrict__ seed, int side, int sweeps,
                           float heat) {
  extern __shared__ float spin[];
  int n = side * side, t = threadIdx.x;
  unsigned state = seed[blockIdx.x * blockDim.x + t];
  for (int i = t; i < n; i += blockDim.x) spin[i] = angle[blockIdx.x * n + i];
  __syncthreads();
  for (int s = 0; s < sweeps; ++s) {
    for (int colour = 0; colour < 4; ++colour) {
      for (int i = t; i < n / 4; i += blockDim.x) {
        int x = i % (side / 2) * 2 + (colour & 1), y = i / (side / 2) * 2 + (colour >> 1);
        int l = (x + side - 1) % side, r = (x + 1) % side, u = (y + side - 1) % side, d = (y + 1) % side;
        float old = spin[y * side + x], turned = old + 2 * (next_unit(state) - 0.5f), e = 0;
        int beside[4] = {y * side + l, y * side + r, u * side + x, d * side + x};
        for (int k = 0; k < 4; ++k) e += __cosf(old - spin[beside[k]]) - __cosf(turned - spin[beside[k]]);
        if (e <= 0 || next_unit(state) < __expf(-e / heat)) spin[y * side + x] = turned;
      }
      __syncthreads();
    }
  }
  for (int i = t; i < n; i += blockDim.x) angle[blockIdx.x * n + i] = spin[i];
}

// pressure by weighted Jacobi of a fluid on a staggered grid, obstacles skipped by a mask
__global__ void pressure_with_walls(const float* __restrict__ p, const float* __restrict__ divergence,
                                    const unsigned char* __restrict__ solid, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= 0 || y <= 0 || x >= w - 1 || y >= h - 1) return;
  int i = y * w + x;
  if (solid[i]) {
    out[i] = 0;
    return;
  }
  float c = p[i], sum = 0;
  sum += solid[i - 1] ? c : p[i - 1];
  sum += solid[i + 1] ? c : p[i + 1];
  sum += solid[i - w] ? c : p[i - w];
  sum += solid[i + w] ? c : p[i + w];
  out[i] = c + 0.8f * (0.25f * (sum - divergence[i]) - c);
}

// ---- indices and tables

// inner nodes of a tree over sorted codes: range and split of each by common leading bits
__global__ void tree_over_codes(const unsigned* __restrict__ code, int2* child, int* parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n - 1) return;
  auto common = [&](int a, int b) {
    if (b < 0 || b >= n) return -1;
    unsigned x = code[a] ^ code[b];
    return x ? __clz(x) : 32 + __clz(a ^ b);
  };
  int d = common(i, i + 1) > common(i, i - 1) ? 1 : -1, least = common(i, i - d), reach = 2;
  while (common(i, i + reach * d) > least) reach *= 2;
  int length = 0;
  for (int t = reach / 2; t > 0; t /= 2)
    if (common(i, i + (length + t) * d) > least) length += t;
  int j = i + length * d, bits = common(i, j), split = 0, t = length;
  do {
    t = (t + 1) / 2;
    if (common(i, i + (split + t) * d) > bits) split += t;
  } while (t > 1);
  int at = i + split * d + min(d, 0);
  int left = min(i, j) == at ? at + n - 1 : at, right = max(i, j) == at + 1 ? at + n : at + 1;
  child[i] = make_int2(left, right);
  parent[left] = i;
  parent[right] = i;
}

// nearest of points in a tree kept as a heap, by a stack of far sides
__global__ void nearest_in_kd_tree(const float3* __restrict__ tree, const float3* __restrict__ asked,
                                   int* nearest, int n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float3 q = asked[i];
  int stack_node[24], top = 0, best = 0;
  float stack_gap[24], least = 1e30f;
  stack_node[0] = 0, stack_gap[0] = 0, top = 1;
  while (top > 0) {
    --top;
    int node = stack_node[top];
    if (stack_gap[top] >= least) continue;
    while (node < n) {
      float3 p = tree[node], d = q - p;
      float r = dot(d, d);
      if (r < least) least = r, best = node;
      int axis = (31 - __clz(node + 1)) % 3;
      float gap = axis == 0 ? d.x : axis == 1 ? d.y : d.z;
      int near = 2 * node + (gap < 0 ? 1 : 2), far = 2 * node + (gap < 0 ? 2 : 1);
      if (far < n && gap * gap < least) stack_node[top] = far, stack_gap[top] = gap * gap, ++top;
      node = near;
    }
  }
  nearest[i] = best;
}

// words looked up in a tree of letters with 27 children a node
__global__ void walk_trie(const int* __restrict__ child, const char* __restrict__ words, int* found,
                          int count, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int node = 0;
  for (int k = 0; k < width; ++k) {
    char c = words[i * width + k];
    if (c == ' ') break;
    node = child[node * 27 + c - 'a'];
    if (node == 0) {
      found[i] = -1 - k;
      return;
    }
  }
  found[i] = child[node * 27 + 26];
}

// place of the k-th set bit: sums of 512 bits by halving, then words, then bits
__global__ void select_bits(const unsigned long long* __restrict__ bits, const unsigned* __restrict__ before,
                            const unsigned* __restrict__ asked, unsigned* place, int groups, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned k = asked[i];
  int lo = 0, hi = groups;
  while (hi - lo > 1) {
    int mid = (lo + hi) >> 1;
    if (before[mid] <= k) {
      lo = mid;
    } else {
      hi = mid;
    }
  }
  unsigned rest = k - before[lo];
  int word = lo * 8;
  for (;;) {
    unsigned here = __popcll(bits[word]);
    if (rest < here) break;
    rest -= here;
    ++word;
  }
  unsigned long long v = bits[word];
  while (rest--) v &= v - 1;
  place[i] = word * 64 + __ffsll(v) - 1;
}

// joins sets along edges without locks: roots are linked by compare and swap, paths are halved
__global__ void join_sets(int* parent, const int2* __restrict__ edge, int edges) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x) {
    int a = edge[e].x, b = edge[e].y;
    for (;;) {
      int up = atomicAdd(parent + a, 0);
      while (up != a) {
        a = up;
        up = atomicAdd(parent + a, 0);
      }
      up = atomicAdd(parent + b, 0);
      while (up != b) {
        b = up;
        up = atomicAdd(parent + b, 0);
      }
      if (a == b) break;
      if (a < b) {
        int swap = a;
        a = b;
        b = swap;
      }
      if (atomicCAS(parent + a, a, b) == a) break;
    }
  }
}

// counts of pairs of values in a plane of cells, weights in double
__global__ void weigh_plane(const float2* __restrict__ point, const double* __restrict__ weight,
                            double* plane, int side, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = point[i];
  int x = (int)(p.x * side), y = (int)(p.y * side);
  if (x < 0 || y < 0 || x >= side || y >= side) return;
  atomicAdd(plane + y * side + x, weight[i]);
}

// first and last time of each customer, 64-bit
__global__ void first_and_last(const int* __restrict__ customer, const long long* __restrict__ time,
                               long long* first, long long* last, int n) {
  int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    int c = customer[i];
    long long t = time[i];
    atomicMin(first + c, t);
    atomicMax(last + c, t);
  }
}

// sums and squares of 64 classes in shared memory, then to the device's totals
__global__ void class_moments(const unsigned char* __restrict__ kind, const float* __restrict__ value,
                              float* totals, int n) {
  __shared__ float sums[128];
  for (int k = threadIdx.x; k < 128; k += blockDim.x) sums[k] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int k = kind[i];
    float v = value[i];
    atomicAdd(&sums[k], v);
    atomicAdd(&sums[64 + k], v * v);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 128; k += blockDim.x) atomicAdd(totals + k, sums[k]);
}

// nearest point of every cell of a screen by compare and swap of 64 bits: depth above, index below
__global__ void splat_points(const float4* __restrict__ point, unsigned long long* screen, int w, int h,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = point[i];
  if (p.z < 0.1f) return;
  int x = (int)((p.x / p.z * 0.5f + 0.5f) * w), y = (int)((p.y / p.z * 0.5f + 0.5f) * h);
  if (x < 0 || y < 0 || x >= w || y >= h) return;
  unsigned long long me = (unsigned long long)__float_as_uint(p.z) << 32 | i, *at = screen + y * w + x,
                     old = *(volatile unsigned long long*)at;
  while (me < old) {
    unsigned long long seen = atomicCAS(at, old, me);
    if (seen == old) break;
    old = seen;
  }
}

// ---- code of forums and of people who learn

// primes below n, every odd divisor tried, one counter
__global__ void count_primes(int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 2;
  if (i >= n) return;
  if (i % 2 == 0 && i > 2) return;
  for (int d = 3; d * d <= i; d += 2)
    if (i % d == 0) return;
  atomicAdd(count, 1);
}

struct Matrix {
  int width, height;
  int* elements;
};

__device__ inline int element(const Matrix m, int row, int col) { return m.elements[row * m.width + col]; }

// integer product with matrices passed as structs, one dimension of threads
__global__ void multiply_structs(Matrix a, Matrix b, Matrix c) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int row = id / c.width, col = id % c.width;
  if (row >= c.height) return;
  c.elements[row * c.width + col] = 0;
  for (int k = 0; k < a.width; ++k)
    c.elements[row * c.width + col] += element(a, row, k) * element(b, k, col);
}

// bubble sort of short rows, a thread a row, in place in global memory
__global__ void bubble_sort_rows(int* data, int rows, int length) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  int* row = data + r * length;
  bool swapped = true;
  for (int end = length - 1; end > 0 && swapped; --end) {
    swapped = false;
    for (int k = 0; k < end; ++k) {
      if (row[k] > row[k + 1]) {
        int t = row[k];
        row[k] = row[k + 1];
        row[k + 1] = t;
        swapped = true;
      }
    }
  }
}

// quick sort with a stack of its own, a thread an array, arrays interleaved
__global__ void quick_sort_own(float* data, int arrays, int length) {
  int a = blockIdx.x * blockDim.x + threadIdx.x;
  if (a >= arrays) return;
  int stack[32], top = 0;
  stack[top++] = 0;
  stack[top++] = length - 1;
  while (top > 0) {
    int high = stack[--top], low = stack[--top];
    while (low < high) {
      float pivot = data[(low + high) / 2 * arrays + a];
      int i = low - 1, j = high + 1;
      for (;;) {
        do ++i;
        while (data[i * arrays + a] < pivot);
        do --j;
        while (data[j * arrays + a] > pivot);
        if (i >= j) break;
        float t = data[i * arrays + a];
        data[i * arrays + a] = data[j * arrays + a];
        data[j * arrays + a] = t;
      }
      if (j - low < high - j - 1) {
        stack[top++] = j + 1;
        stack[top++] = high;
        high = j;
      } else {
        stack[top++] = low;
        stack[top++] = j;
        low = j + 1;
      }
    }
  }
}

// words of a text: every thread looks at its letter and the one before
__global__ void count_words(const char* text, int n, int* words) {
  __shared__ int mine;
  if (threadIdx.x == 0) mine = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    bool letter = text[i] >= 'a' && text[i] <= 'z';
    bool before = i > 0 && text[i - 1] >= 'a' && text[i - 1] <= 'z';
    if (letter && !before) atomicAdd(&mine, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(words, mine);
}

// row after row of Pascal's triangle modulo a prime, one block
__global__ void pascal_rows(unsigned* row, int rows, unsigned prime) {
  extern __shared__ unsigned now[];
  for (int i = threadIdx.x; i <= rows; i += blockDim.x) now[i] = i == 0;
  __syncthreads();
  for (int r = 1; r <= rows; ++r) {
    unsigned v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      int i = threadIdx.x + k * blockDim.x;
      v[k] = i == 0 ? 1u : i <= r ? (now[i] + now[i - 1]) % prime : 0u;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      int i = threadIdx.x + k * blockDim.x;
      if (i <= r) now[i] = v[k];
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i <= rows; i += blockDim.x) row[i] = now[i];
}

// digits of numbers, right-aligned with blanks
__global__ void numbers_to_text(const int* __restrict__ value, char* text, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  char letters[12];
  int v = value[i], at = 12;
  bool negative = v < 0;
  unsigned u = negative ? 0u - v : v;
  do {
    letters[--at] = '0' + u % 10;
    u /= 10;
  } while (u);
  if (negative) letters[--at] = '-';
  for (int k = 0; k < 12; ++k) text[i * 12 + k] = k < at ? ' ' : letters[k];
}

// lines of numbers with commas to rows of floats, a thread a line
__global__ void parse_lines(const char* __restrict__ text, const int* __restrict__ start, float* out,
                            int lines, int columns) {
  int l = blockIdx.x * blockDim.x + threadIdx.x;
  if (l >= lines) return;
  int at = start[l], end = start[l + 1], column = 0;
  float whole = 0, part = 0, scale = 1, sign = 1;
  bool point = false;
  while (at < end) {
    char c = text[at++];
    if (c == ',' || c == '\n') {
      if (column < columns) out[column * lines + l] = sign * (whole + part * scale);
      ++column;
      whole = part = 0, scale = sign = 1, point = false;
    } else if (c == '-') {
      sign = -1;
    } else if (c == '.') {
      point = true;
    } else if (c >= '0' && c <= '9') {
      if (point) {
        part = part * 10 + (c - '0');
        scale *= 0.1f;
      } else {
        whole = whole * 10 + (c - '0');
      }
    }
  }
}

// happy numbers: squares of digits until 1 or 4
__global__ void happy_numbers(unsigned char* happy, unsigned first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = first + i;
  while (v != 1 && v != 4) {
    unsigned sum = 0;
    while (v > 0) {
      unsigned d = v % 10;
      sum += d * d;
      v /= 10;
    }
    v = sum;
  }
  happy[i] = v == 1;
}

struct Date {
  short year;
  signed char month, day;
};

__device__ inline bool is_leap(int y) {
  if (y % 400 == 0) return true;
  if (y % 100 == 0) return false;
  return y % 4 == 0;
}

// day of the year and of the week, months added one by one in a switch
__global__ void days_of_dates(const Date* dates, short2* days, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Date d = dates[i];
  int day = d.day;
  for (int m = 1; m < d.month; ++m) {
    switch (m) {
      case 4:
      case 6:
      case 9:
      case 11:
        day += 30;
        break;
      case 2:
        day += is_leap(d.year) ? 29 : 28;
        break;
      default:
        day += 31;
    }
  }
  int y = d.year - 1;
  days[i] = make_short2(day, (day + y + y / 4 - y / 100 + y / 400) % 7);
}

__constant__ unsigned md5_sine[64];
__constant__ unsigned char md5_turn[16];

// tries all passwords of six small letters of a range against a digest
__global__ void try_passwords(unsigned long long first, uint4 digest, unsigned long long* answer,
                              int per_thread) {
  unsigned long long number =
      first + (unsigned long long)(blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
  for (int p = 0; p < per_thread; ++p, ++number) {
    unsigned word[16];
    unsigned long long n = number;
#pragma unroll
    for (int k = 0; k < 16; ++k) word[k] = 0;
    for (int k = 0; k < 4; ++k, n /= 26) word[0] |= (unsigned)('a' + n % 26) << 8 * k;
    for (int k = 0; k < 2; ++k, n /= 26) word[1] |= (unsigned)('a' + n % 26) << 8 * k;
    word[1] |= 0x80u << 16;
    word[14] = 48;
    unsigned a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
#pragma unroll
    for (int k = 0; k < 64; ++k) {
      unsigned f;
      int g;
      if (k < 16) {
        f = (b & c) | (~b & d), g = k;
      } else if (k < 32) {
        f = (d & b) | (~d & c), g = (5 * k + 1) % 16;
      } else if (k < 48) {
        f = b ^ c ^ d, g = (3 * k + 5) % 16;
      } else {
        f = c ^ (b | ~d), g = 7 * k % 16;
      }
      unsigned t = a + f + md5_sine[k] + word[g];
      int turn = md5_turn[k / 16 * 4 + k % 4];
      a = d, d = c, c = b;
      b += t << turn | t >> (32 - turn);
    }
    if (a + 0x67452301 == digest.x && b + 0xefcdab89 == digest.y && c + 0x98badcfe == digest.z &&
        d + 0x10325476 == digest.w)
      *answer = number;
  }
}

// greatest of the last `window`, every thread looks at all of them
template <class T>
__global__ void moving_max_naive(const T* in, T* out, int n, int window) {
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  if (tid >= n) return;
  T best = in[tid];
  for (int k = 1; k < window; ++k)
    if (tid - k >= 0 && in[tid - k] > best) best = in[tid - k];
  out[tid] = best;
}

// the same by a block's prefix and suffix of pieces as long as the window
template <class T, int Window>
__global__ void moving_max_pieces(const T* __restrict__ in, T* out, int n) {
  __shared__ T prefix[2 * Window], suffix[2 * Window];
  int first = blockIdx.x * Window - Window, t = threadIdx.x;
  if (t < 2 * Window) {
    int i = min(max(first + t, 0), n - 1);
    prefix[t] = suffix[t] = in[i];
  }
  __syncthreads();
  for (int d = 1; d < Window; d *= 2) {
    T p = prefix[t], s = suffix[t];
    int k = t % Window;
    if (k >= d) p = max(p, prefix[t - d]);
    if (k + d < Window) s = max(s, suffix[t + d]);
    __syncthreads();
    prefix[t] = p, suffix[t] = s;
    __syncthreads();
  }
  if (t < Window && first + Window + t < n)
    out[first + Window + t] = t + 1 < Window ? max(suffix[t + 1], prefix[Window + t]) : prefix[Window + t];
}

// text ciphered by a repeated key, letters only
__global__ void cipher_by_key(const char* text, char* out, const char* key, int length, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    char c = text[i];
    if (c >= 'a' && c <= 'z') {
      c = 'a' + (c - 'a' + key[i % length] - 'a') % 26;
    } else if (c >= 'A' && c <= 'Z') {
      c = 'A' + (c - 'A' + key[i % length] - 'a') % 26;
    }
    out[i] = c;
  }
}

// Simpson's rule, a thread a strip, then one atomic on a double each
__global__ void integrate_strips(double a, double b, int strips, double* area) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= strips) return;
  double h = (b - a) / strips, x = a + i * h;
  auto f = [](double v) { return sqrt(v) * exp(-v) / (1 + v * v); };
  atomicAdd(area, h / 6 * (f(x) + 4 * f(x + h / 2) + f(x + h)));
}

// a transposed copy by short rows: each thread moves a row of eight
__global__ void flip_by_eights(const short* __restrict__ in, short* __restrict__ out, int w, int h) {
  int x = (blockIdx.x * blockDim.x + threadIdx.x) * 8, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int4 packed = *reinterpret_cast<const int4*>(in + y * w + x);
  short v[8];
  memcpy(v, &packed, 16);
#pragma unroll
  for (int k = 0; k < 8; ++k) out[(x + k) * h + y] = v[k];
}

// mean of a column of structs, one block, strides of 1024, two shared arrays
struct Sample {
  double time;
  float value;
  int valid;
};

__global__ void mean_of_valid(const Sample* samples, float* mean, int n) {
  __shared__ float sum[1024];
  __shared__ int count[1024];
  int t = threadIdx.x;
  sum[t] = 0, count[t] = 0;
  for (int i = t; i < n; i += 1024) {
    if (samples[i].valid) {
      sum[t] += samples[i].value;
      count[t]++;
    }
  }
  __syncthreads();
  for (int s = 1; s < 1024; s *= 2) {
    int at = 2 * s * t;
    if (at < 1024) {
      sum[at] += sum[at + s];
      count[at] += count[at + s];
    }
    __syncthreads();
  }
  if (t == 0) *mean = sum[0] / count[0];
}

// rotates vectors by unit quaternions
__global__ void rotate_by_quaternions(const float4* __restrict__ q, const float3* __restrict__ v, float3* out,
                                      int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 r = q[i];
  float3 p = v[i];
  float tx = 2 * (r.y * p.z - r.z * p.y), ty = 2 * (r.z * p.x - r.x * p.z), tz = 2 * (r.x * p.y - r.y * p.x);
  out[i] = make_float3(p.x + r.w * tx + r.y * tz - r.z * ty, p.y + r.w * ty + r.z * tx - r.x * tz,
                       p.z + r.w * tz + r.x * ty - r.y * tx);
}

// powers of 3 x 3 matrices modulo a number, by squaring, the exponent of each thread its own
__global__ void matrix_powers(const unsigned* __restrict__ exponent, unsigned* out, unsigned modulus, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned base[9] = {1, 1, 1, 1, 0, 0, 0, 1, 0}, power[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, next[9];
  for (unsigned e = exponent[i]; e; e >>= 1) {
    if (e & 1) {
#pragma unroll
      for (int k = 0; k < 9; ++k)
        next[k] = ((unsigned long long)power[k / 3 * 3] * base[k % 3] +
                   (unsigned long long)power[k / 3 * 3 + 1] * base[3 + k % 3] +
                   (unsigned long long)power[k / 3 * 3 + 2] * base[6 + k % 3]) %
                  modulus;
#pragma unroll
      for (int k = 0; k < 9; ++k) power[k] = next[k];
    }
#pragma unroll
    for (int k = 0; k < 9; ++k)
      next[k] = ((unsigned long long)base[k / 3 * 3] * base[k % 3] +
                 (unsigned long long)base[k / 3 * 3 + 1] * base[3 + k % 3] +
                 (unsigned long long)base[k / 3 * 3 + 2] * base[6 + k % 3]) %
                modulus;
#pragma unroll
    for (int k = 0; k < 9; ++k) base[k] = next[k];
  }
  out[i] = power[1];
}
