// Stencils and other steps on regular grids.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// The temperature of a chip: five points in a tile of 16x16 in shared memory, the power as a source.
__global__ void chip_temperature(const float* in, const float* power, float* out, int width, int height,
                                 float rx, float ry, float rz, float step) {
  __shared__ float tile[18][18];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int cx = min(x, width - 1), cy = min(y, height - 1);
  tile[ty][tx] = in[cy * width + cx];
  if (threadIdx.x == 0) tile[ty][0] = in[cy * width + max(x - 1, 0)];
  if (threadIdx.x == 15) tile[ty][17] = in[cy * width + min(x + 1, width - 1)];
  if (threadIdx.y == 0) tile[0][tx] = in[max(y - 1, 0) * width + cx];
  if (threadIdx.y == 15) tile[17][tx] = in[min(y + 1, height - 1) * width + cx];
  __syncthreads();
  if (x >= width || y >= height) return;
  float c = tile[ty][tx];
  out[y * width + x] = c + step * (power[y * width + x] + (tile[ty][tx - 1] + tile[ty][tx + 1] - 2 * c) * rx +
                                   (tile[ty - 1][tx] + tile[ty + 1][tx] - 2 * c) * ry + (80.f - c) * rz);
}

// Seven points in three dimensions, a thread a cell, straight from global memory.
template <class T>
__global__ void seven_points(const T* __restrict__ in, T* __restrict__ out, int nx, int ny, int nz, T middle,
                             T side) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  int i = (z * ny + y) * nx + x;
  out[i] = middle * in[i] +
           side * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny]);
}

// A wave in three dimensions to the eighth order: a block marches along z with the column in registers.
__global__ void wave_eighth_order(const float* __restrict__ now, const float* __restrict__ speed,
                                  float* before, int nx, int ny, int nz) {
  __shared__ float tile[16][40];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, plane = nx * ny;
  int tx = threadIdx.x + 4, ty = threadIdx.y + 4, at = y * nx + x;
  const float w[5] = {-2.847222f, 1.6f, -0.2f, 0.025396825f, -0.0017857143f};
  float column[9];
#pragma unroll
  for (int k = 0; k < 8; ++k) column[k + 1] = now[at + k * plane];
  for (int z = 4; z < nz - 4; ++z) {
#pragma unroll
    for (int k = 0; k < 8; ++k) column[k] = column[k + 1];
    column[8] = now[at + (z + 4) * plane];
    int i = at + z * plane;
    __syncthreads();
    tile[ty][tx] = column[4];
    if (threadIdx.x < 4) tile[ty][threadIdx.x] = x >= 4 ? now[i - 4] : 0.f;
    if (threadIdx.x >= 28) tile[ty][tx + 4] = x + 4 < nx ? now[i + 4] : 0.f;
    if (threadIdx.y < 4) {
      tile[threadIdx.y][tx] = y >= 4 ? now[i - 4 * nx] : 0.f;
    } else {
      tile[ty + 4][tx] = y + 4 < ny ? now[i + 4 * nx] : 0.f;
    }
    __syncthreads();
    float sum = 3 * w[0] * column[4];
#pragma unroll
    for (int k = 1; k <= 4; ++k) {
      sum += w[k] * (tile[ty][tx - k] + tile[ty][tx + k] + tile[ty - k][tx] + tile[ty + k][tx] +
                     column[4 - k] + column[4 + k]);
    }
    before[i] = 2 * column[4] - before[i] + speed[i] * sum;
  }
}

// Three points in one dimension in double precision.
__global__ void smooth_line(const double* in, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = 0.33333 * (in[i - 1] + in[i] + in[i + 1]);
}

// Maxwell's equations in the plane: the magnetic field from the curl of the electric one.
template <class T>
__global__ void magnetic_step(const T* __restrict__ ex, const T* __restrict__ ey, T* hz, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx - 1 || y >= ny - 1) return;
  int i = y * nx + x;
  hz[i] -= T(0.7) * (ex[i + nx] * T(-1) + ex[i] + ey[i + 1] - ey[i]);
}

// Lattice Boltzmann with nine speeds: it pulls from the neighbours, collides and writes nine planes.
__global__ void boltzmann_nine(const float* __restrict__ f, const unsigned char* __restrict__ wall,
                               float* __restrict__ g, int width, int height, float omega) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width) return;
  int n = width * height, i = y * width + x;
  int left = x ? x - 1 : width - 1, right = x + 1 < width ? x + 1 : 0;
  int up = y ? y - 1 : height - 1, down = y + 1 < height ? y + 1 : 0;
  float f0 = f[i], f1 = f[n + y * width + left], f2 = f[2 * n + up * width + x];
  float f3 = f[3 * n + y * width + right], f4 = f[4 * n + down * width + x];
  float f5 = f[5 * n + up * width + left], f6 = f[6 * n + up * width + right];
  float f7 = f[7 * n + down * width + right], f8 = f[8 * n + down * width + left];
  if (wall[i]) {
    g[i] = f0;
    g[n + i] = f3;
    g[2 * n + i] = f4;
    g[3 * n + i] = f1;
    g[4 * n + i] = f2;
    g[5 * n + i] = f7;
    g[6 * n + i] = f8;
    g[7 * n + i] = f5;
    g[8 * n + i] = f6;
    return;
  }
  float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
  float ux = (f1 + f5 + f8 - f3 - f6 - f7) / rho, uy = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
  float square = 1 - 1.5f * (ux * ux + uy * uy);
  auto relax = [&](float old, float weight, float along) {
    float equal = weight * rho * (square + 3 * along + 4.5f * along * along);
    return old + omega * (equal - old);
  };
  g[i] = relax(f0, 4.f / 9, 0);
  g[n + i] = relax(f1, 1.f / 9, ux);
  g[2 * n + i] = relax(f2, 1.f / 9, uy);
  g[3 * n + i] = relax(f3, 1.f / 9, -ux);
  g[4 * n + i] = relax(f4, 1.f / 9, -uy);
  g[5 * n + i] = relax(f5, 1.f / 36, ux + uy);
  g[6 * n + i] = relax(f6, 1.f / 36, uy - ux);
  g[7 * n + i] = relax(f7, 1.f / 36, -ux - uy);
  g[8 * n + i] = relax(f8, 1.f / 36, ux - uy);
}

// How strongly an image may diffuse at each pixel, for the removal of speckles.
__global__ void speckle_coefficients(const float* __restrict__ in, float* coefficient, float4* slope,
                                     int width, int height, float noise) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int i = y * width + x;
  float c = in[i], n = in[max(y - 1, 0) * width + x] - c, s = in[min(y + 1, height - 1) * width + x] - c;
  float w = in[y * width + max(x - 1, 0)] - c, e = in[y * width + min(x + 1, width - 1)] - c;
  float g2 = (n * n + s * s + w * w + e * e) / (c * c), l = (n + s + w + e) / c;
  float den = 1 + 0.25f * l, q = (0.5f * g2 - 0.0625f * l * l) / (den * den);
  float k = 1 / (1 + (q - noise) / (noise * (1 + noise)));
  coefficient[i] = fminf(fmaxf(k, 0.f), 1.f);
  slope[i] = make_float4(n, s, w, e);
}

// Half a sweep of Gauss and Seidel over the cells of one colour, in double precision.
__global__ void sweep_one_colour(double* u, const double* right, int side, int colour) {
  int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  x += (y + colour) & 1;
  if (x >= side - 1 || y >= side - 1) return;
  int i = y * side + x;
  u[i] = 0.25 * (u[i - 1] + u[i + 1] + u[i - side] + u[i + side] - right[i]);
}

// The cheapest paths down a grid: a block carries 20 rows at a time in shared memory, with a border.
__global__ void cheapest_paths(const int* cost, const int* start, int* result, int width, int rows,
                               int border) {
  __shared__ int row[2][256];
  int t = threadIdx.x, x = blockIdx.x * (256 - 2 * border) + t - border, from = 0;
  bool inside = x >= 0 && x < width;
  row[0][t] = inside ? start[x] : 1 << 28;
  __syncthreads();
  for (int r = 0; r < rows; ++r) {
    int best = row[from][t];
    if (t > 0) best = min(best, row[from][t - 1]);
    if (t < 255) best = min(best, row[from][t + 1]);
    row[1 - from][t] = inside ? best + cost[r * width + x] : 1 << 28;
    from = 1 - from;
    __syncthreads();
  }
  if (inside && t >= border && t < 256 - border) result[x] = row[from][t];
}

// A step of the game of life on a torus of bytes.
__global__ void life_of_bytes(const unsigned char* __restrict__ in, unsigned char* out, int width,
                              int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx || dy) alive += in[(y + dy + height) % height * width + (x + dx + width) % width];
    }
  }
  out[y * width + x] = alive == 3 || (alive == 2 && in[y * width + x]);
}

// Reaction and diffusion of two substances after Gray and Scott.
__global__ void gray_scott(const float2* __restrict__ in, float2* __restrict__ out, int width, int height,
                           float feed, float kill) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int w = x ? x - 1 : width - 1, e = x + 1 < width ? x + 1 : 0, n = y ? y - 1 : height - 1;
  int s = y + 1 < height ? y + 1 : 0;
  float2 c = in[y * width + x], a = in[y * width + w], b = in[y * width + e];
  float2 d = in[n * width + x], f = in[s * width + x];
  float reaction = c.x * c.y * c.y;
  out[y * width + x] =
      make_float2(c.x + 0.2f * (a.x + b.x + d.x + f.x - 4 * c.x) - reaction + feed * (1 - c.x),
                  c.y + 0.1f * (a.y + b.y + d.y + f.y - 4 * c.y) + reaction - (feed + kill) * c.y);
}

}  // namespace varied
