// Plain kernels over vectors and records, and geometry.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace pieces {

// y += a x over every `stride`-th element.
__global__ void axpy_strided(float a, const float* x, float* y, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i * stride] += a * x[i * stride];
}

// The triad a = b + s c over vectors of any type, in a grid-stride loop.
template <class T>
__global__ void triad_grid_stride(const T* __restrict__ b, const T* __restrict__ c, T* __restrict__ a, T s,
                                  int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    a[i] = b[i] + s * c[i];
}

// y = max(0, a x + b) on pairs of halves, eight halves a thread in one load.
__global__ void scale_shift_relu_halves(const uint4* in, uint4* out, int n, float a, float b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 v = in[i];
  __half2 *h = reinterpret_cast<__half2*>(&v), aa = __float2half2_rn(a), bb = __float2half2_rn(b);
#pragma unroll
  for (int k = 0; k < 4; ++k) h[k] = __hmax2(__hfma2(h[k], aa, bb), __float2half2_rn(0.f));
  out[i] = v;
}

// Gathers elements by index, one a thread.
template <class T>
__global__ void gather_by_index(const T* __restrict__ in, const int* __restrict__ index, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[index[i]];
}

// Scatters elements to the places that a permutation gives.
template <class T>
__global__ void scatter_by_index(const T* in, const int* index, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[index[i]] = in[i];
}

// Moves bodies of an array of structures of seven floats.
struct Body {
  float x, y, z, u, v, w, mass;
};
__global__ void move_bodies_structures(Body* body, int n, float dt, float gravity) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Body b = body[i];
  b.w -= gravity * dt;
  body[i].x = b.x + b.u * dt;
  body[i].y = b.y + b.v * dt;
  body[i].z = b.z + b.w * dt;
  body[i].w = b.w;
}

// The same with an array for each number of a body.
__global__ void move_bodies_arrays(float* x, float* y, float* z, const float* u, const float* v, float* w,
                                   int n, float dt, float gravity) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float fall = w[i] - gravity * dt;
  x[i] += u[i] * dt;
  y[i] += v[i] * dt;
  z[i] += fall * dt;
  w[i] = fall;
}

// The nearest triangle that each ray hits, by Moeller and Trumbore; a thread a ray,
// triangles through shared memory by 64.
__global__ void rays_hit_triangles(const float3* from, const float3* along, const float3* corner,
                                   float* distance, int* which, int rays, int triangles) {
  __shared__ float3 tile[192];
  int i = blockIdx.x * blockDim.x + threadIdx.x, hit = -1;
  float best = 1e30f;
  float3 o = make_float3(0, 0, 0), d = o;
  if (i < rays) o = from[i], d = along[i];
  auto minus = [](float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); };
  auto dot = [](float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  auto cross = [](float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
  };
  for (int base = 0; base < triangles; base += 64) {
    int here = min(64, triangles - base);
    for (int k = threadIdx.x; k < 3 * here; k += blockDim.x) tile[k] = corner[3 * base + k];
    __syncthreads();
    for (int k = 0; k < here; ++k) {
      float3 e = minus(tile[3 * k + 1], tile[3 * k]), f = minus(tile[3 * k + 2], tile[3 * k]),
             p = cross(d, f);
      float det = dot(e, p);
      if (fabsf(det) < 1e-7f) continue;
      float3 s = minus(o, tile[3 * k]), q = cross(s, e);
      float u = dot(s, p) / det, v = dot(d, q) / det, t = dot(f, q) / det;
      if (u >= 0 && v >= 0 && u + v <= 1 && t > 1e-4f && t < best) {
        best = t;
        hit = base + k;
      }
    }
    __syncthreads();
  }
  if (i >= rays) return;
  distance[i] = best;
  which[i] = hit;
}

// A picture of spheres from constant memory, lit from one side; a thread a pixel.
__constant__ float4 spheres[64];
__global__ void picture_of_spheres(uchar4* out, int width, int height, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float fx = 2.f * x / width - 1, fy = 2.f * y / height - 1, near = 1e30f, light = 0;
  int colour = 0;
  float r = rsqrtf(fx * fx + fy * fy + 1);
  float3 d = make_float3(fx * r, fy * r, r);
  for (int k = 0; k < count; ++k) {
    float4 s = spheres[k];
    float b = s.x * d.x + s.y * d.y + s.z * d.z, c = s.x * s.x + s.y * s.y + s.z * s.z - s.w * s.w,
          q = b * b - c;
    if (q < 0) continue;
    float t = b - sqrtf(q);
    if (t <= 0 || t >= near) continue;
    near = t;
    light = fmaxf(0.f, ((s.x - t * d.x) + (s.y - t * d.y) - (t * d.z - s.z)) / (1.7320508f * s.w));
    colour = k;
  }
  unsigned char v = static_cast<unsigned char>(255 * fminf(light, 1.f));
  out[y * width + x] = make_uchar4(v, v >> (colour & 1), v >> (colour >> 1 & 1), 255);
}

// The nearest of a set of points for each query, all compared, two points in each load.
__global__ void nearest_of_all(const float2* query, const float4* __restrict__ pair, float* distance,
                               int queries, int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= queries) return;
  float2 q = query[i];
  float best = 1e30f;
#pragma unroll 2
  for (int k = 0; k < pairs; ++k) {
    float4 p = pair[k];
    float ax = p.x - q.x, ay = p.y - q.y, bx = p.z - q.x, by = p.w - q.y;
    best = fminf(best, fminf(ax * ax + ay * ay, bx * bx + by * by));
  }
  distance[i] = sqrtf(best);
}

// One step of k-means on points of Dim numbers: the nearest centre, and sums for new centres by atomic
// additions in shared memory, then in global memory.
template <int Dim, int Centres>
__global__ void kmeans_step(const float* point, const float* centre, int* label, float* sum, int* count,
                            int n) {
  __shared__ float c[Centres * Dim], s[Centres * Dim];
  __shared__ int members[Centres];
  for (int k = threadIdx.x; k < Centres * Dim; k += blockDim.x) {
    c[k] = centre[k];
    s[k] = 0;
  }
  for (int k = threadIdx.x; k < Centres; k += blockDim.x) members[k] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v[Dim], best = 1e30f;
    int nearest = 0;
#pragma unroll
    for (int d = 0; d < Dim; ++d) v[d] = point[d * n + i];
    for (int k = 0; k < Centres; ++k) {
      float far = 0;
#pragma unroll
      for (int d = 0; d < Dim; ++d) far += (v[d] - c[k * Dim + d]) * (v[d] - c[k * Dim + d]);
      if (far < best) best = far, nearest = k;
    }
    label[i] = nearest;
    atomicAdd(&members[nearest], 1);
#pragma unroll
    for (int d = 0; d < Dim; ++d) atomicAdd(&s[nearest * Dim + d], v[d]);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < Centres * Dim; k += blockDim.x) atomicAdd(&sum[k], s[k]);
  for (int k = threadIdx.x; k < Centres; k += blockDim.x) atomicAdd(&count[k], members[k]);
}

// Whether points lie within a polygon, by the crossings of a ray, in double.
__global__ void crossings_of_polygon(const double2* point, const double2* __restrict__ corner,
                                     unsigned char* inside, int n, int corners) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double2 p = point[i], a = corner[corners - 1];
  bool in = false;
  for (int k = 0; k < corners; ++k) {
    double2 b = corner[k];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) in = !in;
    a = b;
  }
  inside[i] = in;
}

}  // namespace pieces
