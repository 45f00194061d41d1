// Image processing: filters, colours, sizes and shapes.
#pragma once
#include <cuda_runtime.h>

namespace pieces {

// Box blur down the columns by a running sum; a thread has a column of a strip of rows.
__global__ void box_blur_columns(const float* in, float* out, int width, int height, int radius, int strip) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y * strip, to = min(from + strip, height);
  if (x >= width) return;
  auto pixel = [&](int y) { return in[min(max(y, 0), height - 1) * width + x]; };
  float sum = 0, scale = 1.f / (2 * radius + 1);
  for (int y = from - radius; y < from + radius; ++y) sum += pixel(y);
  for (int y = from; y < to; ++y) {
    sum += pixel(y + radius);
    out[y * width + x] = sum * scale;
    sum -= pixel(y - radius);
  }
}

// Gaussian blur along rows, the weights in constant memory; the row's piece
// with its margins in shared memory.
__constant__ float gauss_weight[33];
template <int Radius, int Threads>
__global__ void gauss_blur_rows(const float* in, float* out, int width) {
  __shared__ float piece[Threads + 2 * Radius];
  int base = blockIdx.x * Threads, row = blockIdx.y * width;
  for (int i = threadIdx.x; i < Threads + 2 * Radius; i += Threads)
    piece[i] = in[row + min(max(base + i - Radius, 0), width - 1)];
  __syncthreads();
  if (base + static_cast<int>(threadIdx.x) >= width) return;
  float s = 0;
#pragma unroll
  for (int k = 0; k <= 2 * Radius; ++k) s += gauss_weight[k] * piece[threadIdx.x + k];
  out[row + base + threadIdx.x] = s;
}

// Size and direction of the gradient of a picture of bytes by Sobel's masks, a
// thread a pixel, no shared memory.
__global__ void sobel_bytes(const unsigned char* in, unsigned char* size, unsigned char* octant, int width,
                            int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int at = y * width + x;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    size[at] = octant[at] = 0;
    return;
  }
  const unsigned char *a = in + at - width, *b = in + at, *c = in + at + width;
  int gx = a[1] + 2 * b[1] + c[1] - a[-1] - 2 * b[-1] - c[-1];
  int gy = c[-1] + 2 * c[0] + c[1] - a[-1] - 2 * a[0] - a[1];
  size[at] = min(255, static_cast<int>(sqrtf(static_cast<float>(gx * gx + gy * gy))));
  octant[at] = (gx < 0) | (gy < 0) << 1 | (abs(gx) < abs(gy)) << 2;
}

// Median of 3 x 3 by least and greatest alone, on a tile of 32 x 8 pixels in shared memory.
__global__ void median_3x3_tile(const float* in, float* out, int width, int height) {
  __shared__ float tile[10][34];
  int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 8 - 1;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 340; i += 256) {
    int x = min(max(x0 + i % 34, 0), width - 1), y = min(max(y0 + i / 34, 0), height - 1);
    tile[i / 34][i % 34] = in[y * width + x];
  }
  __syncthreads();
  int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
  if (x >= width || y >= height) return;
  float v[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) v[k] = tile[threadIdx.y + k / 3][threadIdx.x + k % 3];
  auto order = [&](int i, int j) {
    float low = fminf(v[i], v[j]);
    v[j] = fmaxf(v[i], v[j]);
    v[i] = low;
  };
  order(1, 2), order(4, 5), order(7, 8), order(0, 1), order(3, 4), order(6, 7), order(1, 2), order(4, 5);
  order(7, 8), order(0, 3), order(5, 8), order(4, 7), order(3, 6), order(1, 4), order(2, 5), order(4, 7);
  order(4, 2), order(6, 4), order(4, 2);
  out[y * width + x] = v[4];
}

// Smooths with weights of distance and of likeness, 7 x 7 pixels read from global memory.
__global__ void bilateral_7x7(const float* __restrict__ in, float* out, int width, int height, float near,
                              float like) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float here = in[y * width + x], sum = 0, weight = 0;
  for (int dy = -3; dy <= 3; ++dy)
    for (int dx = -3; dx <= 3; ++dx) {
      int xx = min(max(x + dx, 0), width - 1), yy = min(max(y + dy, 0), height - 1);
      float v = in[yy * width + xx], w = __expf(-near * (dx * dx + dy * dy) - like * (v - here) * (v - here));
      sum += w * v;
      weight += w;
    }
  out[y * width + x] = sum / weight;
}

// Bicubic resize of a picture of four bytes a pixel.
__global__ void bicubic_four_bytes(const uchar4* in, uchar4* out, int width, int height, int to_width,
                                   int to_height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= to_width || y >= to_height) return;
  float fx = (x + 0.5f) * width / to_width - 0.5f, fy = (y + 0.5f) * height / to_height - 0.5f;
  int ix = static_cast<int>(floorf(fx)), iy = static_cast<int>(floorf(fy));
  auto weights = [](float t, float* w) {
    w[0] = ((-0.5f * t + 1) * t - 0.5f) * t;
    w[1] = (1.5f * t - 2.5f) * t * t + 1;
    w[2] = ((-1.5f * t + 2) * t + 0.5f) * t;
    w[3] = (0.5f * t - 0.5f) * t * t;
  };
  float wx[4], wy[4];
  weights(fx - ix, wx);
  weights(fy - iy, wy);
  float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    int row = min(max(iy + j - 1, 0), height - 1) * width;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      uchar4 p = in[row + min(max(ix + i - 1, 0), width - 1)];
      float w = wx[i] * wy[j];
      s.x += w * p.x, s.y += w * p.y, s.z += w * p.z, s.w += w * p.w;
    }
  }
  auto byte = [](float v) { return static_cast<unsigned char>(fminf(fmaxf(v + 0.5f, 0.f), 255.f)); };
  out[y * to_width + x] = make_uchar4(byte(s.x), byte(s.y), byte(s.z), byte(s.w));
}

// From luma and halved chroma planes (NV12) to three bytes a pixel, two by two pixels a thread.
__global__ void nv12_to_rgb(const unsigned char* luma, const uchar2* chroma, unsigned char* rgb, int width,
                            int height) {
  int cx = blockIdx.x * blockDim.x + threadIdx.x, cy = blockIdx.y * blockDim.y + threadIdx.y;
  if (cx >= width / 2 || cy >= height / 2) return;
  uchar2 uv = chroma[cy * (width / 2) + cx];
  int u = uv.x - 128, v = uv.y - 128, r = 409 * v + 128, g = -100 * u - 208 * v + 128, b = 516 * u + 128;
  for (int k = 0; k < 4; ++k) {
    int at = (2 * cy + k / 2) * width + 2 * cx + k % 2, l = 298 * (luma[at] - 16);
    rgb[3 * at] = min(max((l + r) >> 8, 0), 255);
    rgb[3 * at + 1] = min(max((l + g) >> 8, 0), 255);
    rgb[3 * at + 2] = min(max((l + b) >> 8, 0), 255);
  }
}

// The integral image's sums along rows: a warp a row, scanning 32 pixels at a time.
__global__ void integral_rows_by_warp(const unsigned char* in, unsigned* out, int width, int height) {
  int y = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (y >= height) return;
  unsigned carry = 0;
  for (int x = lane; x - lane < width; x += 32) {
    unsigned v = x < width ? in[y * width + x] : 0;
    for (int d = 1; d < 32; d *= 2) {
      unsigned other = __shfl_up_sync(~0u, v, d);
      if (lane >= d) v += other;
    }
    v += carry;
    if (x < width) out[y * width + x] = v;
    carry = __shfl_sync(~0u, v, 31);
  }
}

// Erodes a picture of one bit a pixel by a cross, a word of 32 pixels a thread.
__global__ void erode_bits(const unsigned* in, unsigned* out, int words, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= words) return;
  int at = y * words + x;
  unsigned here = in[at], left = x ? in[at - 1] : 0, right = x + 1 < words ? in[at + 1] : 0;
  unsigned up = y ? in[at - words] : 0, down = y + 1 < height ? in[at + words] : 0;
  out[at] = here & (here << 1 | left >> 31) & (here >> 1 | right << 31) & up & down;
}

// Turns and scales a picture of float4 by an affine map with bilinear reading; outside is zero.
__global__ void warp_affine(const float4* __restrict__ in, float4* out, int width, int height, float a,
                            float b, float tx, float ty) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float fx = a * x - b * y + tx, fy = b * x + a * y + ty;
  int ix = static_cast<int>(floorf(fx)), iy = static_cast<int>(floorf(fy));
  float u = fx - ix, v = fy - iy;
  float4 s = make_float4(0, 0, 0, 0);
  for (int k = 0; k < 4; ++k) {
    int xx = ix + (k & 1), yy = iy + (k >> 1);
    if (xx < 0 || yy < 0 || xx >= width || yy >= height) continue;
    float w = (k & 1 ? u : 1 - u) * (k >> 1 ? v : 1 - v);
    float4 p = in[yy * width + xx];
    s.x += w * p.x, s.y += w * p.y, s.z += w * p.z, s.w += w * p.w;
  }
  out[y * width + x] = s;
}

}  // namespace pieces
