// Particles: forces with cutoffs, cells, and measures.
#pragma once
#include <cuda_runtime.h>

namespace everyday {

// Drifts and kicks particles in a periodic box (velocity Verlet's first half).
__global__ void verlet_first_half(float4* position, float4* velocity, const float4* __restrict__ force, int n,
                                  float dt, float box) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = position[i], v = velocity[i], f = force[i];
  float half = 0.5f * dt * v.w;
  v.x += half * f.x;
  v.y += half * f.y;
  v.z += half * f.z;
  p.x += dt * v.x;
  p.y += dt * v.y;
  p.z += dt * v.z;
  p.x -= floorf(p.x / box) * box;
  p.y -= floorf(p.y / box) * box;
  p.z -= floorf(p.z / box) * box;
  position[i] = p;
  velocity[i] = v;
}

// The cell of each particle, and its place among those of the cell, by an atomic count.
__global__ void cells_of_particles(const float4* position, int* cell, int* place, int* count, int n,
                                   int cells, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = position[i];
  int x = min(cells - 1, static_cast<int>(p.x * scale)), y = min(cells - 1, static_cast<int>(p.y * scale));
  int z = min(cells - 1, static_cast<int>(p.z * scale)), c = (z * cells + y) * cells + x;
  cell[i] = c;
  place[i] = atomicAdd(count + c, 1);
}

// The pressure and viscous forces between particles of a fluid, sorted by cell; a thread searches the 27
// cells round its particle. w of a position is the density.
__global__ void fluid_forces(const float4* __restrict__ position, const float4* __restrict__ velocity,
                             const int* __restrict__ cell_start, float4* force, int n, int cells, float h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = position[i], v = velocity[i];
  int cx = min(cells - 1, static_cast<int>(p.x / h)), cy = min(cells - 1, static_cast<int>(p.y / h));
  int cz = min(cells - 1, static_cast<int>(p.z / h));
  float3 f = make_float3(0, -9.81f * p.w, 0);
  float own = 50 * (p.w - 1);
  for (int z = max(0, cz - 1); z <= min(cells - 1, cz + 1); ++z) {
    for (int y = max(0, cy - 1); y <= min(cells - 1, cy + 1); ++y) {
      int row = (z * cells + y) * cells;
      int last = cell_start[row + min(cells - 1, cx + 1) + 1];
      for (int j = cell_start[row + max(0, cx - 1)]; j < last; ++j) {
        float4 q = position[j];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r2 = dx * dx + dy * dy + dz * dz;
        if (r2 >= h * h || j == i) continue;
        float r = sqrtf(r2) + 1e-6f, gap = h - r;
        float push = (own + 50 * (q.w - 1)) * 0.5f * gap * gap / (r * q.w);
        float drag = 0.1f * gap / q.w;
        float4 u = velocity[j];
        f.x += push * dx + drag * (u.x - v.x);
        f.y += push * dy + drag * (u.y - v.y);
        f.z += push * dz + drag * (u.z - v.z);
      }
    }
  }
  force[i] = make_float4(f.x, f.y, f.z, 0);
}

// The near part of Ewald's sum over lists of neighbours by columns, with the error function.
__global__ void ewald_near_part(const float4* __restrict__ atom, const int* __restrict__ neighbour,
                                const int* __restrict__ neighbours, float4* force, int n, float box,
                                float cutoff2, float alpha) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 a = atom[i];
  float fx = 0, fy = 0, fz = 0, energy = 0;
  for (int k = 0; k < neighbours[i]; ++k) {
    float4 b = __ldg(atom + neighbour[k * n + i]);
    float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    dx -= box * rintf(dx / box);
    dy -= box * rintf(dy / box);
    dz -= box * rintf(dz / box);
    float r2 = dx * dx + dy * dy + dz * dz;
    if (r2 > cutoff2) continue;
    float inverse = rsqrtf(r2), r = r2 * inverse, q = a.w * b.w;
    float screened = q * erfcf(alpha * r) * inverse;
    float f = (screened + q * 1.1283792f * alpha * __expf(-alpha * alpha * r2)) * inverse * inverse;
    energy += 0.5f * screened;
    fx += f * dx;
    fy += f * dy;
    fz += f * dz;
  }
  force[i] = make_float4(fx, fy, fz, energy);
}

// The forces of angles between three atoms each, added by atomics.
__global__ void angle_forces(const float4* __restrict__ atom, const int4* __restrict__ angle,
                             const float2* __restrict__ kind, float* force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int4 m = angle[i];
  float2 k = kind[m.w];
  float4 a = atom[m.x], b = atom[m.y], c = atom[m.z];
  float ux = a.x - b.x, uy = a.y - b.y, uz = a.z - b.z, vx = c.x - b.x, vy = c.y - b.y, vz = c.z - b.z;
  float iu = rsqrtf(ux * ux + uy * uy + uz * uz), iv = rsqrtf(vx * vx + vy * vy + vz * vz);
  float cosine = fminf(1.f, fmaxf(-1.f, (ux * vx + uy * vy + uz * vz) * iu * iv));
  float sine = sqrtf(fmaxf(1 - cosine * cosine, 1e-6f));
  float g = -2 * k.x * (acosf(cosine) - k.y) / sine;
  float fx[2] = {g * iu * (vx * iv - cosine * ux * iu), g * iv * (ux * iu - cosine * vx * iv)};
  float fy[2] = {g * iu * (vy * iv - cosine * uy * iu), g * iv * (uy * iu - cosine * vy * iv)};
  float fz[2] = {g * iu * (vz * iv - cosine * uz * iu), g * iv * (uz * iu - cosine * vz * iv)};
  int ends[2] = {m.x, m.z};
#pragma unroll
  for (int e = 0; e < 2; ++e) {
    atomicAdd(force + ends[e] * 3, -fx[e]);
    atomicAdd(force + ends[e] * 3 + 1, -fy[e]);
    atomicAdd(force + ends[e] * 3 + 2, -fz[e]);
  }
  atomicAdd(force + m.y * 3, fx[0] + fx[1]);
  atomicAdd(force + m.y * 3 + 1, fy[0] + fy[1]);
  atomicAdd(force + m.y * 3 + 2, fz[0] + fz[1]);
}

// How many pairs of particles have each distance, counted in shared memory; a block compares its 128
// particles with those of a tile.
__global__ void pair_distance_counts(const float4* position, int* counts, int n, float box, int bins,
                                     float scale) {
  extern __shared__ int bin_counts[];
  __shared__ float4 tile[128];
  for (int i = threadIdx.x; i < bins; i += 128) bin_counts[i] = 0;
  int i = blockIdx.x * 128 + threadIdx.x, first = blockIdx.y * 128;
  if (first + threadIdx.x < n) tile[threadIdx.x] = position[first + threadIdx.x];
  __syncthreads();
  if (i < n) {
    float4 p = position[i];
    for (int k = 0; k < min(128, n - first); ++k) {
      float dx = p.x - tile[k].x, dy = p.y - tile[k].y, dz = p.z - tile[k].z;
      dx -= box * rintf(dx / box);
      dy -= box * rintf(dy / box);
      dz -= box * rintf(dz / box);
      int bin = static_cast<int>(sqrtf(dx * dx + dy * dy + dz * dz) * scale);
      if (bin < bins && first + k != i) atomicAdd(bin_counts + bin, 1);
    }
  }
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += 128) atomicAdd(counts + b, bin_counts[b]);
}

// Interpolates the fields of a grid at particles and pushes them, in the plane.
__global__ void gather_and_push(const float2* __restrict__ field, float4* particle, int n, int side,
                                float ratio, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = particle[i];
  int x = static_cast<int>(p.x), y = static_cast<int>(p.y), xp = (x + 1) % side, yp = (y + 1) % side;
  float fx = p.x - x, fy = p.y - y;
  float2 a = __ldg(field + y * side + x), b = __ldg(field + y * side + xp);
  float2 c = __ldg(field + yp * side + x), d = __ldg(field + yp * side + xp);
  float ex = (a.x * (1 - fx) + b.x * fx) * (1 - fy) + (c.x * (1 - fx) + d.x * fx) * fy;
  float ey = (a.y * (1 - fx) + b.y * fx) * (1 - fy) + (c.y * (1 - fx) + d.y * fx) * fy;
  p.z += ratio * ex;
  p.w += ratio * ey;
  p.x += dt * p.z;
  p.y += dt * p.w;
  p.x = fminf(p.x - side * floorf(p.x / side), side - 0.001f);
  p.y = fminf(p.y - side * floorf(p.y / side), side - 0.001f);
  particle[i] = p;
}

}  // namespace everyday
