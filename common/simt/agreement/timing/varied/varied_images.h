// Filters, conversions and measurements of images.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// Edges by Sobel's operators on bytes.
__global__ void sobel_edges(const unsigned char* __restrict__ in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const unsigned char* p = in + y * width + x;
  int a = p[-width - 1], b = p[-width], c = p[-width + 1], d = p[-1], e = p[1];
  int f = p[width - 1], g = p[width], h = p[width + 1];
  int gx = c + 2 * e + h - a - 2 * d - f, gy = f + 2 * g + h - a - 2 * b - c;
  out[y * width + x] = static_cast<unsigned char>(min(255, abs(gx) + abs(gy)));
}

__constant__ float filter_taps[49];

// A filter of 7x7 with its weights in constant memory, borders repeated.
__global__ void filter_7x7(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
#pragma unroll
  for (int dy = -3; dy <= 3; ++dy) {
    const float* row = in + min(max(y + dy, 0), height - 1) * width;
#pragma unroll
    for (int dx = -3; dx <= 3; ++dx)
      sum += filter_taps[(dy + 3) * 7 + dx + 3] * row[min(max(x + dx, 0), width - 1)];
  }
  out[y * width + x] = sum;
}

// The median of 3x3 by a network of exchanges in registers.
template <class T>
__global__ void median_3x3(const T* __restrict__ in, T* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  T v[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    v[k] = in[min(max(y + k / 3 - 1, 0), height - 1) * width + min(max(x + k % 3 - 1, 0), width - 1)];
  }
  auto order = [&](int a, int b) {
    T low = v[a] < v[b] ? v[a] : v[b], high = v[a] < v[b] ? v[b] : v[a];
    v[a] = low;
    v[b] = high;
  };
  order(1, 2), order(4, 5), order(7, 8), order(0, 1), order(3, 4), order(6, 7), order(1, 2), order(4, 5);
  order(7, 8), order(0, 3), order(5, 8), order(4, 7), order(3, 6), order(1, 4), order(2, 5), order(4, 7);
  order(4, 2), order(6, 4), order(4, 2);
  out[y * width + x] = v[4];
}

// Colours to grey, four pixels a thread.
__global__ void grey_of_colours(const uint4* __restrict__ in, unsigned* __restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 v = in[i];
  auto grey = [](unsigned p) { return ((p & 255) * 77 + (p >> 8 & 255) * 151 + (p >> 16 & 255) * 28) >> 8; };
  out[i] = grey(v.x) | grey(v.y) << 8 | grey(v.z) << 16 | grey(v.w) << 24;
}

// The mean of a window along each row with a running sum, a thread a row.
__global__ void running_means(const float* in, float* out, int width, int height, int radius) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= height) return;
  const float* row = in + y * width;
  float sum = 0, scale = 1.f / (2 * radius + 1);
  for (int k = -radius; k <= radius; ++k) sum += row[max(k, 0)];
  for (int x = 0; x < width; ++x) {
    out[y * width + x] = sum * scale;
    sum += row[min(x + radius + 1, width - 1)] - row[max(x - radius, 0)];
  }
}

// The sums of an image along rows, a block a row, part after part.
__global__ void sums_along_rows(const unsigned char* in, unsigned* out, int width) {
  __shared__ unsigned warps[8];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned carry = 0;
  for (int base = 0; base < width; base += 256) {
    unsigned sum = base + t < width ? in[blockIdx.x * width + base + t] : 0;
    for (int d = 1; d < 32; d *= 2) {
      unsigned other = __shfl_up_sync(~0u, sum, d);
      if (lane >= d) sum += other;
    }
    if (lane == 31) warps[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; ++w) sum += warps[w];
    if (base + t < width) out[blockIdx.x * width + base + t] = carry + sum;
    for (int w = 0; w < 8; ++w) carry += warps[w];
    __syncthreads();
  }
}

// Removes noise by means over like patches: 7x7 candidates with patches of 3x3.
__global__ void nonlocal_means(const float* __restrict__ in, float* out, int width, int height,
                               float strength) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4;
  if (x >= width - 4 || y >= height - 4) return;
  float sum = 0, total = 0, own[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) own[k] = in[(y + k / 3 - 1) * width + x + k % 3 - 1];
  for (int v = -3; v <= 3; ++v) {
    for (int u = -3; u <= 3; ++u) {
      const float* p = in + (y + v) * width + x + u;
      float off = 0;
#pragma unroll
      for (int k = 0; k < 9; ++k) {
        float d = own[k] - p[(k / 3 - 1) * width + k % 3 - 1];
        off += d * d;
      }
      float weight = __expf(-off * strength);
      sum += weight * p[0];
      total += weight;
    }
  }
  out[y * width + x] = sum / total;
}

// Video pictures to colours: a plane of brightness and a plane of half the size with pairs of colour.
__global__ void nv12_to_colours(const uchar2* __restrict__ luma, const uchar2* __restrict__ chroma,
                                uchar4* out, int pairs, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= pairs) return;
  uchar2 l = luma[y * pairs + x], c = chroma[y / 2 * pairs + x];
  float u = c.x - 128.f, v = c.y - 128.f;
  auto byte = [](float f) { return static_cast<unsigned char>(fminf(fmaxf(f, 0.f), 255.f)); };
  auto colour = [&](float b) {
    return make_uchar4(byte(b + 1.402f * v), byte(b - 0.344f * u - 0.714f * v), byte(b + 1.772f * u), 255);
  };
  out[2 * (y * pairs + x)] = colour(l.x);
  out[2 * (y * pairs + x) + 1] = colour(l.y);
}

// Votes for lines through points of edges: each thread goes through all angles of its point.
__global__ void votes_for_lines(const short2* point, const float2* __restrict__ turn, int* votes, int points,
                                int angles, int radii) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= points) return;
  short2 p = point[i];
  for (int a = 0; a < angles; ++a) {
    int r = __float2int_rn(p.x * turn[a].x + p.y * turn[a].y) + radii / 2;
    if (r >= 0 && r < radii) atomicAdd(votes + a * radii + r, 1);
  }
}

// How far each pixel of a left image is moved in the right one: the least sum of differences over 5x5.
__global__ void disparities(const unsigned char* left, const unsigned char* right, unsigned char* out,
                            int width, int height, int most) {
  __shared__ unsigned char l[20][20], r[20][84];
  int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16, tx = threadIdx.x, ty = threadIdx.y;
  for (int i = ty * 16 + tx; i < 400; i += 256) {
    int x = min(max(x0 + i % 20 - 2, 0), width - 1), y = min(max(y0 + i / 20 - 2, 0), height - 1);
    l[i / 20][i % 20] = left[y * width + x];
  }
  for (int i = ty * 16 + tx; i < 1680; i += 256) {
    int x = min(max(x0 + i % 84 - 66, 0), width - 1), y = min(max(y0 + i / 84 - 2, 0), height - 1);
    r[i / 84][i % 84] = right[y * width + x];
  }
  __syncthreads();
  int best = 1 << 20, where = 0;
  for (int d = 0; d < most; ++d) {
    int sum = 0;
#pragma unroll
    for (int k = 0; k < 25; ++k) sum += abs(l[ty + k / 5][tx + k % 5] - r[ty + k / 5][tx + k % 5 + 64 - d]);
    if (sum < best) {
      best = sum;
      where = d;
    }
  }
  if (x0 + tx < width && y0 + ty < height)
    out[(y0 + ty) * width + x0 + tx] = static_cast<unsigned char>(where);
}

}  // namespace varied
