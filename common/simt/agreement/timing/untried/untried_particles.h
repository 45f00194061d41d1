// Particles: forces between neighbours in cells, bonds of four atoms, constraints, trees, plasmas and material
// points.
#pragma once
#include <cuda_runtime.h>

#include "untried_chance.h"

namespace untried {

// Soft repulsion and attraction between particles that are sorted by cells of the cut-off's size, in a periodic box
// of side^3 cells. A block of 64 threads a cell; neighbours pass through shared memory.
__global__ void __launch_bounds__(64)
    forces_by_cells(const float4* position, const int* cell_start, float4* force, int side) {
  __shared__ float4 near[64];
  int cell = blockIdx.x, cx = cell % side, cy = cell / side % side, cz = cell / side / side;
  int own_first = cell_start[cell], own_last = cell_start[cell + 1];
  for (int base = own_first; base < own_last; base += 64) {
    int me = base + threadIdx.x;
    float4 p = position[min(me, own_last - 1)], sum = {};
    for (int k = 0; k < 27; ++k) {
      int x = cx + k % 3 - 1, y = cy + k / 3 % 3 - 1, z = cz + k / 9 - 1;
      float sx = x < 0 ? -side : x >= side ? side : 0, sy = y < 0 ? -side : y >= side ? side : 0;
      float sz = z < 0 ? -side : z >= side ? side : 0;
      int other = ((z + side) % side * side + (y + side) % side) * side + (x + side) % side;
      int first = cell_start[other], last = cell_start[other + 1];
      for (int from = first; from < last; from += 64) {
        __syncthreads();
        if (from + threadIdx.x < last) {
          float4 q = position[from + threadIdx.x];
          near[threadIdx.x] = make_float4(q.x + sx, q.y + sy, q.z + sz, q.w);
        }
        __syncthreads();
        int many = min(64, last - from);
        for (int j = 0; j < many; ++j) {
          float4 q = near[j];
          float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, d2 = dx * dx + dy * dy + dz * dz;
          if (d2 >= 1 || d2 == 0) continue;
          float inverse = 0.09f / (d2 + 0.01f), sixth = inverse * inverse * inverse;
          float pull = (48 * sixth - 24) * sixth * inverse * q.w;
          sum.x += pull * dx;
          sum.y += pull * dy;
          sum.z += pull * dz;
          sum.w += sixth * (sixth - 1);
        }
      }
    }
    if (me < own_last) force[me] = sum;
  }
}

__device__ inline float3 between(float4 a, float4 b) { return make_float3(b.x - a.x, b.y - a.y, b.z - a.z); }
__device__ inline float3 crossed(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
__device__ inline float dotted(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ inline void push(float* force, int atom, float by, float3 along) {
  atomicAdd(force + 3 * atom, by * along.x);
  atomicAdd(force + 3 * atom + 1, by * along.y);
  atomicAdd(force + 3 * atom + 2, by * along.z);
}

// The forces of torsions about bonds, added to the four atoms of each by atomics.
__global__ void torsion_forces(const int4* atoms, const float2* constants, const float4* position,
                               float* force, float* energy, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int4 atom = atoms[i];
  float4 pi = position[atom.x], pj = position[atom.y], pk = position[atom.z], pl = position[atom.w];
  float3 f = between(pj, pi), g = between(pk, pj), h = between(pk, pl);
  float3 a = crossed(f, g), b = crossed(h, g);
  float aa = 1 / (dotted(a, a) + 1e-6f), bb = 1 / (dotted(b, b) + 1e-6f),
        length = sqrtf(dotted(g, g) + 1e-6f);
  float angle = atan2f(dotted(crossed(b, a), g) / length, dotted(a, b));
  float2 c = constants[i];
  float s, cosine;
  sincosf(3 * angle - c.y, &s, &cosine);
  energy[i] = c.x * (1 + cosine);
  float slope = 3 * c.x * s;
  float fg = dotted(f, g) * aa / length, hg = dotted(h, g) * bb / length;
  push(force, atom.x, -slope * length * aa, a);
  push(force, atom.y, slope * (length * aa + fg), a);
  push(force, atom.y, -slope * hg, b);
  push(force, atom.z, -slope * fg, a);
  push(force, atom.z, slope * (hg - length * bb), b);
  push(force, atom.w, slope * length * bb, b);
}

// Puts the three bonds of each molecule of water back to their lengths (SHAKE), as many rounds as it takes.
__global__ void constrain_water(float4* position, const float4* before, int* rounds, int molecules) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= molecules) return;
  float3 now[3], bond[3];
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    float4 p = position[3 * i + k];
    now[k] = make_float3(p.x, p.y, p.z);
    bond[k] = between(before[3 * i + k], before[3 * i + (k + 1) % 3]);
  }
  const float inverse_mass[3] = {1 / 16.0f, 1, 1}, wanted[3] = {1, 2.667f, 1};
  int round = 0;
  for (bool done = false; !done && round < 60; ++round) {
    done = true;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      int m = (k + 1) % 3;
      float3 d = make_float3(now[m].x - now[k].x, now[m].y - now[k].y, now[m].z - now[k].z);
      float wrong = dotted(d, d) - wanted[k];
      if (fabsf(wrong) < 1e-5f * wanted[k]) continue;
      done = false;
      float by = 0.5f * wrong / ((inverse_mass[k] + inverse_mass[m]) * fmaxf(dotted(d, bond[k]), 0.1f));
      now[k].x += by * inverse_mass[k] * bond[k].x;
      now[k].y += by * inverse_mass[k] * bond[k].y;
      now[k].z += by * inverse_mass[k] * bond[k].z;
      now[m].x -= by * inverse_mass[m] * bond[k].x;
      now[m].y -= by * inverse_mass[m] * bond[k].y;
      now[m].z -= by * inverse_mass[m] * bond[k].z;
    }
  }
#pragma unroll
  for (int k = 0; k < 3; ++k) position[3 * i + k] = make_float4(now[k].x, now[k].y, now[k].z, 0);
  rounds[i] = round;
}

// Boris's rotation of charged particles in fields that are kept at the nodes of a periodic plane.
__global__ void boris_push(float2* position, float3* velocity, const float4* electric, const float4* magnetic,
                           int particles, int side, float step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= particles) return;
  float2 at = position[i];
  float3 v = velocity[i];
  int x0 = static_cast<int>(at.x) & (side - 1), y0 = static_cast<int>(at.y) & (side - 1);
  int x1 = (x0 + 1) & (side - 1), y1 = (y0 + 1) & (side - 1);
  float fx = at.x - floorf(at.x), fy = at.y - floorf(at.y);
  int node[4] = {y0 * side + x0, y0 * side + x1, y1 * side + x0, y1 * side + x1};
  float weight[4] = {(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy};
  float3 e = make_float3(0, 0, 0), b = e;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float4 ek = electric[node[k]], bk = magnetic[node[k]];
    e = make_float3(e.x + weight[k] * ek.x, e.y + weight[k] * ek.y, e.z + weight[k] * ek.z);
    b = make_float3(b.x + weight[k] * bk.x, b.y + weight[k] * bk.y, b.z + weight[k] * bk.z);
  }
  float h = 0.5f * step;
  v = make_float3(v.x + h * e.x, v.y + h * e.y, v.z + h * e.z);
  float3 t = make_float3(h * b.x, h * b.y, h * b.z), turned = crossed(v, t);
  float by = 2 / (1 + dotted(t, t));
  turned = crossed(make_float3(v.x + turned.x, v.y + turned.y, v.z + turned.z), t);
  v = make_float3(v.x + by * turned.x + h * e.x, v.y + by * turned.y + h * e.y,
                  v.z + by * turned.z + h * e.z);
  velocity[i] = v;
  float nx = at.x + step * v.x, ny = at.y + step * v.y;
  position[i] = make_float2(nx - side * floorf(nx / side), ny - side * floorf(ny / side));
}

// Gravity by a quadtree in depth-first order (Barnes and Hut): `skip` leads past the subtree of a node that is far
// enough or a leaf. Nodes have a centre, a mass and the square of their side, 0 at leaves.
__global__ void gravity_by_tree(const float4* __restrict__ node, const int* __restrict__ skip,
                                const float2* __restrict__ body, float2* pull, int bodies, int nodes,
                                float closeness) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies) return;
  float2 p = body[i], sum = make_float2(0, 0);
  for (int k = 0; k < nodes;) {
    float4 at = node[k];
    float dx = at.x - p.x, dy = at.y - p.y, d2 = dx * dx + dy * dy + 1e-6f;
    if (at.w < closeness * d2) {
      float by = at.z * rsqrtf(d2) / d2;
      sum.x += by * dx;
      sum.y += by * dy;
      k = skip[k];
    } else {
      ++k;
    }
  }
  pull[i] = sum;
}

// Material points give mass and momentum to the nine nodes about them, with quadratic weights.
__global__ void points_to_grid(const float4* state, const float4* affine, float* mass, float* momentum,
                               int points, int side) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= points) return;
  float4 s = state[i], a = affine[i];
  int x = static_cast<int>(s.x - 0.5f), y = static_cast<int>(s.y - 0.5f);
  float fx = s.x - x, fy = s.y - y;
  float wx[3] = {0.5f * (1.5f - fx) * (1.5f - fx), 0.75f - (fx - 1) * (fx - 1),
                 0.5f * (fx - 0.5f) * (fx - 0.5f)};
  float wy[3] = {0.5f * (1.5f - fy) * (1.5f - fy), 0.75f - (fy - 1) * (fy - 1),
                 0.5f * (fy - 0.5f) * (fy - 0.5f)};
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int gx = k % 3, gy = k / 3, at = (y + gy) * side + x + gx;
    float w = wx[gx] * wy[gy], dx = gx - fx, dy = gy - fy;
    atomicAdd(mass + at, w);
    atomicAdd(momentum + 2 * at, w * (s.z + a.x * dx + a.y * dy));
    atomicAdd(momentum + 2 * at + 1, w * (s.w + a.z * dx + a.w * dy));
  }
}

// A step of Langevin's equation (BAOAB) for the three coordinates of each particle, with its own random numbers.
__global__ void langevin_step(float* position, float* velocity, const float* force, const float* inverse_mass,
                              int n, float step, float kept, float heat, unsigned long long seed) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned long long state = (seed + i) * 0x9e3779b97f4a7c15ull;
    uniform(state);
    float im = inverse_mass[i / 3];
    float v = velocity[i] + 0.5f * step * force[i] * im, x = position[i] + 0.5f * step * v;
    float normal = sqrtf(-2 * __logf(uniform(state))) * cospif(2 * uniform(state));
    v = kept * v + sqrtf((1 - kept * kept) * heat * im) * normal;
    position[i] = x + 0.5f * step * v;
    velocity[i] = v;
  }
}

}  // namespace untried
