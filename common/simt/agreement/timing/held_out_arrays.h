// Kernels for held_out.cu on images, grids, tables, matrices and plain arrays. None is in launch_kernels.h.
#pragma once
#include "held_out_kernels.h"

// ---- Images ----

// A separable blur, along rows: the block's part of a row and a margin of R at each side
template <int R, int B>
__global__ void k_blur_rows(const float* __restrict__ in, float* __restrict__ out, int width) {
  __shared__ float line[B + 2 * R];
  int x = blockIdx.x * B + threadIdx.x;
  const float* row = in + static_cast<size_t>(blockIdx.y) * width;
  line[threadIdx.x + R] = x < width ? row[x] : 0;
  if (threadIdx.x < R) {
    line[threadIdx.x] = row[max(x - R, 0)];
    line[threadIdx.x + R + B] = row[min(x + B, width - 1)];
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int d = 0; d <= 2 * R; ++d) sum += line[threadIdx.x + d] * (1.f / (1 + (d - R) * (d - R)));
  if (x < width) out[static_cast<size_t>(blockIdx.y) * width + x] = sum;
}

__constant__ float BlurWeights[33];

// Along columns, straight from memory
__global__ void k_blur_columns(const float* in, float* out, int width, int height, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int d = -radius; d <= radius; d++) {
    int py = min(max(y + d, 0), height - 1);
    sum += in[py * width + x] * BlurWeights[d + radius];
  }
  out[y * width + x] = sum;
}

__global__ void k_bilateral(const float* __restrict__ in, float* __restrict__ out, int width, int height,
                            float sharpness) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float centre = in[y * width + x], sum = 0, weights = 0;
#pragma unroll
  for (int dy = -2; dy <= 2; ++dy)
#pragma unroll
    for (int dx = -2; dx <= 2; ++dx) {
      float v = in[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)];
      float w = __expf(-0.2f * (dx * dx + dy * dy) - sharpness * (v - centre) * (v - centre));
      sum += w * v;
      weights += w;
    }
  out[y * width + x] = sum / weights;
}

__global__ void k_resize_bilinear(const uchar4* __restrict__ in, uchar4* __restrict__ out, int in_width,
                                  int in_height, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float fx = (x + 0.5f) * in_width / width - 0.5f, fy = (y + 0.5f) * in_height / height - 0.5f;
  int x0 = max(static_cast<int>(floorf(fx)), 0), y0 = max(static_cast<int>(floorf(fy)), 0);
  int x1 = min(x0 + 1, in_width - 1), y1 = min(y0 + 1, in_height - 1);
  float wx = fmaxf(fx - x0, 0.f), wy = fmaxf(fy - y0, 0.f);
  uchar4 a = in[y0 * in_width + x0], b = in[y0 * in_width + x1], c = in[y1 * in_width + x0],
         d = in[y1 * in_width + x1];
  auto blend = [&](unsigned char p, unsigned char q, unsigned char r, unsigned char s) {
    return static_cast<unsigned char>((p * (1 - wx) + q * wx) * (1 - wy) + (r * (1 - wx) + s * wx) * wy +
                                      0.5f);
  };
  out[y * width + x] =
      make_uchar4(blend(a.x, b.x, c.x, d.x), blend(a.y, b.y, c.y, d.y), blend(a.z, b.z, c.z, d.z), 255);
}

// Red, green and blue together become brightness and two colours apart.
__global__ void k_rgb_to_yuv(const uchar3* in, unsigned char* y, unsigned char* u, unsigned char* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar3 p = in[i];
  y[i] = (66 * p.x + 129 * p.y + 25 * p.z + 4224) >> 8;
  u[i] = (-38 * p.x - 74 * p.y + 112 * p.z + 32896) >> 8;
  v[i] = (112 * p.x - 94 * p.y - 18 * p.z + 32896) >> 8;
}

__device__ inline void order(int& a, int& b) {
  int low = min(a, b);
  b = max(a, b);
  a = low;
}

// The median of nine bytes by a network of 19 comparisons
__global__ void k_median3x3(const unsigned char* __restrict__ in, unsigned char* __restrict__ out, int width,
                            int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const unsigned char* p = in + (y - 1) * width + x - 1;
  int a = p[0], b = p[1], c = p[2], d = p[width], e = p[width + 1], f = p[width + 2];
  int g = p[2 * width], h = p[2 * width + 1], i = p[2 * width + 2];
  order(b, c), order(e, f), order(h, i), order(a, b), order(d, e), order(g, h), order(b, c), order(e, f);
  order(h, i), order(a, d), order(f, i), order(e, h), order(d, g), order(b, e), order(c, f), order(e, h);
  order(e, c), order(g, e), order(e, c);
  out[y * width + x] = e;
}

// Replaces each byte by its table's entry; four bytes a load, the table in shared memory.
__global__ void k_equalise(const unsigned char* __restrict__ table, const uchar4* __restrict__ in,
                           uchar4* __restrict__ out, int n4) {
  __shared__ unsigned char lut[256];
  for (int j = threadIdx.x; j < 256; j += blockDim.x) lut[j] = table[j];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    uchar4 v = in[i];
    out[i] = make_uchar4(lut[v.x], lut[v.y], lut[v.z], lut[v.w]);
  }
}

// Gradients by Scharr's weights, from a tile; their length and rough direction
__global__ void k_scharr_tile(const unsigned char* __restrict__ in, float* __restrict__ length,
                              unsigned char* __restrict__ direction, int width, int height) {
  __shared__ int tile[18][18];
  int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16, t = threadIdx.y * 16 + threadIdx.x;
  for (int j = t; j < 18 * 18; j += 256) {
    int px = min(max(x0 + j % 18 - 1, 0), width - 1), py = min(max(y0 + j / 18 - 1, 0), height - 1);
    tile[j / 18][j % 18] = in[py * width + px];
  }
  __syncthreads();
  int x = threadIdx.x, y = threadIdx.y;
  if (x0 + x >= width || y0 + y >= height) return;
  int gx = 3 * (tile[y][x + 2] - tile[y][x] + tile[y + 2][x + 2] - tile[y + 2][x]) +
           10 * (tile[y + 1][x + 2] - tile[y + 1][x]);
  int gy = 3 * (tile[y + 2][x] - tile[y][x] + tile[y + 2][x + 2] - tile[y][x + 2]) +
           10 * (tile[y + 2][x + 1] - tile[y][x + 1]);
  int at = (y0 + y) * width + x0 + x;
  length[at] = sqrtf(static_cast<float>(gx * gx + gy * gy));
  direction[at] = abs(gx) > 2 * abs(gy) ? 0 : abs(gy) > 2 * abs(gx) ? 2 : (gx > 0) == (gy > 0) ? 1 : 3;
}

// Turns an image; reads run across its rows at an angle.
__global__ void k_rotate(const float* __restrict__ in, float* __restrict__ out, int size, float sine,
                         float cosine) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size || y >= size) return;
  float cx = x - 0.5f * size, cy = y - 0.5f * size;
  int px = __float2int_rn(cx * cosine - cy * sine + 0.5f * size),
      py = __float2int_rn(cx * sine + cy * cosine + 0.5f * size);
  out[y * size + x] = px >= 0 && py >= 0 && px < size && py < size ? in[py * size + px] : 0.f;
}

__global__ void k_alpha_blend(const uchar4* __restrict__ top, uchar4* bottom, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 a = top[i], b = bottom[i];
  int w = a.w, v = 255 - w;
  b.x = (a.x * w + b.x * v + 127) / 255;
  b.y = (a.y * w + b.y * v + 127) / 255;
  b.z = (a.z * w + b.z * v + 127) / 255;
  bottom[i] = b;
}

// The least of a square of bytes, rows of it first in shared memory
template <int R>
__global__ void k_erode(const unsigned char* __restrict__ in, unsigned char* __restrict__ out, int width,
                        int height) {
  __shared__ unsigned char raw[16 + 2 * R][32 + 2 * R], low[16 + 2 * R][32];
  int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16, t = threadIdx.y * 32 + threadIdx.x;
  for (int j = t; j < (16 + 2 * R) * (32 + 2 * R); j += 512) {
    int r = j / (32 + 2 * R), c = j % (32 + 2 * R);
    raw[r][c] = in[min(max(y0 + r - R, 0), height - 1) * width + min(max(x0 + c - R, 0), width - 1)];
  }
  __syncthreads();
  for (int r = threadIdx.y; r < 16 + 2 * R; r += 16) {
    int least = 255;
#pragma unroll
    for (int d = 0; d <= 2 * R; ++d) least = min(least, static_cast<int>(raw[r][threadIdx.x + d]));
    low[r][threadIdx.x] = least;
  }
  __syncthreads();
  int least = 255;
#pragma unroll
  for (int d = 0; d <= 2 * R; ++d) least = min(least, static_cast<int>(low[threadIdx.y + d][threadIdx.x]));
  if (x0 + threadIdx.x < width && y0 + threadIdx.y < height)
    out[(y0 + threadIdx.y) * width + x0 + threadIdx.x] = least;
}

// The displacement within 4 pixels where blocks of 8 x 8 differ least: a block a thread block of 81 threads
__global__ void k_block_match(const unsigned char* __restrict__ now, const unsigned char* __restrict__ before,
                              int* __restrict__ moved, int width, int height) {
  __shared__ int best;
  int x0 = blockIdx.x * 8, y0 = blockIdx.y * 8, dx = static_cast<int>(threadIdx.x) % 9 - 4,
      dy = static_cast<int>(threadIdx.x) / 9 - 4, sum = 0;
  if (threadIdx.x == 0) best = 0x7fffffff;
  __syncthreads();
  for (int y = 0; y < 8; y++)
    for (int x = 0; x < 8; x++) {
      int px = min(max(x0 + x + dx, 0), width - 1), py = min(max(y0 + y + dy, 0), height - 1);
      sum = __sad(now[(y0 + y) * width + x0 + x], before[py * width + px], sum);
    }
  atomicMin(&best, sum << 8 | threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) moved[blockIdx.y * gridDim.x + blockIdx.x] = best & 255;
}

// ---- Stencils ----

// Nine points through a tile, with 64-bit indexes
template <int W, int H>
__global__ void k_nine_points(const float* __restrict__ in, float* __restrict__ out, size_t width,
                              size_t height) {
  __shared__ float tile[H + 2][W + 2];
  size_t x = static_cast<size_t>(blockIdx.x) * W + threadIdx.x + 1,
         y = static_cast<size_t>(blockIdx.y) * H + threadIdx.y + 1;
  bool is_inside = x + 1 < width && y + 1 < height;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  if (x < width && y < height) {
    tile[ty][tx] = in[y * width + x];
    if (tx == 1) tile[ty][0] = in[y * width + x - 1];
    if (ty == 1) tile[0][tx] = in[(y - 1) * width + x];
    if (tx == 1 && ty == 1) tile[0][0] = in[(y - 1) * width + x - 1];
    if (is_inside && tx == W) tile[ty][W + 1] = in[y * width + x + 1];
    if (is_inside && ty == H) tile[H + 1][tx] = in[(y + 1) * width + x];
    if (is_inside && tx == 1 && ty == H) tile[H + 1][0] = in[(y + 1) * width + x - 1];
    if (is_inside && tx == W && ty == 1) tile[0][W + 1] = in[(y - 1) * width + x + 1];
    if (is_inside && tx == W && ty == H) tile[H + 1][W + 1] = in[(y + 1) * width + x + 1];
  }
  __syncthreads();
  if (is_inside)
    out[y * width + x] =
        0.25f * tile[ty][tx] +
        0.125f * (tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1]) +
        0.0625f * (tile[ty - 1][tx - 1] + tile[ty - 1][tx + 1] + tile[ty + 1][tx - 1] + tile[ty + 1][tx + 1]);
}

__global__ void k_heat3d_naive(const float* now, float* next, int nx, int ny, int nz, float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x <= 0 || y <= 0 || z <= 0 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  int i = (z * ny + y) * nx + x;
  next[i] = now[i] + k * (now[i - 1] + now[i + 1] + now[i - nx] + now[i + nx] + now[i - nx * ny] +
                          now[i + nx * ny] - 6 * now[i]);
}

__global__ void k_box27(const float* __restrict__ in, float* __restrict__ out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1,
      z = blockIdx.z + 1;
  if (x >= n - 1 || y >= n - 1) return;
  float sum = 0;
#pragma unroll
  for (int dz = -1; dz <= 1; ++dz)
#pragma unroll
    for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
      for (int dx = -1; dx <= 1; ++dx)
        sum += in[((z + dz) * n + y + dy) * n + x + dx] / (1 + dx * dx + dy * dy + dz * dz);
  out[(z * n + y) * n + x] = sum;
}

// The same with a tile of 10 x 10 x 6 in shared memory, for blocks of 8 x 8 x 4
__global__ void k_box27_tile(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[6][10][10];
  int x0 = blockIdx.x * 8, y0 = blockIdx.y * 8, z0 = blockIdx.z * 4;
  for (int j = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x; j < 600; j += 256) {
    int x = x0 + j % 10, y = y0 + j / 10 % 10, z = z0 + j / 100;
    tile[j / 100][j / 10 % 10][j % 10] = x < n && y < n && z < n ? in[(z * n + y) * n + x] : 0;
  }
  __syncthreads();
  int x = x0 + threadIdx.x + 1, y = y0 + threadIdx.y + 1, z = z0 + threadIdx.z + 1;
  if (x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  float sum = 0;
  for (int dz = 0; dz < 3; dz++)
    for (int dy = 0; dy < 3; dy++)
      for (int dx = 0; dx < 3; dx++) sum += tile[threadIdx.z + dz][threadIdx.y + dy][threadIdx.x + dx];
  out[(z * n + y) * n + x] = sum / 27;
}

// A wave: the step before is overwritten by the one after.
__global__ void k_wave2d(const float* __restrict__ now, float* before, int width, int height, float speed) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int i = y * width + x;
  float bend = now[i - 1] + now[i + 1] + now[i - width] + now[i + width] - 4 * now[i];
  before[i] = 2 * now[i] - before[i] + speed * bend;
}

// Half of a Gauss-Seidel step: every other point, in place
__global__ void k_red_black(float* u, const float* __restrict__ f, int n, int colour) {
  int y = blockIdx.y * blockDim.y + threadIdx.y + 1,
      x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + (y + colour) % 2;
  if (x >= n - 1 || y >= n - 1) return;
  u[y * n + x] =
      0.25f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x] - f[y * n + x]);
}

__constant__ int2 LatticeWay[9];
__constant__ float LatticeWeight[9];

// A step of a lattice of nine directions, pulled from the neighbours; each direction an array of its own
__global__ void k_lattice_step(const float* __restrict__ in, float* __restrict__ out, int width, int height,
                               float omega) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width) return;
  int cells = width * height;
  float f[9], density = 0, ux = 0, uy = 0;
#pragma unroll
  for (int d = 0; d < 9; ++d) {
    int px = (x - LatticeWay[d].x + width) % width, py = (y - LatticeWay[d].y + height) % height;
    f[d] = in[d * cells + py * width + px];
    density += f[d];
    ux += f[d] * LatticeWay[d].x;
    uy += f[d] * LatticeWay[d].y;
  }
  ux /= density;
  uy /= density;
  float u2 = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int d = 0; d < 9; ++d) {
    float cu = 3 * (LatticeWay[d].x * ux + LatticeWay[d].y * uy);
    float rest = LatticeWeight[d] * density * (1 + cu + 0.5f * cu * cu - u2);
    out[d * cells + y * width + x] = f[d] + omega * (rest - f[d]);
  }
}

// STEPS steps of a line within a block, whose margins shrink
template <int B, int STEPS>
__global__ void k_line_steps(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float line[2][B + 2];
  int i = blockIdx.x * (B - 2 * STEPS) + threadIdx.x - STEPS, from = 0;
  line[0][threadIdx.x + 1] = i >= 0 && i < n ? in[i] : 0;
  if (threadIdx.x < 2) line[threadIdx.x][0] = line[threadIdx.x][B + 1] = 0;
  for (int s = 0; s < STEPS; ++s) {
    __syncthreads();
    const float* l = &line[from][threadIdx.x];
    line[1 - from][threadIdx.x + 1] = 0.25f * l[0] + 0.5f * l[1] + 0.25f * l[2];
    from = 1 - from;
  }
  __syncthreads();
  if (threadIdx.x >= STEPS && threadIdx.x < B - STEPS && i < n) out[i] = line[from][threadIdx.x + 1];
}

// Transport against the wind, in double precision
__global__ void k_advect_double(const double* __restrict__ q, const double* __restrict__ u,
                                const double* __restrict__ v, double* __restrict__ next, int width,
                                int height, double dt) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int i = y * width + x;
  double dx = u[i] > 0 ? q[i] - q[i - 1] : q[i + 1] - q[i],
         dy = v[i] > 0 ? q[i] - q[i - width] : q[i + width] - q[i];
  next[i] = q[i] - dt * (u[i] * dx + v[i] * dy);
}

// Two substances that react and spread
__global__ void k_gray_scott(const float2* __restrict__ in, float2* __restrict__ out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  int left = (x + n - 1) % n, right = (x + 1) % n, up = (y + n - 1) % n, down = (y + 1) % n;
  float2 c = in[y * n + x], l = in[y * n + left], r = in[y * n + right], u = in[up * n + x],
         d = in[down * n + x];
  float react = c.x * c.y * c.y;
  out[y * n + x] = make_float2(c.x + 0.16f * (l.x + r.x + u.x + d.x - 4 * c.x) - react + 0.035f * (1 - c.x),
                               c.y + 0.08f * (l.y + r.y + u.y + d.y - 4 * c.y) + react - 0.1f * c.y);
}

// ---- Dynamic programming ----

// A tile of 32 x 32 scores of an alignment by one warp, from diagonal to diagonal; margins are gaps only.
__global__ void k_align_tiles(const char* __restrict__ a, const char* __restrict__ b,
                              int* __restrict__ score) {
  __shared__ int s[33][33];
  int t = threadIdx.x, base = blockIdx.x * 32;
  s[0][t + 1] = -(t + 1);
  s[t + 1][0] = -(t + 1);
  if (t == 0) s[0][0] = 0;
  char mine = a[base + t];
  __syncwarp();
  for (int d = 0; d < 63; ++d) {
    int c = d - t;
    if (c >= 0 && c < 32) {
      int match = s[t][c] + (mine == b[base + c] ? 1 : -1);
      s[t + 1][c + 1] = max(match, max(s[t][c + 1], s[t + 1][c]) - 1);
    }
    __syncwarp();
  }
  for (int r = 0; r < 32; ++r) score[blockIdx.x * 1024 + r * 32 + t] = s[r + 1][t + 1];
}

// One diagonal of the longest common subsequence
__global__ void k_lcs_diagonal(const char* __restrict__ a, const char* __restrict__ b,
                               const int* __restrict__ last2, const int* __restrict__ last,
                               int* __restrict__ now, int diagonal, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = diagonal - i;
  if (i > n || j < 1 || j > n) return;
  now[i] = a[i - 1] == b[j - 1] ? last2[i - 1] + 1 : max(last[i - 1], last[i]);
}

// The third part of a blocked Floyd and Warshall: tiles that depend on their row's and column's
__global__ void k_floyd_tiles(int* d, int n, int stage) {
  __shared__ int down[32][32], across[32][32];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
  if (blockIdx.x == stage || blockIdx.y == stage) return;
  down[y][x] = d[row * n + stage * 32 + x];
  across[y][x] = d[(stage * 32 + y) * n + col];
  __syncthreads();
  int best = d[row * n + col];
#pragma unroll 8
  for (int k = 0; k < 32; ++k) best = min(best, down[y][k] + across[k][x]);
  d[row * n + col] = best;
}

// A knapsack by one block: items in turn, the weights in shared memory
__global__ void k_knapsack(const int2* __restrict__ item, int* best, int items, int capacity) {
  extern __shared__ int worth[];
  for (int w = threadIdx.x; w <= capacity; w += blockDim.x) worth[w] = 0;
  int from = 0, pitch = capacity + 1;
  __syncthreads();
  for (int k = 0; k < items; ++k) {
    int weight = item[k].x, value = item[k].y;
    for (int w = threadIdx.x; w <= capacity; w += blockDim.x) {
      int v = worth[from * pitch + w];
      if (w >= weight) v = max(v, worth[from * pitch + w - weight] + value);
      worth[(1 - from) * pitch + w] = v;
    }
    from = 1 - from;
    __syncthreads();
  }
  if (threadIdx.x == 0) *best = worth[from * pitch + capacity];
}

// The distance of two words a block, by three diagonals
template <int N>
__global__ void k_edit_distance(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                                int* out) {
  __shared__ int diagonal[3][N + 1];
  __shared__ unsigned char word[N];
  int t = threadIdx.x;
  word[t] = b[blockIdx.x * N + t];
  unsigned char mine = a[blockIdx.x * N + t];
  __syncthreads();
  for (int d = 0; d <= 2 * N; ++d) {
    int *now = diagonal[d % 3], *last = diagonal[(d + 2) % 3], *last2 = diagonal[(d + 1) % 3], i = t + 1,
        j = d - i;
    if (t == 0 && d <= N) now[0] = d;
    if (j == 0)
      now[i] = i;
    else if (j > 0 && j <= N)
      now[i] = min(last2[i - 1] + (mine != word[j - 1]), min(last[i], last[i - 1]) + 1);
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = diagonal[2 * N % 3][N];
}

// The likeliest states of a sequence a block: a state a thread
__global__ void k_viterbi(const float* __restrict__ change, const float* __restrict__ shows,
                          const unsigned char* __restrict__ seen, unsigned char* back, float* best,
                          int length) {
  constexpr int S = 64;
  __shared__ float score[2][S];
  int s = threadIdx.x;
  score[0][s] = shows[seen[blockIdx.x * length] * S + s];
  __syncthreads();
  for (int t = 1; t < length; ++t) {
    float top = -1e30f;
    int from = 0;
    for (int p = 0; p < S; ++p) {
      float v = score[(t - 1) & 1][p] + change[p * S + s];
      if (v > top) {
        top = v;
        from = p;
      }
    }
    score[t & 1][s] = top + shows[seen[blockIdx.x * length + t] * S + s];
    back[(blockIdx.x * length + t) * S + s] = from;
    __syncthreads();
  }
  best[blockIdx.x * S + s] = score[(length - 1) & 1][s];
}

// A local alignment by a warp: each lane has a letter of the pattern, scores move on by shuffles.
__global__ void k_smith_warp(const char* __restrict__ pattern, const char* __restrict__ text, int* best,
                             int length, int pairs) {
  int pair = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (pair >= pairs) return;
  char mine = pattern[pair * 32 + lane];
  int left = 0, corner = 0, top = 0;
  for (int d = 0; d < length + 31; ++d) {
    int above = __shfl_up_sync(FullMask, left, 1);
    if (lane == 0) above = 0;
    int at = d - lane;
    if (at >= 0 && at < length) {
      int v = max(max(corner + (mine == text[pair * length + at] ? 2 : -1), 0), max(left, above) - 1);
      left = v;
      top = max(top, v);
    }
    corner = above;
  }
  for (int s = 16; s > 0; s /= 2) top = max(top, __shfl_xor_sync(FullMask, top, s));
  if (lane == 0) best[pair] = top;
}

// ---- Matrices ----

// The textbook's product; lanes go along columns, or along rows if SWAPPED.
template <bool SWAPPED>
__global__ void k_product_naive(const float* a, const float* b, float* c, size_t n) {
  size_t p = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;
  size_t row = SWAPPED ? p : q, col = SWAPPED ? q : p;
  if (row >= n || col >= n) return;
  float sum = 0;
  for (size_t k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

template <int T>
__global__ void k_product_double(const double* a, const double* b, double* c, int n) {
  __shared__ double ta[T][T], tb[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  double sum = 0;
  for (int k = 0; k < n; k += T) {
    ta[ty][tx] = a[row * n + k + tx];
    tb[ty][tx] = b[(k + ty) * n + col];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < T; ++j) sum += ta[ty][j] * tb[j][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// 32 columns by 8 threads; each thread has four rows, eight apart.
__global__ void k_product_coarse(const float* __restrict__ a, const float* __restrict__ b,
                                 float* __restrict__ c, int n) {
  __shared__ float ta[32][33], tb[32][32];
  int tx = threadIdx.x, ty = threadIdx.y, row0 = blockIdx.y * 32, col = blockIdx.x * 32 + tx;
  float sum[4] = {0, 0, 0, 0};
  for (int k = 0; k < n; k += 32) {
    for (int r = ty; r < 32; r += 8) {
      ta[r][tx] = a[(row0 + r) * n + k + tx];
      tb[r][tx] = b[(k + r) * n + col];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float v = tb[j][tx];
#pragma unroll
      for (int r = 0; r < 4; ++r) sum[r] += ta[ty + 8 * r][j] * v;
    }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < 4; ++r) c[(row0 + ty + 8 * r) * n + col] = sum[r];
}

// Tiles of (RY TY) x (RX TX): RY x RX elements a thread, four numbers a load from memory
template <int TX, int TY, int RX, int RY, int K>
__global__ void __launch_bounds__(TX* TY)
    k_product_blocked(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                      int n) {
  constexpr int W = TX * RX, H = TY * RY, THREADS = TX * TY;
  __shared__ float ta[H][K + 1];
  __shared__ float4 tb[K][W / 4];
  int t = threadIdx.x, tx = t % TX, ty = t / TX, row0 = blockIdx.y * H, col0 = blockIdx.x * W;
  float sum[RY][RX] = {};
  for (int k0 = 0; k0 < n; k0 += K) {
    for (int j = t; j < H * K / 4; j += THREADS) {
      int r = j / (K / 4), k = j % (K / 4) * 4;
      float4 v = *reinterpret_cast<const float4*>(&a[(row0 + r) * n + k0 + k]);
      ta[r][k] = v.x, ta[r][k + 1] = v.y, ta[r][k + 2] = v.z, ta[r][k + 3] = v.w;
    }
    for (int j = t; j < K * W / 4; j += THREADS)
      tb[j / (W / 4)][j % (W / 4)] =
          *reinterpret_cast<const float4*>(&b[(k0 + j / (W / 4)) * n + col0 + j % (W / 4) * 4]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < K; ++k) {
      float p[RY], q[RX];
#pragma unroll
      for (int r = 0; r < RY; ++r) p[r] = ta[ty * RY + r][k];
#pragma unroll
      for (int r = 0; r < RX; r += 4) {
        float4 v = tb[k][tx * (RX / 4) + r / 4];
        q[r] = v.x, q[r + 1] = v.y, q[r + 2] = v.z, q[r + 3] = v.w;
      }
#pragma unroll
      for (int i = 0; i < RY; ++i)
#pragma unroll
        for (int j = 0; j < RX; ++j) sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < RY; ++i)
#pragma unroll
    for (int j = 0; j < RX; j += 4)
      *reinterpret_cast<float4*>(&c[(row0 + ty * RY + i) * n + col0 + tx * RX + j]) =
          make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
}

// Halves in tiles, sums in floats; two columns a thread
__global__ void k_product_half(const half* __restrict__ a, const half2* __restrict__ b, half2* __restrict__ c,
                               int n) {
  __shared__ half ta[16][16];
  __shared__ half2 tb[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col2 = blockIdx.x * 16 + tx;
  float2 sum = make_float2(0, 0);
  for (int k = 0; k < n; k += 16) {
    ta[ty][tx] = a[row * n + k + tx];
    tb[ty][tx] = b[(k + ty) * (n / 2) + col2];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) {
      float p = __half2float(ta[ty][j]);
      float2 q = __half22float2(tb[j][tx]);
      sum.x += p * q.x;
      sum.y += p * q.y;
    }
    __syncthreads();
  }
  c[row * (n / 2) + col2] = __float22half2_rn(sum);
}

__global__ void k_gemv_warp(const float4* __restrict__ a, const float4* __restrict__ x, float* __restrict__ y,
                            int rows, int cols4) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0;
  for (int c = threadIdx.x; c < cols4; c += 32) {
    float4 p = a[static_cast<size_t>(row) * cols4 + c], q = x[c];
    sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  sum = lanes_sum(sum);
  if (threadIdx.x == 0) y[row] = sum;
}

// Column-major: a thread a row, all columns, x in shared memory a part at a time
__global__ void k_gemv_columns(const float* __restrict__ a, const float* __restrict__ x,
                               float* __restrict__ y, int rows, int cols) {
  __shared__ float part[256];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c0 = 0; c0 < cols; c0 += 256) {
    __syncthreads();
    for (int j = threadIdx.x; j < 256; j += blockDim.x) part[j] = c0 + j < cols ? x[c0 + j] : 0;
    __syncthreads();
    if (row < rows)
      for (int c = c0; c < min(c0 + 256, cols); ++c)
        sum += a[static_cast<size_t>(c) * rows + row] * part[c - c0];
  }
  if (row < rows) y[row] = sum;
}

__global__ void k_gemv_naive(const double* a, const double* x, double* y, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  double sum = 0;
  for (int c = 0; c < cols; c++) sum += a[row * cols + c] * x[c];
  y[row] = sum;
}

// One block solves with a triangle, a column at a time.
__global__ void k_trsv_block(const float* __restrict__ lower, float* x, int n) {
  __shared__ float known;
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x == 0) known = x[k] /= lower[k * n + k];
    __syncthreads();
    for (int r = k + 1 + threadIdx.x; r < n; r += blockDim.x) x[r] -= lower[k * n + r] * known;
    __syncthreads();
  }
}

// A triangle of 64 in shared memory, a right-hand side a thread
__global__ void k_trsm_64(const float* __restrict__ lower, const float* __restrict__ b, float* x, int sides) {
  __shared__ float l[64][64];
  for (int j = threadIdx.x; j < 4096; j += blockDim.x) l[j / 64][j % 64] = lower[j] + (j / 64 == j % 64);
  __syncthreads();
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= sides) return;
  for (int r = 0; r < 64; ++r) {
    float v = b[r * sides + s];
    for (int c = 0; c < r; ++c) v -= l[r][c] * x[c * sides + s];
    x[r * sides + s] = v / l[r][r];
  }
}

// The lower half of a times its transpose; blocks above the diagonal have nothing to do.
__global__ void k_syrk(const float* __restrict__ a, float* __restrict__ c, int n, int depth) {
  __shared__ float left[16][17], right[16][17];
  if (blockIdx.x > blockIdx.y) return;
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k = 0; k < depth; k += 16) {
    left[ty][tx] = a[row * depth + k + tx];
    right[ty][tx] = a[(blockIdx.x * 16 + ty) * depth + k + tx];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += left[ty][j] * right[tx][j];
    __syncthreads();
  }
  if (row >= col) c[row * n + col] = sum;
}

struct Matrix4 {
  float m[4][4];
};

__global__ void k_batched_4x4(const Matrix4* a, const Matrix4* b, Matrix4* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Matrix4 p = a[i], q = b[i], r;
#pragma unroll
  for (int y = 0; y < 4; ++y)
#pragma unroll
    for (int x = 0; x < 4; ++x)
      r.m[y][x] =
          p.m[y][0] * q.m[0][x] + p.m[y][1] * q.m[1][x] + p.m[y][2] * q.m[2][x] + p.m[y][3] * q.m[3][x];
  c[i] = r;
}

// Eight matrices of 8 x 8 a block, an element a thread
__global__ void k_batched_8x8(const float* __restrict__ a, const float* __restrict__ b,
                              float* __restrict__ c) {
  __shared__ float ta[8][8][9], tb[8][8][9];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, i = (blockIdx.x * 8 + z) * 64 + y * 8 + x;
  ta[z][y][x] = a[i];
  tb[z][y][x] = b[i];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += ta[z][y][k] * tb[z][k][x];
  c[i] = sum;
}

__global__ void k_outer_update(float* a, const float* __restrict__ x, const float* __restrict__ y,
                               float scale, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) a[static_cast<size_t>(r) * cols + c] += scale * x[r] * y[c];
}

// A Cholesky factor of 64 x 64 a block
__global__ void k_cholesky_64(const float* __restrict__ in, float* __restrict__ out) {
  __shared__ float m[64][65];
  for (int j = threadIdx.x; j < 4096; j += blockDim.x)
    m[j / 64][j % 64] = in[blockIdx.x * 4096 + j] + (j / 64 == j % 64 ? 64.f : 0.f);
  __syncthreads();
  for (int k = 0; k < 64; ++k) {
    float root = sqrtf(m[k][k]);
    __syncthreads();
    for (int r = k + threadIdx.x; r < 64; r += blockDim.x) m[r][k] = r == k ? root : m[r][k] / root;
    __syncthreads();
    for (int j = threadIdx.x; j < (63 - k) * (63 - k); j += blockDim.x) {
      int r = k + 1 + j / (63 - k), c = k + 1 + j % (63 - k);
      if (c <= r) m[r][c] -= m[r][k] * m[c][k];
    }
    __syncthreads();
  }
  for (int j = threadIdx.x; j < 4096; j += blockDim.x)
    out[blockIdx.x * 4096 + j] = j % 64 <= j / 64 ? m[j / 64][j % 64] : 0;
}

// A reflection of Householder's, applied to all columns: a block a column
__global__ void k_reflect_columns(const float* __restrict__ v, float* a, int rows) {
  __shared__ float twice;
  float* column = a + static_cast<size_t>(blockIdx.x) * rows;
  float sum = 0;
  for (int r = threadIdx.x; r < rows; r += blockDim.x) sum += v[r] * column[r];
  sum = first_thread_sum(sum);
  if (threadIdx.x == 0) twice = 2 * sum;
  __syncthreads();
  for (int r = threadIdx.x; r < rows; r += blockDim.x) column[r] -= twice * v[r];
}

// Transposes without shared memory: whole lines are read, or whole lines written.
template <bool READS_LINES, class T>
__global__ void k_flip_naive(const T* in, T* out, int rows, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (READS_LINES) {
    if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
  } else {
    if (x < rows && y < cols) out[y * rows + x] = in[x * cols + y];
  }
}

// A tile a block, its blocks in order of diagonals
__global__ void k_flip_diagonal(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[16][17];
  int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
  tile[threadIdx.y][threadIdx.x] = in[(by * 16 + threadIdx.y) * n + bx * 16 + threadIdx.x];
  __syncthreads();
  out[(bx * 16 + threadIdx.y) * n + by * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// Four dimensions in another order: images, rows, columns, channels to images, channels, rows, columns
__global__ void k_channels_first(const float* __restrict__ in, float* __restrict__ out, int area,
                                 int channels, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int p = i % area, c = i / area % channels, image = i / (area * channels);
  out[i] = in[(image * area + p) * channels + c];
}

// ---- Copies, records, gathers, loads of all kinds ----

template <class T>
__global__ void k_copy_offset(const T* in, T* out, int offset, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + offset];
}

// Rows of one pitch to rows of another
__global__ void k_copy_pitched(const float* __restrict__ in, size_t in_pitch, float* __restrict__ out,
                               size_t out_pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* from = reinterpret_cast<const float*>(reinterpret_cast<const char*>(in) + y * in_pitch);
  float* to = reinterpret_cast<float*>(reinterpret_cast<char*>(out) + y * out_pitch);
  to[x] = from[x];
}

// Four at a time as far as it goes, then one by one
__global__ void k_copy_with_tail(const float* __restrict__ in, float* __restrict__ out, size_t n) {
  size_t t = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x,
         all = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = t; i < n / 4; i += all)
    reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  for (size_t i = n / 4 * 4 + t; i < n; i += all) out[i] = in[i];
}

// Each thread copies a run of its own: lanes are far apart.
__global__ void k_copy_runs(const int* in, int* out, int run, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * run;
  for (int j = 0; j < run; j++)
    if (first + j < n) out[first + j] = in[first + j];
}

// Every second element twice as large
__global__ void k_scale_strided(double* data, int stride, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  if (i < n) data[i] *= 2;
}

// Only those sums that no data has are written: a stream of reads.
template <class V>
__global__ void k_read_stream(const V* __restrict__ in, float* out, int n) {
  float sum = 0;
#pragma unroll 4
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i].x + in[i].y;
  if (sum < -1) out[0] = sum;
}

template <class T>
__global__ void k_write_pattern(T* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = static_cast<T>(i * 3);
}

// Each thread writes every 32nd word of its warp's part: whole lines only come together over time.
__global__ void k_write_columns(float* out, int rows, int pitch) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rows; ++r) out[c * pitch + r] = c + r;
}

struct Body {
  float x, y, z, vx, vy, vz, mass;
};

__global__ void k_move_records(Body* body, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Body b = body[i];
  b.vz -= 9.81f * dt;
  b.x += b.vx * dt;
  b.y += b.vy * dt;
  b.z += b.vz * dt;
  if (b.z < 0) {
    b.z = -b.z;
    b.vz = -0.9f * b.vz;
  }
  body[i] = b;
}

__global__ void k_move_arrays(float* __restrict__ x, float* __restrict__ y, float* __restrict__ z,
                              const float* vx, const float* vy, float* __restrict__ vz, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float w = vz[i] - 9.81f * dt, h = z[i] + w * dt;
  x[i] += vx[i] * dt;
  y[i] += vy[i] * dt;
  z[i] = h < 0 ? -h : h;
  vz[i] = h < 0 ? -0.9f * w : w;
}

// One field of a record is needed; its record is 48 bytes.
struct Account {
  long long id;
  double balance, limit;
  int kind, branch;
  long long opened, last;
};

__global__ void k_sum_balances(const Account* accounts, double* sums, int branches, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && accounts[i].kind == 0) atomicAdd(&sums[accounts[i].branch % branches], accounts[i].balance);
}

__global__ void k_scale_float3(float3* v, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = make_float3(v[i].x * by, v[i].y * by, v[i].z * by);
}

// A row a warp, from or to a place that an index tells
template <bool GATHERS>
__global__ void k_move_rows(const float* __restrict__ in, const int* __restrict__ index,
                            float* __restrict__ out, int rows, int width) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  int from = GATHERS ? index[row] : row, to = GATHERS ? row : index[row];
  for (int c = lane; c < width; c += 32) out[to * width + c] = in[from * width + c];
}

// All blocks read all of an array, each from another start.
__global__ void k_read_again(const float4* __restrict__ in, float* out, int n4, int apart) {
  float sum = 0;
  int at = blockIdx.x * apart % n4 + threadIdx.x;
  for (int j = 0; j < n4; j += blockDim.x, at += blockDim.x) {
    float4 v = in[at % n4];
    sum += v.x + v.y + v.z + v.w;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// All lanes read the same number.
__global__ void k_broadcast_weights(const float* __restrict__ weight, const float* __restrict__ in,
                                    float* out, int terms, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i], sum = 0;
  for (int k = 0; k < terms; ++k) sum += weight[k] * fminf(x * k, 1.f);
  out[i] = sum;
}

// A list that threads walk; with one thread it is the latency of a load.
__global__ void k_walk_list(const unsigned* next, unsigned* out, int steps) {
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; s++) at = next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

__global__ void k_walk_shared(unsigned* out, int steps) {
  __shared__ unsigned next[4096];
  for (int j = threadIdx.x; j < 4096; j += blockDim.x) next[j] = (j * 1237u + 511) & 4095;
  __syncthreads();
  unsigned at = threadIdx.x;
  for (int s = 0; s < steps; ++s) at = next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// The first thread of each warp does the work of 32.
__global__ void k_one_lane(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 != 0 || i + 32 > n) return;
  float sum = 0;
  for (int j = 0; j < 32; j++) sum += in[i + j];
  out[i / 32] = sum;
}

// Four ways to go, one a lane
__global__ void k_four_ways(const float* __restrict__ in, const unsigned char* __restrict__ kind, float* out,
                            int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  switch (kind[i] & 3) {
    case 0:
      for (int j = 0; j < 8; j++) x = x * x + 0.1f;
      break;
    case 1:
      x = sqrtf(x) + rsqrtf(x + 1);
      break;
    case 2:
      for (int j = 0; j < 20; j++) x = fmaf(x, 0.99f, 0.01f);
      break;
    default:
      x = x / (1 + x);
  }
  out[i] = x;
}

// Computes first, and loads from where the result points, three times.
__global__ void k_late_loads(const float* __restrict__ table, float* __restrict__ out, unsigned mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h = i;
  float sum = 0;
  for (int round = 0; round < 3; ++round) {
    for (int j = 0; j < 10; ++j) h = mixed(h + j);
    float v = table[h & mask];
    sum += v;
    h ^= __float_as_uint(v);
  }
  out[i] = sum;
}

// U independent loads, then their sum
template <int U>
__global__ void k_loads_in_flight(const float* __restrict__ in, float* __restrict__ out, int apart) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v[U], sum = 0;
#pragma unroll
  for (int u = 0; u < U; ++u) v[u] = in[u * apart + i];
#pragma unroll
  for (int u = 0; u < U; ++u) sum += v[u];
  out[i] = sum;
}

// Words at odd addresses, a byte at a time
__global__ void k_unaligned_words(const unsigned char* __restrict__ in, unsigned* __restrict__ out, int shift,
                                  int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned char* p = in + 4 * i + shift;
  out[i] = p[0] | p[1] << 8 | p[2] << 16 | static_cast<unsigned>(p[3]) << 24;
}

__global__ void k_zip(const float* __restrict__ a, const float* __restrict__ b, float2* __restrict__ out,
                      int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = make_float2(a[i], b[i]);
}

__global__ void k_unzip3(const float* in, float* a, float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  a[i] = in[3 * i];
  b[i] = in[3 * i + 1];
  c[i] = in[3 * i + 2];
}

__global__ void k_swap_bytes(uint4* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 v = data[i];
  v.x = __byte_perm(v.x, 0, 0x0123);
  v.y = __byte_perm(v.y, 0, 0x0123);
  v.z = __byte_perm(v.z, 0, 0x0123);
  v.w = __byte_perm(v.w, 0, 0x0123);
  data[i] = v;
}

// Threads read shared memory STRIDE apart, many times.
template <int STRIDE>
__global__ void k_shared_stride(const float* __restrict__ in, float* __restrict__ out, int times) {
  __shared__ float s[2048];
  for (int j = threadIdx.x; j < 2048; j += blockDim.x) s[j] = in[j];
  __syncthreads();
  float sum = 0;
  for (int t = 0; t < times; ++t) sum += s[(threadIdx.x * STRIDE + t) & 2047];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Threads read shared memory wherever their own numbers say.
__global__ void k_shared_random(const unsigned short* __restrict__ index, float* __restrict__ out, int times,
                                int n) {
  extern __shared__ float shared_table[];
  for (int j = threadIdx.x; j < 8192; j += blockDim.x) shared_table[j] = j * 0.5f;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < times; ++t) sum += shared_table[index[t * n + i]];
  out[i] = sum;
}

// Rows come by asynchronous copies, one ahead of the sums.
template <int B>
__global__ void k_rows_ahead(const float4* __restrict__ in, float4* __restrict__ out, int rows) {
  __shared__ float4 row[2][B];
  int t = threadIdx.x, stride = gridDim.x * B, at = blockIdx.x * B + t;
  float4 sum = make_float4(0, 0, 0, 0);
  __pipeline_memcpy_async(&row[0][t], &in[at], 16);
  __pipeline_commit();
  for (int r = 0; r < rows; ++r) {
    if (r + 1 < rows) __pipeline_memcpy_async(&row[(r + 1) & 1][t], &in[(r + 1) * stride + at], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    float4 v = row[r & 1][t], w = row[r & 1][(t + 1) % B];
    sum.x += v.x + w.x, sum.y += v.y + w.y, sum.z += v.z + w.z, sum.w += v.w + w.w;
    __syncthreads();
  }
  out[at] = sum;
}

// A few barriers a thread, hardly any work between them
__global__ void k_barriers(const int* __restrict__ in, int* out, int rounds) {
  __shared__ int s[1024];
  int t = threadIdx.x, v = in[blockIdx.x * blockDim.x + t];
  for (int r = 0; r < rounds; ++r) {
    s[t] = v;
    __syncthreads();
    v += s[(t + 32 * r + 1) % blockDim.x];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = v;
}

// Works until all of a block's numbers are small.
__global__ void k_until_all(const float* __restrict__ in, int* rounds) {
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  int count = 0;
  while (__syncthreads_or(v > 1.f)) {
    v *= 0.5f;
    ++count;
  }
  if (threadIdx.x == 0) rounds[blockIdx.x] = count;
}

// Nearest centres by one block for all, centres moved at the end: a step of clustering on small data
__global__ void k_cluster_block(const float2* __restrict__ points, float2* centres, int count, int n) {
  __shared__ float sx[32], sy[32];
  __shared__ int members[32];
  __shared__ float2 c[32];
  if (threadIdx.x < count) {
    c[threadIdx.x] = centres[threadIdx.x];
    sx[threadIdx.x] = sy[threadIdx.x] = 0;
    members[threadIdx.x] = 0;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float2 p = points[i];
    float least = 1e30f;
    int at = 0;
    for (int k = 0; k < count; ++k) {
      float dx = p.x - c[k].x, dy = p.y - c[k].y, d = dx * dx + dy * dy;
      if (d < least) {
        least = d;
        at = k;
      }
    }
    atomicAdd(&sx[at], p.x);
    atomicAdd(&sy[at], p.y);
    atomicAdd(&members[at], 1);
  }
  __syncthreads();
  if (threadIdx.x < count && members[threadIdx.x])
    centres[threadIdx.x] =
        make_float2(sx[threadIdx.x] / members[threadIdx.x], sy[threadIdx.x] / members[threadIdx.x]);
}
