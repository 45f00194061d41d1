// Filters and measures of images.
#pragma once
#include <cuda_runtime.h>

namespace everyday {

__constant__ float blur_weights[2 * 12 + 1];

// Blurs the rows of a colour image with weights in constant memory; a block takes a row's strip and its rim.
template <int R>
__global__ void blur_colour_rows(const uchar4* in, uchar4* out, int width) {
  __shared__ uchar4 strip[128 + 2 * R];
  int x = blockIdx.x * 128 + threadIdx.x, row = blockIdx.y * width;
  for (int i = threadIdx.x; i < 128 + 2 * R; i += 128) {
    strip[i] = in[row + min(width - 1, max(0, static_cast<int>(blockIdx.x) * 128 + i - R))];
  }
  __syncthreads();
  if (x >= width) return;
  float r = 0.5f, g = 0.5f, b = 0.5f;
#pragma unroll
  for (int k = 0; k <= 2 * R; ++k) {
    uchar4 p = strip[threadIdx.x + k];
    r += blur_weights[k] * p.x;
    g += blur_weights[k] * p.y;
    b += blur_weights[k] * p.z;
  }
  out[row + x] = make_uchar4(static_cast<unsigned char>(r), static_cast<unsigned char>(g),
                             static_cast<unsigned char>(b), 255);
}

// A bilateral filter of radius 4 on bytes, with a tile in shared memory and tables for both weights.
__global__ void bilateral_by_tables(const unsigned char* in, const float* near_weight,
                                    const float* like_weight, unsigned char* out, int width, int height) {
  __shared__ unsigned char tile[24][24];
  __shared__ float like[256], near[81];
  int t = threadIdx.y * 16 + threadIdx.x, x0 = blockIdx.x * 16 - 4, y0 = blockIdx.y * 16 - 4;
  like[t] = like_weight[t];
  if (t < 81) near[t] = near_weight[t];
  for (int i = t; i < 24 * 24; i += 256) {
    int x = min(width - 1, max(0, x0 + i % 24)), y = min(height - 1, max(0, y0 + i / 24));
    tile[i / 24][i % 24] = in[y * width + x];
  }
  __syncthreads();
  int x = x0 + 4 + threadIdx.x, y = y0 + 4 + threadIdx.y;
  if (x >= width || y >= height) return;
  int centre = tile[threadIdx.y + 4][threadIdx.x + 4];
  float sum = 0, total = 0;
  for (int dy = 0; dy < 9; ++dy) {
    for (int dx = 0; dx < 9; ++dx) {
      int v = tile[threadIdx.y + dy][threadIdx.x + dx];
      float w = near[dy * 9 + dx] * like[abs(v - centre)];
      sum += w * v;
      total += w;
    }
  }
  out[y * width + x] = static_cast<unsigned char>(sum / total + 0.5f);
}

// The greatest minus the least of each 5x5 window of bytes: the morphological gradient.
__global__ void morphological_gradient(const unsigned char* __restrict__ in, unsigned char* out, int width,
                                       int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int low = 255, high = 0;
  for (int v = max(0, y - 2); v <= min(height - 1, y + 2); ++v) {
    for (int u = max(0, x - 2); u <= min(width - 1, x + 2); ++u) {
      int p = in[v * width + u];
      low = min(low, p);
      high = max(high, p);
    }
  }
  out[y * width + x] = static_cast<unsigned char>(high - low);
}

__constant__ float log_weights[81];

// The Laplacian of a Gaussian, 9x9 weights in constant memory, straight from global memory.
__global__ void laplacian_of_gaussian(const float* __restrict__ in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 4 || x >= width - 4 || y < 4 || y >= height - 4) return;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 81; ++k) sum += log_weights[k] * in[(y + k / 9 - 4) * width + x + k % 9 - 4];
  out[y * width + x] = sum;
}

// Halves a colour image by the mean of four pixels; a thread reads two pixels at once.
__global__ void halve_colours(const uchar4* in, uchar4* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  uint2 a = reinterpret_cast<const uint2*>(in)[2 * y * width + x];
  uint2 b = reinterpret_cast<const uint2*>(in)[(2 * y + 1) * width + x];
  unsigned low = (a.x & 0xff00ff) + (a.y & 0xff00ff) + (b.x & 0xff00ff) + (b.y & 0xff00ff) + 0x20002;
  unsigned high =
      (a.x >> 8 & 0xff00ff) + (a.y >> 8 & 0xff00ff) + (b.x >> 8 & 0xff00ff) + (b.y >> 8 & 0xff00ff) + 0x20002;
  unsigned mean = (low >> 2 & 0xff00ff) | (high << 6 & 0xff00ff00);
  reinterpret_cast<unsigned*>(out)[y * width + x] = mean;
}

// The structural similarity of two images in windows of 8x8 that half overlap, a block of 64 threads a
// window.
__global__ void similarity_of_windows(const unsigned char* a, const unsigned char* b, float* out, int width) {
  __shared__ float part[2][5];
  int t = threadIdx.x, at = (blockIdx.y * 4 + t / 8) * width + blockIdx.x * 4 + t % 8;
  float x = a[at], y = b[at], sums[5] = {x, y, x * x, y * y, x * y};
#pragma unroll
  for (int k = 0; k < 5; ++k) {
    for (int d = 16; d; d /= 2) sums[k] += __shfl_down_sync(~0u, sums[k], d);
    if (t % 32 == 0) part[t / 32][k] = sums[k];
  }
  __syncthreads();
  if (t) return;
  float m[5];
  for (int k = 0; k < 5; ++k) m[k] = (part[0][k] + part[1][k]) / 64;
  float vx = m[2] - m[0] * m[0], vy = m[3] - m[1] * m[1], c = m[4] - m[0] * m[1];
  out[blockIdx.y * gridDim.x + blockIdx.x] =
      (2 * m[0] * m[1] + 6.5f) * (2 * c + 58.5f) / ((m[0] * m[0] + m[1] * m[1] + 6.5f) * (vx + vy + 58.5f));
}

// The normalised correlation of a template with every place of an image; the template has mean 0 and length
// 1.
__global__ void match_template(const float* __restrict__ image, const float* __restrict__ pattern, float* out,
                               int width, int height, int side) {
  extern __shared__ float shared_pattern[];
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < side * side; i += blockDim.x * blockDim.y) {
    shared_pattern[i] = pattern[i];
  }
  __syncthreads();
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > width - side || y > height - side) return;
  float sum = 0, square = 0, product = 0;
  for (int v = 0; v < side; ++v) {
    for (int u = 0; u < side; ++u) {
      float p = image[(y + v) * width + x + u];
      sum += p;
      square += p * p;
      product += p * shared_pattern[v * side + u];
    }
  }
  float variance = square - sum * sum / (side * side);
  out[y * (width - side + 1) + x] = variance > 1e-6f ? product * rsqrtf(variance) : 0;
}

// The motion of each pixel between two frames by Lucas and Kanade, over windows of 5x5.
__global__ void lucas_kanade(const float* __restrict__ first, const float* __restrict__ second,
                             float2* motion, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 3 || x >= width - 3 || y < 3 || y >= height - 3) return;
  float xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      const float* p = first + (y + dy) * width + x + dx;
      float ix = 0.5f * (p[1] - p[-1]), iy = 0.5f * (p[width] - p[-width]);
      float it = second[(y + dy) * width + x + dx] - p[0];
      xx += ix * ix;
      xy += ix * iy;
      yy += iy * iy;
      xt += ix * it;
      yt += iy * it;
    }
  }
  float d = xx * yy - xy * xy;
  motion[y * width + x] =
      d > 1e-4f ? make_float2((xy * yt - yy * xt) / d, (xy * xt - xx * yt) / d) : make_float2(0, 0);
}

__constant__ int2 ring_of_16[16];

// Corners by FAST: pixels whose ring of 16 has nine in a row that are all brighter or all darker.
__global__ void fast_corners(const unsigned char* __restrict__ in, unsigned char* out, int width, int height,
                             int threshold) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 3 || x >= width - 3 || y < 3 || y >= height - 3) return;
  int centre = in[y * width + x];
  unsigned brighter = 0, darker = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    int p = in[(y + ring_of_16[k].y) * width + x + ring_of_16[k].x];
    brighter |= (p > centre + threshold) << k;
    darker |= (p < centre - threshold) << k;
  }
  brighter |= brighter << 16;
  darker |= darker << 16;
  unsigned b = brighter & brighter >> 1, d = darker & darker >> 1;
  b &= b >> 2;
  d &= d >> 2;
  b &= b >> 4;
  d &= d >> 4;
  b &= brighter >> 8;
  d &= darker >> 8;
  out[y * width + x] = (b | d) ? 255 : 0;
}

// A step of denoising by total variation after Chambolle, on the dual field.
__global__ void total_variation_step(const float2* __restrict__ dual, const float* __restrict__ image,
                                     float2* next, int width, int height, float tau, float lambda) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  auto at = [&](int u, int v) {
    int i = v * width + u;
    float2 p = dual[i];
    float divergence = p.x + p.y;
    if (u > 0) divergence -= dual[i - 1].x;
    if (v > 0) divergence -= dual[i - width].y;
    return divergence - image[i] / lambda;
  };
  float here = at(x, y), gx = x < width - 1 ? at(x + 1, y) - here : 0,
        gy = y < height - 1 ? at(x, y + 1) - here : 0;
  float scale = 1 / (1 + tau * sqrtf(gx * gx + gy * gy));
  float2 p = dual[y * width + x];
  next[y * width + x] = make_float2((p.x + tau * gx) * scale, (p.y + tau * gy) * scale);
}

}  // namespace everyday
