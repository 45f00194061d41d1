// Geometry: rays, triangles, polygons, terrain and curves that fill space.
#pragma once
#include <cuda_runtime.h>

namespace everyday {

// The nearest of a list of boxes that each ray enters; the block loads the boxes in parts.
__global__ void rays_through_boxes(const float3* origin, const float3* direction, const float4* low,
                                   const float4* high, int* hit, float* depth, int rays, int boxes) {
  __shared__ float4 box_low[64], box_high[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float3 o = make_float3(0, 0, 0), d = make_float3(1, 1, 1);
  if (i < rays) {
    o = origin[i];
    d = direction[i];
  }
  float3 inverse = make_float3(1 / d.x, 1 / d.y, 1 / d.z);
  float best = 1e30f;
  int which = -1;
  for (int first = 0; first < boxes; first += 64) {
    __syncthreads();
    int count = min(64, boxes - first);
    if (threadIdx.x < count) {
      box_low[threadIdx.x] = low[first + threadIdx.x];
      box_high[threadIdx.x] = high[first + threadIdx.x];
    }
    __syncthreads();
    for (int k = 0; k < count; ++k) {
      float4 l = box_low[k], h = box_high[k];
      float x0 = (l.x - o.x) * inverse.x, x1 = (h.x - o.x) * inverse.x;
      float y0 = (l.y - o.y) * inverse.y, y1 = (h.y - o.y) * inverse.y;
      float z0 = (l.z - o.z) * inverse.z, z1 = (h.z - o.z) * inverse.z;
      float enter = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fmaxf(fminf(z0, z1), 0));
      float leave = fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fmaxf(z0, z1));
      if (enter <= leave && enter < best) {
        best = enter;
        which = first + k;
      }
    }
  }
  if (i < rays) {
    hit[i] = which;
    depth[i] = best;
  }
}

// The distance of each point to the nearest of a few segments of a path.
__global__ void distance_to_path(const float2* __restrict__ point, const float2* __restrict__ path,
                                 float* distance, int points, int segments) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= points) return;
  float2 p = point[i], a = __ldg(path);
  float best = 1e30f;
  for (int k = 1; k <= segments; ++k) {
    float2 b = __ldg(path + k);
    float dx = b.x - a.x, dy = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    float t = fminf(1, fmaxf(0, (px * dx + py * dy) / (dx * dx + dy * dy + 1e-12f)));
    float ex = px - t * dx, ey = py - t * dy;
    best = fminf(best, ex * ex + ey * ey);
    a = b;
  }
  distance[i] = sqrtf(best);
}

// The area and the middle of each polygon, a warp a polygon, in double precision.
__global__ void polygon_areas(const float2* vertex, const int* start, double* area, double2* middle,
                              int polygons) {
  int polygon = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (polygon >= polygons) return;
  int first = start[polygon], last = start[polygon + 1];
  double sum = 0, mx = 0, my = 0;
  for (int k = first + lane; k < last; k += 32) {
    float2 p = vertex[k], q = vertex[k + 1 < last ? k + 1 : first];
    double cross = static_cast<double>(p.x) * q.y - static_cast<double>(q.x) * p.y;
    sum += cross;
    mx += (p.x + q.x) * cross;
    my += (p.y + q.y) * cross;
  }
  for (int d = 16; d; d /= 2) {
    sum += __shfl_down_sync(~0u, sum, d);
    mx += __shfl_down_sync(~0u, mx, d);
    my += __shfl_down_sync(~0u, my, d);
  }
  if (lane == 0) {
    area[polygon] = 0.5 * sum;
    middle[polygon] = sum != 0 ? make_double2(mx / (3 * sum), my / (3 * sum)) : make_double2(0, 0);
  }
}

// Draws triangles into a buffer of depths, a thread a triangle, with atomics for the nearest.
__global__ void depths_of_triangles(const float4* corner, unsigned* depth, int triangles, int width,
                                    int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= triangles) return;
  float4 a = corner[3 * i], b = corner[3 * i + 1], c = corner[3 * i + 2];
  float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (area <= 0) return;
  int x0 = max(0, static_cast<int>(fminf(a.x, fminf(b.x, c.x)))),
      y0 = max(0, static_cast<int>(fminf(a.y, fminf(b.y, c.y))));
  int x1 = min(width - 1, static_cast<int>(fmaxf(a.x, fmaxf(b.x, c.x))));
  int y1 = min(height - 1, static_cast<int>(fmaxf(a.y, fmaxf(b.y, c.y))));
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      float px = x + 0.5f, py = y + 0.5f;
      float u = (c.x - b.x) * (py - b.y) - (px - b.x) * (c.y - b.y);
      float v = (a.x - c.x) * (py - c.y) - (px - c.x) * (a.y - c.y);
      float w = area - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      float z = (u * a.z + v * b.z + w * c.z) / area;
      atomicMin(depth + y * width + x, __float_as_uint(z));
    }
  }
}

__device__ __forceinline__ unsigned spread_by_two(unsigned v) {
  v = (v | v << 16) & 0x030000ff;
  v = (v | v << 8) & 0x0300f00f;
  v = (v | v << 4) & 0x030c30c3;
  return (v | v << 2) & 0x09249249;
}

// The Morton code of points in a box, ten bits an axis.
__global__ void morton_codes(const float4* __restrict__ point, unsigned* code, int n, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = point[i];
  unsigned x = static_cast<unsigned>(fminf(1023, fmaxf(0, p.x * scale)));
  unsigned y = static_cast<unsigned>(fminf(1023, fmaxf(0, p.y * scale)));
  unsigned z = static_cast<unsigned>(fminf(1023, fmaxf(0, p.z * scale)));
  code[i] = spread_by_two(x) | spread_by_two(y) << 1 | spread_by_two(z) << 2;
}

// The slope, the aspect and the shade of a terrain after Horn.
__global__ void slope_and_shade(const float* __restrict__ height, float* slope, float* aspect,
                                unsigned char* shade, int width, int rows, float cell) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= width - 1 || y < 1 || y >= rows - 1) return;
  const float *n = height + (y - 1) * width + x, *h = n + width, *s = h + width;
  float dx = (n[1] + 2 * h[1] + s[1] - n[-1] - 2 * h[-1] - s[-1]) / (8 * cell);
  float dy = (s[-1] + 2 * s[0] + s[1] - n[-1] - 2 * n[0] - n[1]) / (8 * cell);
  float steep = atanf(sqrtf(dx * dx + dy * dy)), toward = atan2f(dy, -dx);
  float light = 0.7071f * cosf(steep) + 0.7071f * sinf(steep) * cosf(2.3562f - toward);
  int i = y * width + x;
  slope[i] = steep * 57.29578f;
  aspect[i] = toward;
  shade[i] = static_cast<unsigned char>(255 * fmaxf(0, light));
}

// What is seen of a terrain from one place: each thread follows the line of sight to a cell.
__global__ void seen_from(const float* __restrict__ height, unsigned char* seen, int width, int rows, int ex,
                          int ey, float eye) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= rows) return;
  int dx = x - ex, dy = y - ey, steps = max(abs(dx), abs(dy));
  float from = height[ey * width + ex] + eye;
  float rise = steps ? (height[y * width + x] - from) / steps : 0;
  bool visible = true;
  for (int k = 1; k < steps && visible; ++k) {
    int u = ex + (dx * k + (dx >= 0 ? steps / 2 : -steps / 2)) / steps;
    int v = ey + (dy * k + (dy >= 0 ? steps / 2 : -steps / 2)) / steps;
    visible = height[v * width + u] <= from + rise * k;
  }
  seen[y * width + x] = visible;
}

}  // namespace everyday
