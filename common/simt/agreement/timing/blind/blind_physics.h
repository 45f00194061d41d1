// Particles, fluids, fields and rays.
#pragma once
#include "blind_warp.h"

// All pairs, with tiles of bodies in shared memory.
__global__ void nbody_forces(const float4* bodies, float3* acceleration, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = bodies[i];
  float3 a = {0, 0, 0};
  for (int first = 0; first < n; first += blockDim.x) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < blockDim.x; ++j) {
      float4 b = tile[j];
      float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f), k = b.w * inverse * inverse * inverse;
      a.x += k * dx;
      a.y += k * dy;
      a.z += k * dz;
    }
    __syncthreads();
  }
  acceleration[i] = a;
}

// Smoothed particles in sorted order; `cell_start` has the first particle of each cell.
__global__ void sph_density(const float4* position, const int* cell_start, float* density, int n, int side,
                            float cell, float radius) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 me = position[i];
  int cx = static_cast<int>(me.x / cell), cy = static_cast<int>(me.y / cell),
      cz = static_cast<int>(me.z / cell);
  float sum = 0, limit = radius * radius;
  for (int z = max(cz - 1, 0); z <= min(cz + 1, side - 1); ++z)
    for (int y = max(cy - 1, 0); y <= min(cy + 1, side - 1); ++y)
      for (int x = max(cx - 1, 0); x <= min(cx + 1, side - 1); ++x) {
        int c = (z * side + y) * side + x;
        for (int j = cell_start[c]; j < cell_start[c + 1]; ++j) {
          float4 p = position[j];
          float dx = p.x - me.x, dy = p.y - me.y, dz = p.z - me.z, d = limit - dx * dx - dy * dy - dz * dz;
          if (d > 0) sum += p.w * d * d * d;
        }
      }
  density[i] = sum;
}

// D2Q9, pulled from the neighbours, periodic, one array a direction.
__global__ void lattice_boltzmann_d2q9(const float* f, float* out, const unsigned char* solid, int nx, int ny,
                                       float omega) {
  constexpr int CX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, CY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  constexpr int OPPOSITE[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
  constexpr float W[9] = {4 / 9.0f,  1 / 9.0f,  1 / 9.0f,  1 / 9.0f, 1 / 9.0f,
                          1 / 36.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f};
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, cells = nx * ny, here = y * nx + x;
  if (x >= nx) return;
  float g[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    int sx = (x - CX[q] + nx) % nx, sy = (y - CY[q] + ny) % ny;
    g[q] = f[q * cells + sy * nx + sx];
    rho += g[q];
    ux += CX[q] * g[q];
    uy += CY[q] * g[q];
  }
  if (solid[here]) {
#pragma unroll
    for (int q = 0; q < 9; ++q) out[q * cells + here] = g[OPPOSITE[q]];
    return;
  }
  ux /= rho;
  uy /= rho;
  float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    float cu = 3 * (CX[q] * ux + CY[q] * uy);
    out[q * cells + here] = g[q] + omega * (W[q] * rho * (1 + cu + 0.5f * cu * cu - square) - g[q]);
  }
}

// Maxwell's equations on a Yee grid: the electric field from the magnetic field, with a material index a
// cell.
__global__ void fdtd3d_electric(float* ex, float* ey, float* ez, const float* hx, const float* hy,
                                const float* hz, const unsigned char* material, const float2* coefficients,
                                int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z + 1;
  if (x < 1 || y < 1 || x >= nx || y >= ny || z >= nz) return;
  int i = (z * ny + y) * nx + x, dy = nx, dz = nx * ny;
  float2 k = __ldg(&coefficients[material[i]]);
  ex[i] = k.x * ex[i] + k.y * (hz[i] - hz[i - dy] - hy[i] + hy[i - dz]);
  ey[i] = k.x * ey[i] + k.y * (hx[i] - hx[i - dz] - hz[i] + hz[i - 1]);
  ez[i] = k.x * ez[i] + k.y * (hy[i] - hy[i - 1] - hx[i] + hx[i - dy]);
}

// Lennard-Jones forces from neighbour lists: entry k of all atoms is contiguous. The box is periodic.
__global__ void lennard_jones_lists(const float4* position, const int* neighbours, const int* counts,
                                    float4* force, int n, float box, float cutoff2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 me = position[i];
  float fx = 0, fy = 0, fz = 0, energy = 0;
  for (int k = 0, last = counts[i]; k < last; ++k) {
    float4 p = __ldg(&position[neighbours[k * n + i]]);
    float dx = me.x - p.x, dy = me.y - p.y, dz = me.z - p.z;
    dx -= box * rintf(dx / box);
    dy -= box * rintf(dy / box);
    dz -= box * rintf(dz / box);
    float r2 = dx * dx + dy * dy + dz * dz;
    if (r2 > cutoff2) continue;
    float s2 = 1 / r2, s6 = s2 * s2 * s2, f = 48 * s2 * s6 * (s6 - 0.5f);
    fx += f * dx;
    fy += f * dy;
    fz += f * dz;
    energy += 4 * s6 * (s6 - 1);
  }
  force[i] = {fx, fy, fz, energy};
}

// One colour of a chessboard of spins, packed by colour, with a random number from the place and the step.
__global__ void ising_half_step(signed char* mine, const signed char* other, int rows, int columns,
                                int colour, unsigned step, float beta) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c >= columns) return;
  int up = (r + rows - 1) % rows, down = (r + 1) % rows;
  int side = (r % 2 == colour) ? (c + columns - 1) % columns : (c + 1) % columns;
  int sum = other[up * columns + c] + other[down * columns + c] + other[r * columns + c] +
            other[r * columns + side];
  unsigned h = (r * columns + c) * 0x9e3779b9u ^ step * 0x85ebca6bu;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  h ^= h >> 12;
  h *= 0x297a2d39u;
  h ^= h >> 15;
  signed char s = mine[r * columns + c];
  if (h * 2.3283064e-10f < expf(-2 * beta * s * sum)) mine[r * columns + c] = static_cast<signed char>(-s);
}

// Cloud in cell: each particle adds its charge to the four corners of its cell.
__global__ void deposit_charge(const float2* position, const float* charge, float* grid, int n, int side) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = position[i];
  int x = static_cast<int>(p.x), y = static_cast<int>(p.y);
  float u = p.x - x, v = p.y - y, q = charge[i];
  float* g = grid + y * side + x;
  atomicAdd(g, q * (1 - u) * (1 - v));
  atomicAdd(g + 1, q * u * (1 - v));
  atomicAdd(g + side, q * (1 - u) * v);
  atomicAdd(g + side + 1, q * u * v);
}

struct BvhNode {
  float low[3];
  int left;  // a leaf: the first sphere
  float high[3];
  int count;  // zero in an inner node, whose children are left and left + 1
};

// The nearest sphere that a ray hits, with a stack in local memory.
__global__ void trace_spheres(const BvhNode* nodes, const float4* spheres, float* depth, int width,
                              int height) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  float d[3] = {(px + 0.5f) / width - 0.5f, (py + 0.5f) / height - 0.5f, 1.0f}, o[3] = {0.5f, 0.5f, -1.0f};
  float norm = rsqrtf(d[0] * d[0] + d[1] * d[1] + 1);
  for (float& c : d) c *= norm;
  float best = 1e30f;
  int stack[24], size = 0;
  stack[size++] = 0;
  while (size) {
    BvhNode node = nodes[stack[--size]];
    float near_t = 0, far_t = best;
#pragma unroll
    for (int a = 0; a < 3; ++a) {
      float inverse = 1 / d[a], t0 = (node.low[a] - o[a]) * inverse, t1 = (node.high[a] - o[a]) * inverse;
      near_t = fmaxf(near_t, fminf(t0, t1));
      far_t = fminf(far_t, fmaxf(t0, t1));
    }
    if (near_t > far_t) continue;
    if (node.count == 0) {
      stack[size++] = node.left;
      stack[size++] = node.left + 1;
      continue;
    }
    for (int s = node.left; s < node.left + node.count; ++s) {
      float4 c = spheres[s];
      float x = c.x - o[0], y = c.y - o[1], z = c.z - o[2], b = x * d[0] + y * d[1] + z * d[2];
      float h = b * b - (x * x + y * y + z * z - c.w * c.w);
      if (h > 0) {
        float t = b - sqrtf(h);
        if (t > 0 && t < best) best = t;
      }
    }
  }
  depth[py * width + px] = best;
}
