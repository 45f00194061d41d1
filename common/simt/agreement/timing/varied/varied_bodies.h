// Bodies, atoms and points: forces, neighbours and clusters.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// Gravity between all bodies with tiles of them in shared memory.
__global__ void gravity_in_tiles(const float4* body, float4* force, int n) {
  extern __shared__ float4 others[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = i < n ? body[i] : make_float4(0, 0, 0, 0);
  float x = 0, y = 0, z = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    int from = base + threadIdx.x;
    others[threadIdx.x] = from < n ? body[from] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < blockDim.x; ++k) {
      float4 b = others[k];
      float dx = b.x - own.x, dy = b.y - own.y, dz = b.z - own.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f), pull = b.w * inverse * inverse * inverse;
      x += dx * pull;
      y += dy * pull;
      z += dz * pull;
    }
    __syncthreads();
  }
  if (i < n) force[i] = make_float4(x, y, z, 0);
}

// The same in double precision from arrays of coordinates, without shared memory.
__global__ void gravity_simply(const double* x, const double* y, const double* z, const double* mass,
                               double* ax, double* ay, double* az, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double sx = 0, sy = 0, sz = 0;
  for (int j = 0; j < n; ++j) {
    double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i], square = dx * dx + dy * dy + dz * dz + 1e-4;
    double pull = mass[j] / (square * sqrt(square));
    sx += dx * pull;
    sy += dy * pull;
    sz += dz * pull;
  }
  ax[i] = sx;
  ay[i] = sy;
  az[i] = sz;
}

// Forces of Lennard and Jones from lists of neighbours that are stored by columns.
__global__ void lennard_jones(const float4* __restrict__ atom, const int* __restrict__ neighbour,
                              const int* __restrict__ many, float4* force, int n, float cut) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 own = atom[i];
  float x = 0, y = 0, z = 0, energy = 0;
  for (int k = 0; k < many[i]; ++k) {
    float4 b = atom[neighbour[k * n + i]];
    float dx = own.x - b.x, dy = own.y - b.y, dz = own.z - b.z, square = dx * dx + dy * dy + dz * dz;
    if (square < cut * cut) {
      float inverse = 1 / square, six = inverse * inverse * inverse;
      float push = inverse * six * (48 * six - 24);
      x += dx * push;
      y += dy * push;
      z += dz * push;
      energy += 4 * six * (six - 1);
    }
  }
  force[i] = make_float4(x, y, z, energy);
}

// Potentials between boxes of 100 particles and their 27 neighbours, a block of 128 threads a box.
__global__ void boxes_of_particles(const float4* particle, const float* charge, float4* out, int side,
                                   float alpha) {
  __shared__ float4 other[100];
  __shared__ float other_charge[100];
  int t = threadIdx.x, bx = blockIdx.x % side, by = blockIdx.x / side % side, bz = blockIdx.x / side / side;
  float4 own = t < 100 ? particle[blockIdx.x * 100 + t] : make_float4(0, 0, 0, 0),
         sum = make_float4(0, 0, 0, 0);
  for (int k = 0; k < 27; ++k) {
    int x = bx + k % 3 - 1, y = by + k / 3 % 3 - 1, z = bz + k / 9 - 1;
    if (x < 0 || y < 0 || z < 0 || x >= side || y >= side || z >= side) continue;
    int box = (z * side + y) * side + x;
    if (t < 100) {
      other[t] = particle[box * 100 + t];
      other_charge[t] = charge[box * 100 + t];
    }
    __syncthreads();
    if (t < 100) {
      for (int j = 0; j < 100; ++j) {
        float4 b = other[j];
        float r2 = own.w + b.w - (own.x * b.x + own.y * b.y + own.z * b.z), v = expf(-alpha * r2);
        float f = 2 * v * other_charge[j];
        sum.x += f * (own.x - b.x);
        sum.y += f * (own.y - b.y);
        sum.z += f * (own.z - b.z);
        sum.w += v * other_charge[j];
      }
    }
    __syncthreads();
  }
  if (t < 100) out[blockIdx.x * 100 + t] = sum;
}

// The nearest of a few centres for each point; coordinates are stored by dimension.
template <int DIMENSIONS>
__global__ void nearest_centres(const float* __restrict__ point, const float* __restrict__ centre,
                                int* nearest, int n, int centres) {
  extern __shared__ float shared_centres[];
  for (int k = threadIdx.x; k < centres * DIMENSIONS; k += blockDim.x) shared_centres[k] = centre[k];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float p[DIMENSIONS], best = 1e30f;
  int where = 0;
#pragma unroll
  for (int d = 0; d < DIMENSIONS; ++d) p[d] = point[d * n + i];
  for (int c = 0; c < centres; ++c) {
    float square = 0;
#pragma unroll
    for (int d = 0; d < DIMENSIONS; ++d) {
      float off = p[d] - shared_centres[c * DIMENSIONS + d];
      square += off * off;
    }
    if (square < best) {
      best = square;
      where = c;
    }
  }
  nearest[i] = where;
}

// The sums of the points of each cluster, by atomics straight to global memory.
__global__ void sums_of_clusters(const float4* point, const int* cluster, float* sum, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = cluster[i];
  float4 p = point[i];
  atomicAdd(sum + 4 * c, p.x);
  atomicAdd(sum + 4 * c + 1, p.y);
  atomicAdd(sum + 4 * c + 2, p.z);
  atomicAdd(sum + 4 * c + 3, p.w);
  atomicAdd(count + c, 1);
}

__constant__ float4 charges[1000];

// The potential of charges in constant memory on a plane of points, four points a thread.
__global__ void potential_of_charges(float* out, int many, int width, float spacing, float z) {
  int x = blockIdx.x * blockDim.x * 4 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float py = y * spacing, sum[4] = {};
  for (int k = 0; k < many; ++k) {
    float4 c = charges[k];
    float dy = py - c.y, dz = z - c.z, rest = dy * dy + dz * dz;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      float dx = (x + j * 32) * spacing - c.x;
      sum[j] += c.w * rsqrtf(dx * dx + rest);
    }
  }
#pragma unroll
  for (int j = 0; j < 4; ++j) out[y * width + x + j * 32] = sum[j];
}

// The five nearest points in a cloud for each query, kept in order by insertion.
__global__ void five_nearest(const float3* __restrict__ cloud, const float3* __restrict__ query, int* nearest,
                             int points, int queries) {
  __shared__ float3 tile[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float3 q = i < queries ? query[i] : make_float3(0, 0, 0);
  float best[5];
  int where[5];
#pragma unroll
  for (int k = 0; k < 5; ++k) {
    best[k] = 1e30f;
    where[k] = -1;
  }
  for (int base = 0; base < points; base += 128) {
    if (base + threadIdx.x < points) tile[threadIdx.x] = cloud[base + threadIdx.x];
    __syncthreads();
    int many = min(128, points - base);
    for (int j = 0; j < many; ++j) {
      float dx = tile[j].x - q.x, dy = tile[j].y - q.y, dz = tile[j].z - q.z, d = dx * dx + dy * dy + dz * dz;
      if (d < best[4]) {
        best[4] = d;
        where[4] = base + j;
#pragma unroll
        for (int k = 4; k > 0; --k) {
          if (best[k] < best[k - 1]) {
            float b = best[k];
            best[k] = best[k - 1];
            best[k - 1] = b;
            int w = where[k];
            where[k] = where[k - 1];
            where[k - 1] = w;
          }
        }
      }
    }
    __syncthreads();
  }
  if (i >= queries) return;
#pragma unroll
  for (int k = 0; k < 5; ++k) nearest[k * queries + i] = where[k];
}

// Springs between neighbours of a cloth and a step of its points.
__global__ void cloth_step(const float4* now, const float4* before, float4* next, int side, float stiff,
                           float dt) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= side || y >= side) return;
  float4 p = now[y * side + x], old = before[y * side + x];
  float fx = 0, fy = -9.81f, fz = 0;
  for (int k = 0; k < 8; ++k) {
    const int step[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    int u = x + step[k][0], v = y + step[k][1];
    if (u < 0 || v < 0 || u >= side || v >= side) continue;
    float4 q = now[v * side + u];
    float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z, rest = k < 4 ? 1.f : 1.41421356f;
    float length = sqrtf(dx * dx + dy * dy + dz * dz) + 1e-6f, pull = stiff * (length - rest) / length;
    fx += dx * pull;
    fy += dy * pull;
    fz += dz * pull;
  }
  bool fixed = y == 0;
  float keep = 0.99f, h = fixed ? 0.f : dt * dt;
  next[y * side + x] =
      fixed ? p
            : make_float4(p.x + keep * (p.x - old.x) + fx * h, p.y + keep * (p.y - old.y) + fy * h,
                          p.z + keep * (p.z - old.z) + fz * h, p.w);
}

}  // namespace varied
