// Simulation on grids: flow, waves, reactions, and cellular automata.
#pragma once
#include <cuda_runtime.h>

namespace everyday {

// The flux of shallow water through a face to the right of `l`, by Rusanov; x is height, y momentum along the
// face's normal, z momentum across.
__device__ __forceinline__ float3 rusanov_flux(float3 l, float3 r) {
  float ul = l.y / l.x, ur = r.y / r.x;
  float speed = fmaxf(fabsf(ul) + sqrtf(9.81f * l.x), fabsf(ur) + sqrtf(9.81f * r.x));
  return make_float3(
      0.5f * (l.y + r.y - speed * (r.x - l.x)),
      0.5f * (l.y * ul + 4.905f * l.x * l.x + r.y * ur + 4.905f * r.x * r.x - speed * (r.y - l.y)),
      0.5f * (l.z * ul + r.z * ur - speed * (r.z - l.z)));
}

// A step of shallow water with walls all round: each thread sums the fluxes through the four faces of its
// cell.
__global__ void shallow_water_faces(const float* __restrict__ h, const float* __restrict__ hu,
                                    const float* __restrict__ hv, float* nh, float* nhu, float* nhv,
                                    int width, int height, float ratio) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int i = y * width + x;
  int w = x > 0 ? i - 1 : i, e = x < width - 1 ? i + 1 : i;
  int s = y > 0 ? i - width : i, n = y < height - 1 ? i + width : i;
  float3 own = make_float3(h[i], hu[i], hv[i]), turned = make_float3(own.x, own.z, own.y);
  float3 fw = rusanov_flux(make_float3(h[w], w == i ? -hu[w] : hu[w], hv[w]), own);
  float3 fe = rusanov_flux(own, make_float3(h[e], e == i ? -hu[e] : hu[e], hv[e]));
  float3 fs = rusanov_flux(make_float3(h[s], s == i ? -hv[s] : hv[s], hu[s]), turned);
  float3 fn = rusanov_flux(turned, make_float3(h[n], n == i ? -hv[n] : hv[n], hu[n]));
  nh[i] = own.x - ratio * (fe.x - fw.x + fn.x - fs.x);
  nhu[i] = own.y - ratio * (fe.y - fw.y + fn.z - fs.z);
  nhv[i] = own.z - ratio * (fe.z - fw.z + fn.y - fs.y);
}

// The Game of Life on bits: a thread has 64 cells of a row, and adders of bits count the neighbours. The
// world is a torus.
__global__ void life_of_64_bits(const unsigned long long* in, unsigned long long* out, int words, int rows) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= words || y >= rows) return;
  int left = x ? x - 1 : words - 1, right = x + 1 < words ? x + 1 : 0;
  unsigned long long ones = 0, twos = 0, fours = 0, own = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    const unsigned long long* row = in + (y + dy + rows) % rows * words;
    unsigned long long c = row[x], l = c << 1 | row[left] >> 63, r = c >> 1 | row[right] << 63;
    if (dy == 0) own = c;
    for (int k = 0; k < 3; ++k) {
      unsigned long long add = k == 0 ? l : k == 1 ? r : dy ? c : 0;
      unsigned long long carry = ones & add, over = twos & carry;
      ones ^= add;
      twos ^= carry;
      fours |= over;
    }
  }
  out[y * words + x] = twos & ~fours & (ones | own);
}

// A step of a lattice Boltzmann method with five speeds, which carries heat in a given flow. The five
// directions lie one after another, and the edges are periodic.
__global__ void carry_heat_d2q5(const float* __restrict__ f, const float2* __restrict__ flow,
                                float* __restrict__ g, int width, int height, float omega) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width) return;
  int n = width * height, i = y * width + x;
  int xm = x ? x - 1 : width - 1, xp = x + 1 < width ? x + 1 : 0;
  int ym = y ? y - 1 : height - 1, yp = y + 1 < height ? y + 1 : 0;
  float f0 = f[i], f1 = f[n + y * width + xm], f2 = f[2 * n + y * width + xp];
  float f3 = f[3 * n + ym * width + x], f4 = f[4 * n + yp * width + x];
  float heat = f0 + f1 + f2 + f3 + f4;
  float2 u = flow[i];
  float w = heat / 6;
  g[i] = f0 + omega * (heat / 3 - f0);
  g[n + i] = f1 + omega * (w * (1 + 3 * u.x) - f1);
  g[2 * n + i] = f2 + omega * (w * (1 - 3 * u.x) - f2);
  g[3 * n + i] = f3 + omega * (w * (1 + 3 * u.y) - f3);
  g[4 * n + i] = f4 + omega * (w * (1 - 3 * u.y) - f4);
}

// Carries a quantity upwind through a volume by three fields of speed, all in double precision.
__global__ void upwind_3d_double(const double* __restrict__ q, const double* __restrict__ u,
                                 const double* __restrict__ v, const double* __restrict__ w, double* next,
                                 int nx, int ny, int nz, double ratio) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1 || z < 1 || z >= nz - 1) return;
  int plane = nx * ny, i = z * plane + y * nx + x;
  double c = q[i], a = u[i], b = v[i], d = w[i];
  double dx = a > 0 ? c - q[i - 1] : q[i + 1] - c;
  double dy = b > 0 ? c - q[i - nx] : q[i + nx] - c;
  double dz = d > 0 ? c - q[i - plane] : q[i + plane] - c;
  next[i] = c - ratio * (a * dx + b * dy + d * dz);
}

// A step of the viscous equations of Burgers for two components of speed, with a tile and its rim in shared
// memory.
__global__ void burgers_2d_tile(const float2* in, float2* out, int width, int height, float dt,
                                float viscosity) {
  __shared__ float2 tile[18][18];
  int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 16 - 1;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
    int x = min(width - 1, max(0, x0 + i % 18)), y = min(height - 1, max(0, y0 + i / 18));
    tile[i / 18][i % 18] = in[y * width + x];
  }
  __syncthreads();
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = x0 + tx, y = y0 + ty;
  if (x >= width || y >= height) return;
  float2 c = tile[ty][tx], w = tile[ty][tx - 1], e = tile[ty][tx + 1], s = tile[ty - 1][tx],
         n = tile[ty + 1][tx];
  float ux = 0.5f * (e.x - w.x), uy = 0.5f * (n.x - s.x), vx = 0.5f * (e.y - w.y), vy = 0.5f * (n.y - s.y);
  float lu = e.x + w.x + n.x + s.x - 4 * c.x, lv = e.y + w.y + n.y + s.y - 4 * c.y;
  out[y * width + x] = make_float2(c.x + dt * (viscosity * lu - c.x * ux - c.y * uy),
                                   c.y + dt * (viscosity * lv - c.x * vx - c.y * vy));
}

// The divergence of speeds on the faces of cells, as a right side for the pressure.
__global__ void divergence_of_faces(const float* __restrict__ u, const float* __restrict__ v,
                                    const float* __restrict__ w, const unsigned char* __restrict__ solid,
                                    float* right, int n, float scale) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= n || y >= n) return;
  int i = (z * n + y) * n + x, m = n + 1;
  float d = 0;
  if (!solid[i]) {
    d = u[(z * n + y) * m + x + 1] - u[(z * n + y) * m + x] + v[(z * m + y + 1) * n + x] -
        v[(z * m + y) * n + x] + w[((z + 1) * n + y) * n + x] - w[(z * n + y) * n + x];
  }
  right[i] = -scale * d;
}

// A step of excitable nerve tissue (FitzHugh and Nagumo) in double precision, with edges that let nothing
// through.
__global__ void excitable_tissue(const double* __restrict__ v, const double* __restrict__ r, double* nv,
                                 double* nr, int width, int height, double dt) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int i = y * width + x;
  double c = v[i], s = r[i];
  double around = v[x ? i - 1 : i] + v[x < width - 1 ? i + 1 : i] + v[y ? i - width : i] +
                  v[y < height - 1 ? i + width : i] - 4 * c;
  nv[i] = c + dt * (0.9 * around + c * (1 - c) * (c - 0.1) * 8 - s);
  nr[i] = s + dt * 0.01 * (0.5 * c - s);
}

// A step of a forest fire: trees burn when a neighbour burns or lightning strikes, and grow again by chance.
__global__ void forest_fire(const unsigned char* __restrict__ in, unsigned char* out, int width, int height,
                            unsigned step) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int i = y * width + x;
  unsigned h = i * 2654435761u ^ step * 40503u;
  h ^= h >> 16;
  h *= 0x7feb352du;
  h ^= h >> 15;
  h *= 0x846ca68bu;
  h ^= h >> 16;
  unsigned char cell = in[i], next = cell;
  if (cell == 2) {
    next = 0;
  } else if (cell == 0) {
    next = (h & 0xffff) < 650;
  } else {
    bool fire = (x > 0 && in[i - 1] == 2) || (x < width - 1 && in[i + 1] == 2) ||
                (y > 0 && in[i - width] == 2) || (y < height - 1 && in[i + width] == 2);
    if (fire || h < 20000) next = 2;
  }
  out[i] = next;
}

// The stresses of an elastic wave in the plane from the speeds, on staggered points, to fourth order.
__global__ void elastic_stresses(const float* __restrict__ vx, const float* __restrict__ vz,
                                 const float* __restrict__ lambda, const float* __restrict__ mu, float* sxx,
                                 float* szz, float* sxz, int width, int height, float ratio) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 2, z = blockIdx.y * blockDim.y + threadIdx.y + 2;
  if (x >= width - 2 || z >= height - 2) return;
  int i = z * width + x;
  const float a = 1.125f, b = -1.f / 24;
  float dxx = a * (vx[i] - vx[i - 1]) + b * (vx[i + 1] - vx[i - 2]);
  float dzz = a * (vz[i] - vz[i - width]) + b * (vz[i + width] - vz[i - 2 * width]);
  float dxz = a * (vx[i + width] - vx[i]) + b * (vx[i + 2 * width] - vx[i - width]) +
              a * (vz[i + 1] - vz[i]) + b * (vz[i + 2] - vz[i - 1]);
  float l = lambda[i], m = mu[i];
  sxx[i] += ratio * ((l + 2 * m) * dxx + l * dzz);
  szz[i] += ratio * (l * dxx + (l + 2 * m) * dzz);
  sxz[i] += ratio * m * dxz;
}

// Smooths each block of 8x8x8 cells several times over the six neighbours in shared
// memory; the rim of the block stays as it was.
__global__ void smooth_in_blocks_8(const float* in, float* out, int nx, int ny, int sweeps) {
  __shared__ float cell[2][10][10][10];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, t = (z * 8 + y) * 8 + x;
  int px = nx + 2, py = ny + 2;
  for (int i = t; i < 1000; i += 512) {
    int cx = i % 10, cy = i / 10 % 10, cz = i / 100;
    float v = in[((blockIdx.z * 8 + cz) * py + blockIdx.y * 8 + cy) * px + blockIdx.x * 8 + cx];
    cell[0][cz][cy][cx] = v;
    cell[1][cz][cy][cx] = v;
  }
  __syncthreads();
  int from = 0;
  for (int s = 0; s < sweeps; ++s) {
    float(*c)[10][10] = cell[from];
    cell[1 - from][z + 1][y + 1][x + 1] =
        0.4f * c[z + 1][y + 1][x + 1] +
        0.1f * (c[z][y + 1][x + 1] + c[z + 2][y + 1][x + 1] + c[z + 1][y][x + 1] + c[z + 1][y + 2][x + 1] +
                c[z + 1][y + 1][x] + c[z + 1][y + 1][x + 2]);
    from = 1 - from;
    __syncthreads();
  }
  out[((blockIdx.z * 8 + z) * ny + blockIdx.y * 8 + y) * nx + blockIdx.x * 8 + x] =
      cell[from][z + 1][y + 1][x + 1];
}

}  // namespace everyday
