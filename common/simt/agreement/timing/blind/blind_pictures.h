// Pictures: filters, integral images, resampling, colours and transforms.
#pragma once
#include "blind_warp.h"

__global__ void bilateral_filter(const float* in, float* out, int width, int height, int radius,
                                 float space_scale, float range_scale) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float middle = in[y * width + x], sum = 0, total = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      float v = in[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)], d = v - middle;
      float w = __expf(-(dx * dx + dy * dy) * space_scale - d * d * range_scale);
      sum += w * v;
      total += w;
    }
  out[y * width + x] = sum / total;
}

__device__ inline void order(int& a, int& b) {
  int low = min(a, b);
  b = max(a, b);
  a = low;
}

// The median of nine bytes by a network of comparisons.
__global__ void median_3x3(const unsigned char* in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int p[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) p[k] = in[(y + k / 3 - 1) * width + x + k % 3 - 1];
  order(p[1], p[2]), order(p[4], p[5]), order(p[7], p[8]);
  order(p[0], p[1]), order(p[3], p[4]), order(p[6], p[7]);
  order(p[1], p[2]), order(p[4], p[5]), order(p[7], p[8]);
  order(p[0], p[3]), order(p[5], p[8]), order(p[4], p[7]);
  order(p[3], p[6]), order(p[1], p[4]), order(p[2], p[5]);
  order(p[4], p[7]), order(p[4], p[2]), order(p[6], p[4]), order(p[4], p[2]);
  out[y * width + x] = static_cast<unsigned char>(p[4]);
}

// Dilation with a square of 2 RADIUS + 1: first along the rows of the tile, then along its columns.
template <int RADIUS>
__global__ void dilate_square(const unsigned char* in, unsigned char* out, int width, int height) {
  constexpr int W = 32, H = 16;
  __shared__ unsigned char tile[H + 2 * RADIUS][W + 2 * RADIUS], rows[H + 2 * RADIUS][W];
  int x0 = static_cast<int>(blockIdx.x) * W - RADIUS, y0 = static_cast<int>(blockIdx.y) * H - RADIUS;
  int t = threadIdx.y * W + threadIdx.x;
  for (int i = t; i < (H + 2 * RADIUS) * (W + 2 * RADIUS); i += W * H) {
    int x = x0 + i % (W + 2 * RADIUS), y = y0 + i / (W + 2 * RADIUS);
    bool inside = x >= 0 && y >= 0 && x < width && y < height;
    tile[i / (W + 2 * RADIUS)][i % (W + 2 * RADIUS)] = inside ? in[y * width + x] : 0;
  }
  __syncthreads();
  for (int i = t; i < (H + 2 * RADIUS) * W; i += W * H) {
    int most = 0;
#pragma unroll
    for (int k = 0; k <= 2 * RADIUS; ++k) most = max(most, static_cast<int>(tile[i / W][i % W + k]));
    rows[i / W][i % W] = static_cast<unsigned char>(most);
  }
  __syncthreads();
  int x = x0 + RADIUS + threadIdx.x, y = y0 + RADIUS + threadIdx.y, most = 0;
#pragma unroll
  for (int k = 0; k <= 2 * RADIUS; ++k)
    most = max(most, static_cast<int>(rows[threadIdx.y + k][threadIdx.x]));
  if (x < width && y < height) out[y * width + x] = static_cast<unsigned char>(most);
}

// The first half of an integral image: one block scans one row.
__global__ void integral_rows(const unsigned char* in, unsigned* out, int width) {
  __shared__ unsigned warp_totals[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned carry = 0;
  for (int first = 0; first < width; first += blockDim.x) {
    int x = first + threadIdx.x;
    unsigned sum = x < width ? in[static_cast<size_t>(blockIdx.x) * width + x] : 0;
    for (int d = 1; d < 32; d *= 2) {
      unsigned other = __shfl_up_sync(~0u, sum, d);
      if (lane >= d) sum += other;
    }
    if (lane == 31) warp_totals[warp] = sum;
    __syncthreads();
    unsigned before = carry;
    for (int w = 0; w < blockDim.x / 32; ++w) {
      if (w == warp) before = carry;
      carry += warp_totals[w];
    }
    if (x < width) out[static_cast<size_t>(blockIdx.x) * width + x] = before + sum;
    __syncthreads();
  }
}

// Its second half: one thread accumulates one column in place.
__global__ void integral_columns(unsigned* sums, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  unsigned sum = 0;
  for (int y = 0; y < height; ++y) {
    sum += sums[static_cast<size_t>(y) * width + x];
    sums[static_cast<size_t>(y) * width + x] = sum;
  }
}

__device__ inline float catmull_rom(float t) {
  t = fabsf(t);
  return t < 1 ? (1.5f * t - 2.5f) * t * t + 1 : t < 2 ? ((-0.5f * t + 2.5f) * t - 4) * t + 2 : 0.0f;
}

__device__ inline unsigned char to_byte(float v) {
  return static_cast<unsigned char>(fminf(fmaxf(v, 0.0f), 255.0f));
}

__global__ void resize_bicubic(const uchar4* in, uchar4* out, int width, int height, int out_width,
                               int out_height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= out_width || y >= out_height) return;
  float fx = (x + 0.5f) * width / out_width - 0.5f, fy = (y + 0.5f) * height / out_height - 0.5f;
  int ix = static_cast<int>(floorf(fx)), iy = static_cast<int>(floorf(fy));
  float r = 0, g = 0, b = 0;
#pragma unroll
  for (int j = -1; j <= 2; ++j)
#pragma unroll
    for (int i = -1; i <= 2; ++i) {
      float w = catmull_rom(fx - ix - i) * catmull_rom(fy - iy - j);
      uchar4 v = in[min(max(iy + j, 0), height - 1) * width + min(max(ix + i, 0), width - 1)];
      r += w * v.x;
      g += w * v.y;
      b += w * v.z;
    }
  out[y * out_width + x] = make_uchar4(to_byte(r), to_byte(g), to_byte(b), 255);
}

// Packed RGB of three bytes to YUV with one chroma sample for 2 by 2 pixels; a thread converts these four.
__global__ void rgb_to_yuv420(const unsigned char* rgb, unsigned char* luma, unsigned char* cb,
                              unsigned char* cr, int width, int height) {
  int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2, y = (blockIdx.y * blockDim.y + threadIdx.y) * 2;
  if (x >= width || y >= height) return;
  float r = 0, g = 0, b = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int at = (y + k / 2) * width + x + k % 2;
    float pr = rgb[at * 3], pg = rgb[at * 3 + 1], pb = rgb[at * 3 + 2];
    luma[at] = to_byte(0.299f * pr + 0.587f * pg + 0.114f * pb);
    r += pr;
    g += pg;
    b += pb;
  }
  int at = y / 2 * (width / 2) + x / 2;
  cb[at] = to_byte(128 + (-0.1687f * r - 0.3313f * g + 0.5f * b) / 4);
  cr[at] = to_byte(128 + (0.5f * r - 0.4187f * g - 0.0813f * b) / 4);
}

// Each edge pixel votes for the lines through it.
__global__ void hough_votes(const int2* edges, int* votes, int n, int angles, int distances, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int2 p = edges[i];
  for (int a = 0; a < angles; ++a) {
    float s, c;
    __sincosf(a * 3.14159265f / angles, &s, &c);
    int d = static_cast<int>((p.x * c + p.y * s) * scale) + distances / 2;
    atomicAdd(&votes[a * distances + d], 1);
  }
}

__constant__ float dct_table[64];

// The quantised cosine transform of 8 by 8 pixels; a block of 8 by 8 by 4 threads has four of them.
__global__ void dct_quantise(const unsigned char* in, short* out, int width) {
  __shared__ float pixels[4][8][9], half_done[4][8][9];
  int u = threadIdx.x, v = threadIdx.y, k = threadIdx.z, x = (blockIdx.x * 4 + k) * 8 + u,
      y = blockIdx.y * 8 + v;
  pixels[k][v][u] = in[y * width + x] - 128.0f;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) sum += dct_table[u * 8 + i] * pixels[k][v][i];
  half_done[k][v][u] = sum;
  __syncthreads();
  sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) sum += dct_table[v * 8 + i] * half_done[k][i][u];
  out[y * width + x] = static_cast<short>(rintf(sum / (8 + 2 * (u + v))));
}

// Stereo: the disparity with the least sum of absolute differences over 7 by 7 pixels.
__global__ void stereo_block_match(const unsigned char* left, const unsigned char* right,
                                   unsigned char* disparity, int width, int height, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < most + 3 || y < 3 || x >= width - 3 || y >= height - 3) return;
  int best = 1 << 30, where = 0;
  for (int d = 0; d < most; ++d) {
    int sum = 0;
    for (int dy = -3; dy <= 3; ++dy) {
#pragma unroll
      for (int dx = -3; dx <= 3; ++dx)
        sum += abs(static_cast<int>(left[(y + dy) * width + x + dx]) - right[(y + dy) * width + x + dx - d]);
    }
    if (sum < best) best = sum, where = d;
  }
  disparity[y * width + x] = static_cast<unsigned char>(where);
}
