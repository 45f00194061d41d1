// Geometry and rendering: rays, voxels, splats, hierarchies of boxes, meshes, registration and fractals.
#pragma once
#include <cuda_runtime.h>

#include "untried_particles.h"

namespace untried {

// The nearest hit of each ray among all triangles (Moeller and Trumbore), which pass through shared memory 128 at a
// time. A triangle is a corner and two edges.
__global__ void rays_and_triangles(const float3* origin, const float3* direction, const float3* triangle,
                                   float* hit, int* which, int rays, int triangles) {
  __shared__ float3 part[3 * 128];
  int i = blockIdx.x * blockDim.x + threadIdx.x, nearest = -1;
  float3 o = origin[min(i, rays - 1)], d = direction[min(i, rays - 1)];
  float best = 1e30f;
  for (int from = 0; from < triangles; from += 128) {
    int many = min(128, triangles - from);
    __syncthreads();
    for (int k = threadIdx.x; k < 3 * many; k += blockDim.x) part[k] = triangle[3 * from + k];
    __syncthreads();
    for (int k = 0; k < many; ++k) {
      float3 corner = part[3 * k], first = part[3 * k + 1], second = part[3 * k + 2], p = crossed(d, second);
      float determinant = dotted(first, p);
      if (fabsf(determinant) < 1e-9f) continue;
      float by = 1 / determinant;
      float3 t = make_float3(o.x - corner.x, o.y - corner.y, o.z - corner.z), q = crossed(t, first);
      float u = dotted(t, p) * by, v = dotted(d, q) * by, far = dotted(second, q) * by;
      if (u >= 0 && v >= 0 && u + v <= 1 && far > 1e-4f && far < best) {
        best = far;
        nearest = from + k;
      }
    }
  }
  if (i < rays) {
    hit[i] = best;
    which[i] = nearest;
  }
}

// The Mandelbulb, by stepping along each ray as far as its distance estimate allows.
__global__ void march_to_bulb(float* shade, int width, int height, int power) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float3 d = make_float3((x - 0.5f * width) / height, (y - 0.5f * height) / height, 1);
  float scale = rsqrtf(dotted(d, d)), far = 0;
  d = make_float3(d.x * scale, d.y * scale, d.z * scale);
  int steps = 0;
  for (; steps < 48 && far < 4; ++steps) {
    float3 c = make_float3(d.x * far, d.y * far, d.z * far - 2.4f), z = c;
    float slope = 1, r = 0;
    for (int k = 0; k < 6; ++k) {
      r = sqrtf(dotted(z, z));
      if (r > 2) break;
      float theta = acosf(z.z / (r + 1e-9f)) * power, phi = atan2f(z.y, z.x) * power,
            grown = __powf(r, power - 1);
      slope = grown * power * slope + 1;
      grown *= r;
      float st, ct, sp, cp;
      __sincosf(theta, &st, &ct);
      __sincosf(phi, &sp, &cp);
      z = make_float3(grown * st * cp + c.x, grown * st * sp + c.y, grown * ct + c.z);
    }
    float distance = 0.5f * __logf(r + 1e-6f) * r / slope;
    if (distance < 1e-3f) break;
    far += distance;
  }
  shade[y * width + x] = steps / 48.0f;
}

__device__ inline int common_bits(const unsigned* code, int i, int j, int n) {
  if (j < 0 || j >= n) return -1;
  unsigned a = code[i], b = code[j];
  return a == b ? 32 + __clz(i ^ j) : __clz(a ^ b);
}

// The inner nodes of a binary radix tree over sorted Morton codes (Karras), each found on its own. Children that are
// leaves are ~index.
__global__ void radix_tree_links(const unsigned* __restrict__ code, int2* children, int* parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n - 1) return;
  int way = common_bits(code, i, i + 1, n) > common_bits(code, i, i - 1, n) ? 1 : -1;
  int least = common_bits(code, i, i - way, n), reach = 2;
  while (common_bits(code, i, i + reach * way, n) > least) reach *= 2;
  int length = 0;
  for (int t = reach / 2; t > 0; t /= 2) {
    if (common_bits(code, i, i + (length + t) * way, n) > least) length += t;
  }
  int end = i + length * way, bits = common_bits(code, i, end, n), split = 0;
  for (int t = length; t > 1;) {
    t = (t + 1) / 2;
    if (common_bits(code, i, i + (split + t) * way, n) > bits) split += t;
  }
  int middle = i + split * way + min(way, 0);
  int left = min(i, end) == middle ? ~middle : middle;
  int right = max(i, end) == middle + 1 ? ~(middle + 1) : middle + 1;
  children[i] = make_int2(left, right);
  parent[left < 0 ? n - 1 + ~left : left] = i;
  parent[right < 0 ? n - 1 + ~right : right] = i;
}

// Normals of vertices: each face adds its own, weighted by its area, to its corners.
__global__ void normals_of_vertices(const int3* face, const float4* vertex, float* normal, int faces) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= faces) return;
  int3 f = face[i];
  float4 a = vertex[f.x];
  float3 n = crossed(between(a, vertex[f.y]), between(a, vertex[f.z]));
  push(normal, f.x, 1, n);
  push(normal, f.y, 1, n);
  push(normal, f.z, 1, n);
}

// Walks each ray through a grid of bits, voxel by voxel, to the first that is full.
__global__ void rays_through_voxels(const unsigned* __restrict__ full, const float4* origin,
                                    const float4* direction, int* hit, int rays, int side) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rays) return;
  float4 o = origin[i], d = direction[i];
  int x = static_cast<int>(o.x), y = static_cast<int>(o.y), z = static_cast<int>(o.z);
  int sx = d.x < 0 ? -1 : 1, sy = d.y < 0 ? -1 : 1, sz = d.z < 0 ? -1 : 1;
  float ix = fabsf(1 / d.x), iy = fabsf(1 / d.y), iz = fabsf(1 / d.z);
  float tx = (sx > 0 ? x + 1 - o.x : o.x - x) * ix, ty = (sy > 0 ? y + 1 - o.y : o.y - y) * iy;
  float tz = (sz > 0 ? z + 1 - o.z : o.z - z) * iz;
  int found = -1;
  while (x >= 0 && x < side && y >= 0 && y < side && z >= 0 && z < side) {
    int at = (z * side + y) * side + x;
    if (full[at / 32] >> at % 32 & 1) {
      found = at;
      break;
    }
    if (tx < ty && tx < tz) {
      x += sx;
      tx += ix;
    } else if (ty < tz) {
      y += sy;
      ty += iy;
    } else {
      z += sz;
      tz += iz;
    }
  }
  hit[i] = found;
}

// Gaussian splats, front to back, over tiles of 16 by 16 pixels; each tile has a list. `shape` is a conic and an
// opacity, `place` a centre.
__global__ void blend_splats(const int* list_start, const int* list, const float2* place, const float4* shape,
                             const float4* colour, float4* image, int width) {
  __shared__ float2 centre[256];
  __shared__ float4 conic[256], tint[256];
  int tile = blockIdx.y * gridDim.x + blockIdx.x, thread = threadIdx.y * 16 + threadIdx.x;
  int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
  float r = 0, g = 0, b = 0, light = 1;
  bool done = false;
  for (int from = list_start[tile]; from < list_start[tile + 1]; from += 256) {
    if (__syncthreads_count(done) == 256) break;
    int many = min(256, list_start[tile + 1] - from);
    if (thread < many) {
      int splat = list[from + thread];
      centre[thread] = place[splat];
      conic[thread] = shape[splat];
      tint[thread] = colour[splat];
    }
    __syncthreads();
    for (int k = 0; k < many && !done; ++k) {
      float dx = centre[k].x - px, dy = centre[k].y - py;
      float4 q = conic[k];
      float exponent = -0.5f * (q.x * dx * dx + q.z * dy * dy) - q.y * dx * dy;
      if (exponent > 0) continue;
      float alpha = fminf(0.99f, q.w * __expf(exponent));
      if (alpha < 1.0f / 255) continue;
      float4 c = tint[k];
      r += light * alpha * c.x;
      g += light * alpha * c.y;
      b += light * alpha * c.z;
      light *= 1 - alpha;
      done = light < 1e-3f;
    }
  }
  image[py * width + px] = make_float4(r, g, b, 1 - light);
}

// The normal equations of point-to-plane registration, 27 sums, for blocks of 256 threads.
__global__ void registration_sums(const float4* source, const float4* target, const float4* normal,
                                  float* sums, int n) {
  __shared__ float kept[8];
  float own[27] = {};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float4 s = source[i], t = target[i], m = normal[i];
    float3 at = make_float3(s.x, s.y, s.z), up = make_float3(m.x, m.y, m.z), turn = crossed(at, up);
    float row[6] = {turn.x, turn.y, turn.z, up.x, up.y, up.z}, wrong = dotted(between(s, t), up);
    if (wrong * wrong > 0.5f) continue;
    int k = 0;
#pragma unroll
    for (int a = 0; a < 6; ++a) {
#pragma unroll
      for (int b = a; b < 6; ++b) own[k++] += row[a] * row[b];
      own[21 + a] += row[a] * wrong;
    }
  }
#pragma unroll
  for (int k = 0; k < 27; ++k) {
    float sum = own[k];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0) kept[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (int w = 1; w < 8; ++w) sum += kept[w];
      atomicAdd(sums + k, sum);
    }
    __syncthreads();
  }
}

// The Buddhabrot: the places that orbits visit on their way out, counted in an image.
__global__ void visits_of_orbits(unsigned* count, int side, int points, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= points) return;
  unsigned long long state = i * 0x9e3779b97f4a7c15ull + 5;
  uniform(state);
  float cx = uniform(state) * 3 - 2, cy = uniform(state) * 2.4f - 1.2f, x = cx, y = cy;
  int k = 0;
  for (; k < most && x * x + y * y < 4; ++k) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
  if (k == most) return;
  x = cx;
  y = cy;
  for (int j = 0; j < k; ++j) {
    int px = static_cast<int>((x + 2) * side / 4), py = static_cast<int>((y + 2) * side / 4);
    if (px >= 0 && px < side && py >= 0 && py < side) atomicAdd(count + py * side + px, 1u);
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
}

}  // namespace untried
