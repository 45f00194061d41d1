// Pictures and signals: filters, transforms, interpolation and detection.
#pragma once
#include "sight_helpers.h"

namespace sight {

constexpr int kMaxRadius = 16;
__constant__ float blur_weights[2 * kMaxRadius + 1];

// Blurs along rows; a block loads its stretch of a row and the borders into shared memory.
__global__ void blur_rows(const float* in, float* out, int width, int radius) {
  extern __shared__ float stretch[];
  int x0 = blockIdx.x * blockDim.x - radius, y = blockIdx.y;
  for (int i = threadIdx.x; i < blockDim.x + 2 * radius; i += blockDim.x)
    stretch[i] = in[y * width + min(max(x0 + i, 0), width - 1)];
  __syncthreads();
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float sum = 0;
  for (int k = 0; k <= 2 * radius; ++k) sum += blur_weights[k] * stretch[threadIdx.x + k];
  out[y * width + x] = sum;
}

// Blurs along columns straight from global memory, eight rows a thread.
__global__ void blur_columns(const float* in, float* out, int width, int height, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y0 = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
  if (x >= width) return;
  float sum[8] = {};
  for (int k = -radius; k < radius + 8; ++k) {
    float v = in[min(max(y0 + k, 0), height - 1) * width + x];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      int w = k - j + radius;
      if (w >= 0 && w <= 2 * radius) sum[j] += blur_weights[w] * v;
    }
  }
#pragma unroll
  for (int j = 0; j < 8; ++j)
    if (y0 + j < height) out[(y0 + j) * width + x] = sum[j];
}

// Smooths a grey picture but keeps its edges, with weights by distance and by difference.
__global__ void bilateral(const float* in, float* out, int width, int height, int radius, float space,
                          float range) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float centre = in[y * width + x], sum = 0, weights = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      int u = min(max(x + dx, 0), width - 1), v = min(max(y + dy, 0), height - 1);
      float value = __ldg(in + v * width + u), d = value - centre;
      float w = __expf(-space * (dx * dx + dy * dy) - range * d * d);
      sum += w * value;
      weights += w;
    }
  out[y * width + x] = sum / weights;
}

// Takes the median of the 3x3 bytes around each pixel by a network of exchanges.
__global__ void median_3x3(const unsigned char* in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int p[9];
#pragma unroll
  for (int k = 0; k < 9; ++k)
    p[k] = in[min(max(y + k / 3 - 1, 0), height - 1) * width + min(max(x + k % 3 - 1, 0), width - 1)];
  auto order = [&](int a, int b) {
    int low = min(p[a], p[b]);
    p[b] = max(p[a], p[b]);
    p[a] = low;
  };
  order(1, 2), order(4, 5), order(7, 8), order(0, 1), order(3, 4), order(6, 7), order(1, 2), order(4, 5);
  order(7, 8), order(0, 3), order(5, 8), order(4, 7), order(3, 6), order(1, 4), order(2, 5), order(4, 7);
  order(4, 2), order(6, 4), order(4, 2);
  out[y * width + x] = p[4];
}

// Erodes by a square of side 2 r + 1: row minima go through shared memory, then column minima are taken.
__global__ void erode_square(const unsigned char* in, unsigned char* out, int width, int height, int r) {
  extern __shared__ unsigned char lows[];
  int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32, t = threadIdx.y * 32 + threadIdx.x, side = 32 + 2 * r;
  unsigned char *raw = lows, *rows = lows + side * side;
  for (int i = t; i < side * side; i += 256)
    raw[i] =
        in[min(max(y0 + i / side - r, 0), height - 1) * width + min(max(x0 + i % side - r, 0), width - 1)];
  __syncthreads();
  for (int i = t; i < side * 32; i += 256) {
    int low = 255;
    for (int k = 0; k <= 2 * r; ++k) low = min(low, static_cast<int>(raw[i / 32 * side + i % 32 + k]));
    rows[i] = low;
  }
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) {
    int low = 255;
    for (int k = 0; k <= 2 * r; ++k) low = min(low, static_cast<int>(rows[(y + k) * 32 + threadIdx.x]));
    if (x0 + threadIdx.x < width && y0 + y < height) out[(y0 + y) * width + x0 + threadIdx.x] = low;
  }
}

// Transforms 1024 complex values a block by Fourier in shared memory: five passes of radix 4 without reordering.
__global__ void fourier_1024(const float2* in, float2* out) {
  __shared__ float2 data[2][1024];
  int t = threadIdx.x;
  size_t base = static_cast<size_t>(blockIdx.x) * 1024;
  for (int k = 0; k < 4; ++k) data[0][t + 256 * k] = in[base + t + 256 * k];
  __syncthreads();
  int now = 0;
  for (int length = 1; length < 1024; length *= 4, now ^= 1) {
    int k = t & (length - 1), to = (t - k) * 4 + k;
    float2 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      float s, c;
      __sincosf(-6.2831853f * k * j / (4 * length), &s, &c);
      float2 u = data[now][t + 256 * j];
      v[j] = make_float2(u.x * c - u.y * s, u.x * s + u.y * c);
    }
    float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y),
           b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
    float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y),
           d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
    float2* next = data[now ^ 1];
    next[to] = make_float2(a.x + c.x, a.y + c.y);
    next[to + length] = make_float2(b.x + d.x, b.y + d.y);
    next[to + 2 * length] = make_float2(a.x - c.x, a.y - c.y);
    next[to + 3 * length] = make_float2(b.x - d.x, b.y - d.y);
    __syncthreads();
  }
  for (int k = 0; k < 4; ++k) out[base + t + 256 * k] = data[now][t + 256 * k];
}

// Transforms 8x8 blocks of a picture by cosines and quantises them; a thread does a row, then a column.
__global__ void cosine_8x8(const unsigned char* in, short* out, const float* step, int width) {
  __shared__ float tile[32][8][9];
  int local = threadIdx.x / 8, k = threadIdx.x % 8;
  int block = blockIdx.x * 32 + local, x0 = block % (width / 8) * 8, y0 = block / (width / 8) * 8;
  float v[8], w[8];
  auto transform = [&] {
#pragma unroll
    for (int u = 0; u < 8; ++u) {
      float sum = 0;
#pragma unroll
      for (int x = 0; x < 8; ++x) sum += v[x] * cospif((2 * x + 1) * u / 16.0f);
      w[u] = sum * (u ? 0.5f : 0.35355339f);
    }
  };
  uint2 bytes = *reinterpret_cast<const uint2*>(in + (y0 + k) * width + x0);
#pragma unroll
  for (int x = 0; x < 8; ++x) v[x] = static_cast<int>((x < 4 ? bytes.x : bytes.y) >> x % 4 * 8 & 255) - 128;
  transform();
#pragma unroll
  for (int x = 0; x < 8; ++x) tile[local][k][x] = w[x];
  __syncwarp();
#pragma unroll
  for (int y = 0; y < 8; ++y) v[y] = tile[local][y][k];
  transform();
#pragma unroll
  for (int y = 0; y < 8; ++y) out[block * 64 + y * 8 + k] = static_cast<short>(rintf(w[y] / step[y * 8 + k]));
}

// Turns a raw picture with alternating colours into full colour by averages of the nearest pixels of each colour.
__global__ void demosaic(const unsigned short* raw, ushort4* out, int width, int height) {
  __shared__ unsigned short tile[18][34];
  int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1, t = threadIdx.y * 32 + threadIdx.x;
  for (int i = t; i < 18 * 34; i += 512)
    tile[i / 34][i % 34] =
        raw[min(max(y0 + i / 34, 0), height - 1) * width + min(max(x0 + i % 34, 0), width - 1)];
  __syncthreads();
  int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  if (x >= width || y >= height) return;
  int own = tile[ty][tx], across = (tile[ty][tx - 1] + tile[ty][tx + 1]) / 2,
      along = (tile[ty - 1][tx] + tile[ty + 1][tx]) / 2,
      corners =
          (tile[ty - 1][tx - 1] + tile[ty - 1][tx + 1] + tile[ty + 1][tx - 1] + tile[ty + 1][tx + 1]) / 4;
  int r, g, b;
  if (y & 1)
    if (x & 1)
      r = corners, g = (across + along) / 2, b = own;
    else
      r = along, g = own, b = across;
  else if (x & 1)
    r = across, g = own, b = along;
  else
    r = own, g = (across + along) / 2, b = corners;
  out[y * width + x] = make_ushort4(r, g, b, 65535);
}

// Sums each row of a picture from the left, one block a row, for an integral image.
__global__ void integral_rows(const unsigned char* in, unsigned* out, int width) {
  __shared__ unsigned warps[32];
  unsigned carry = 0;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int first = 0; first < width; first += blockDim.x) {
    int x = first + threadIdx.x;
    unsigned upto = warp_scan(x < width ? static_cast<unsigned>(in[blockIdx.x * width + x]) : 0u);
    if (lane == 31) warps[warp] = upto;
    __syncthreads();
    unsigned before = carry;
    for (int w = 0; w < blockDim.x / 32; ++w) {
      if (w < warp) before += warps[w];
      carry += warps[w];
    }
    if (x < width) out[blockIdx.x * width + x] = before + upto;
    __syncthreads();
  }
}

// Sums each column from the top in place, one column a thread.
__global__ void integral_columns(unsigned* sums, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  unsigned sum = 0;
  for (int y = 0; y < height; ++y) sums[y * width + x] = sum += sums[y * width + x];
}

// Votes for the lines through edge points, one block an angle, with the votes in shared memory.
__global__ void hough_lines(const short2* point, int points, int* votes, int bins, float scale) {
  extern __shared__ int line_votes[];
  for (int i = threadIdx.x; i < bins; i += blockDim.x) line_votes[i] = 0;
  __syncthreads();
  float s, c;
  sincospif(static_cast<float>(blockIdx.x) / gridDim.x, &s, &c);
  for (int i = threadIdx.x; i < points; i += blockDim.x) {
    short2 p = point[i];
    int bin = static_cast<int>((p.x * c + p.y * s) * scale + bins / 2);
    if (bin >= 0 && bin < bins) atomicAdd(line_votes + bin, 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < bins; i += blockDim.x) votes[blockIdx.x * bins + i] = line_votes[i];
}

// Resizes a colour picture with cubic interpolation from 4x4 pixels.
__global__ void resize_cubic(const uchar4* in, uchar4* out, int from_w, int from_h, int to_w, int to_h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= to_w || y >= to_h) return;
  float px = (x + 0.5f) * from_w / to_w - 0.5f, py = (y + 0.5f) * from_h / to_h - 0.5f;
  int ix = static_cast<int>(floorf(px)), iy = static_cast<int>(floorf(py));
  auto weights = [](float t, float* w) {
    w[0] = ((-0.5f * t + 1) * t - 0.5f) * t;
    w[1] = (1.5f * t - 2.5f) * t * t + 1;
    w[2] = ((-1.5f * t + 2) * t + 0.5f) * t;
    w[3] = (0.5f * t - 0.5f) * t * t;
  };
  float wx[4], wy[4], r = 0, g = 0, b = 0;
  weights(px - ix, wx);
  weights(py - iy, wy);
#pragma unroll
  for (int j = 0; j < 4; ++j)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      uchar4 p = in[min(max(iy + j - 1, 0), from_h - 1) * from_w + min(max(ix + i - 1, 0), from_w - 1)];
      float w = wx[i] * wy[j];
      r += w * p.x;
      g += w * p.y;
      b += w * p.z;
    }
  auto byte = [](float v) { return static_cast<unsigned char>(fminf(fmaxf(v + 0.5f, 0.0f), 255.0f)); };
  out[y * to_w + x] = make_uchar4(byte(r), byte(g), byte(b), 255);
}

// Decomposes signals of 2048 values a block into Haar wavelets, all levels in shared memory.
__global__ void haar_levels(const float* in, float* out) {
  __shared__ float signal[2048];
  size_t base = static_cast<size_t>(blockIdx.x) * 2048;
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) signal[i] = in[base + i];
  __syncthreads();
  for (int half = 1024; half > 0; half /= 2) {
    float low[4], high[4];
    int k = 0;
    for (int i = threadIdx.x; i < half; i += blockDim.x, ++k) {
      low[k] = (signal[2 * i] + signal[2 * i + 1]) * 0.70710678f;
      high[k] = (signal[2 * i] - signal[2 * i + 1]) * 0.70710678f;
    }
    __syncthreads();
    k = 0;
    for (int i = threadIdx.x; i < half; i += blockDim.x, ++k) {
      signal[i] = low[k];
      out[base + half + i] = high[k];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) out[base] = signal[0];
}

// Filters many channels by two second-order sections; a thread follows its channel through time.
__global__ void biquad_channels(const float* in, float* out, const float* taps, int channels, int samples) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  float k[10], s[4] = {};
  for (int i = 0; i < 10; ++i) k[i] = taps[i];
  for (int t = 0; t < samples; ++t) {
    float v = in[t * channels + c];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      float y = k[5 * j] * v + s[2 * j];
      s[2 * j] = k[5 * j + 1] * v - k[5 * j + 3] * y + s[2 * j + 1];
      s[2 * j + 1] = k[5 * j + 2] * v - k[5 * j + 4] * y;
      v = y;
    }
    out[t * channels + c] = v;
  }
}

// Finds how far each pixel of the left picture has moved in the right one from sums of differences over windows.
__global__ void stereo_disparity(const unsigned char* left, const unsigned char* right, unsigned char* out,
                                 int width, int height, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int best = 1 << 30, at = 0;
  for (int d = 0; d < most; ++d) {
    int sum = 0;
    for (int v = max(0, y - 2); v <= min(height - 1, y + 2); ++v)
      for (int u = x - 2; u <= x + 2; ++u) {
        int a = min(max(u, 0), width - 1), b = min(max(u - d, 0), width - 1);
        sum += abs(static_cast<int>(left[v * width + a]) - static_cast<int>(right[v * width + b]));
      }
    if (sum < best) {
      best = sum;
      at = d;
    }
  }
  out[y * width + x] = at;
}

}  // namespace sight
