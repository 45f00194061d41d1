// Simulation: particles, lattices, waves, heat, orbits and random histories.
#pragma once
#include "sight_helpers.h"

namespace sight {

// Computes the gravity of all bodies on each body from tiles in shared memory.
__global__ void gravity_tiles(const float4* body, float4* force, int n) {
  extern __shared__ float4 tile_bodies[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = i < n ? body[i] : make_float4(0, 0, 0, 0);
  float3 sum = make_float3(0, 0, 0);
  for (int first = 0; first < n; first += blockDim.x) {
    tile_bodies[threadIdx.x] = first + threadIdx.x < n ? body[first + threadIdx.x] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < blockDim.x; ++j) {
      float4 b = tile_bodies[j];
      float x = b.x - me.x, y = b.y - me.y, z = b.z - me.z, r = rsqrtf(x * x + y * y + z * z + 1e-4f);
      float s = b.w * r * r * r;
      sum.x += s * x;
      sum.y += s * y;
      sum.z += s * z;
    }
    __syncthreads();
  }
  if (i < n) force[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

// Computes the density of fluid particles, sorted into cells, from the 27 cells around each.
__global__ void fluid_density(const float4* particle, const int* cell_start, float* density, int n, int side,
                              float h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = particle[i];
  int cx = static_cast<int>(p.x), cy = static_cast<int>(p.y), cz = static_cast<int>(p.z);
  float sum = 0, h2 = h * h;
  for (int z = max(0, cz - 1); z <= min(side - 1, cz + 1); ++z)
    for (int y = max(0, cy - 1); y <= min(side - 1, cy + 1); ++y) {
      int row = (z * side + y) * side;
      int first = cell_start[row + max(0, cx - 1)], last = cell_start[row + min(side - 1, cx + 1) + 1];
      for (int j = first; j < last; ++j) {
        float4 q = particle[j];
        float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z, r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < h2) {
          float d = h2 - r2;
          sum += q.w * d * d * d;
        }
      }
    }
  density[i] = sum * 315.0f / (64.0f * 3.14159265f * powf(h, 9));
}

// Streams and collides the nine populations of a lattice Boltzmann fluid on a periodic plane.
__global__ void lattice_boltzmann(const float* in, float* out, int width, int height, float omega) {
  const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const float w[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width) return;
  int cells = width * height;
  float f[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int u = x - cx[k], v = y - cy[k];
    u = u < 0 ? u + width : u >= width ? u - width : u;
    v = v < 0 ? v + height : v >= height ? v - height : v;
    f[k] = in[k * cells + v * width + u];
    rho += f[k];
    ux += f[k] * cx[k];
    uy += f[k] * cy[k];
  }
  ux /= rho;
  uy /= rho;
  float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    float cu = 3 * (cx[k] * ux + cy[k] * uy);
    out[k * cells + y * width + x] = f[k] - omega * (f[k] - w[k] * rho * (1 + cu + 0.5f * cu * cu - square));
  }
}

// Updates the two magnetic fields of a Yee grid in the plane.
__global__ void yee_magnetic(const float* ez, float* hx, float* hy, int width, int height, float c) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width - 1 || y >= height - 1) return;
  int i = y * width + x;
  float e = ez[i];
  hx[i] -= c * (ez[i + width] - e);
  hy[i] += c * (ez[i + 1] - e);
}

// Updates the electric field of a Yee grid with the material of each cell and a source.
__global__ void yee_electric(float* ez, const float* hx, const float* hy, const float* ca, const float* cb,
                             int width, int height, float source) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width || y >= height) return;
  int i = y * width + x;
  float e = ca[i] * ez[i] + cb[i] * (hy[i] - hy[i - 1] - hx[i] + hx[i - width]);
  if (x == width / 2 && y == height / 2) e += source;
  ez[i] = e;
}

// Takes four steps of the heat equation in shared memory for a tile with a border of four cells.
__global__ void heat_four_steps(const float* in, float* out, int width, int height, float k) {
  __shared__ float tile[2][40][41];
  int x0 = blockIdx.x * 32 - 4, y0 = blockIdx.y * 32 - 4;
  for (int i = threadIdx.x; i < 1600; i += blockDim.x) {
    int x = min(max(x0 + i % 40, 0), width - 1), y = min(max(y0 + i / 40, 0), height - 1);
    tile[0][i / 40][i % 40] = in[y * width + x];
  }
  __syncthreads();
  for (int s = 0; s < 4; ++s) {
    int size = 38 - 2 * s;
    for (int i = threadIdx.x; i < size * size; i += blockDim.x) {
      int x = i % size + s + 1, y = i / size + s + 1;
      const float(*t)[41] = tile[s & 1];
      int gx = x0 + x, gy = y0 + y;
      float v = t[y][x];
      if (gx > 0 && gy > 0 && gx < width - 1 && gy < height - 1)
        v += k * (t[y][x - 1] + t[y][x + 1] + t[y - 1][x] + t[y + 1][x] - 4 * v);
      tile[1 - (s & 1)][y][x] = v;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    int x = i % 32, y = i / 32;
    if (x0 + 4 + x < width && y0 + 4 + y < height)
      out[(y0 + 4 + y) * width + x0 + 4 + x] = tile[0][y + 4][x + 4];
  }
}

// Takes a Jacobi step for a seven-point stencil; each thread goes down a column and keeps three planes in registers.
__global__ void jacobi_columns(const double* in, double* out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  int plane = nx * ny, i = y * nx + x;
  double below = in[i], here = in[i + plane];
  for (int z = 1; z < nz - 1; ++z) {
    i += plane;
    double above = in[i + plane];
    out[i] = (below + above + in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx]) / 6;
    below = here;
    here = above;
  }
}

// Takes a step of the wave equation with differences of eighth order along three axes.
__global__ void wave_eighth_order(const float* now, float* before, const float* speed, int nx, int ny,
                                  int nz) {
  const float c[5] = {-2.847222f, 1.6f, -0.2f, 0.02539683f, -0.001785714f};
  int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4,
      z = blockIdx.z + 4;
  if (x >= nx - 4 || y >= ny - 4) return;
  int i = (z * ny + y) * nx + x;
  float here = now[i], sum = 3 * c[0] * here;
#pragma unroll
  for (int k = 1; k <= 4; ++k)
    sum += c[k] * (now[i - k] + now[i + k] + now[i - k * nx] + now[i + k * nx] + now[i - k * nx * ny] +
                   now[i + k * nx * ny]);
  before[i] = 2 * here - before[i] + speed[i] * sum;
}

// Prices a path-dependent option: each thread follows its own paths of normal steps and a block sums the pay-offs.
__global__ void barrier_option_paths(double* total, int paths, int steps, float s0, float strike,
                                     float barrier, float drift, float sigma) {
  __shared__ double part[32];
  double sum = 0;
  unsigned state = mix(blockIdx.x * blockDim.x + threadIdx.x + 1) | 1;
  for (int p = 0; p < paths; ++p) {
    float s = s0;
    bool alive = true;
    for (int k = 0; k < steps && alive; k += 2) {
      float r = sqrtf(-2 * __logf(next_uniform(state) + 1e-7f)), a, b;
      __sincosf(6.2831853f * next_uniform(state), &a, &b);
      s *= __expf(drift + sigma * r * a);
      alive = s < barrier;
      s *= __expf(drift + sigma * r * b);
      alive = alive && s < barrier;
    }
    if (alive) sum += fmaxf(s - strike, 0.0f);
  }
  sum = block_sum(sum, part);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

// Integrates Lorenz's equations from many starts by Runge and Kutta's method of fourth order in registers.
template <class T>
__global__ void lorenz_paths(T* state, int n, int steps, T dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T x = state[i], y = state[n + i], z = state[2 * n + i], rho = T(28) + T(i) / n;
  auto slope = [rho](T x, T y, T z, T& dx, T& dy, T& dz) {
    dx = T(10) * (y - x);
    dy = x * (rho - z) - y;
    dz = x * y - T(8) / T(3) * z;
  };
  for (int s = 0; s < steps; ++s) {
    T ax, ay, az, bx, by, bz, cx, cy, cz, ex, ey, ez, h = dt / 2;
    slope(x, y, z, ax, ay, az);
    slope(x + h * ax, y + h * ay, z + h * az, bx, by, bz);
    slope(x + h * bx, y + h * by, z + h * bz, cx, cy, cz);
    slope(x + dt * cx, y + dt * cy, z + dt * cz, ex, ey, ez);
    x += dt / 6 * (ax + 2 * bx + 2 * cx + ex);
    y += dt / 6 * (ay + 2 * by + 2 * cy + ey);
    z += dt / 6 * (az + 2 * bz + 2 * cz + ez);
  }
  state[i] = x;
  state[n + i] = y;
  state[2 * n + i] = z;
}

// Computes Lennard-Jones forces from neighbour lists in a periodic box.
__global__ void lennard_jones(const float4* position, const int* neighbours, const int* count, float4* force,
                              int n, float box, float cut2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = position[i], f = make_float4(0, 0, 0, 0);
  int many = count[i];
  for (int k = 0; k < many; ++k) {
    float4 q = __ldg(position + neighbours[k * n + i]);
    float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
    x -= box * rintf(x / box);
    y -= box * rintf(y / box);
    z -= box * rintf(z / box);
    float r2 = x * x + y * y + z * z;
    if (r2 < cut2) {
      float inverse = 1 / r2, six = inverse * inverse * inverse, s = 24 * inverse * six * (2 * six - 1);
      f.x += s * x;
      f.y += s * y;
      f.z += s * z;
      f.w += 2 * six * (six - 1);
    }
  }
  force[i] = f;
}

// Moves charged particles in an electric field and deposits their charge on the four nearest nodes.
__global__ void move_and_deposit(float4* particle, const float2* field, float* charge, int n, int side,
                                 float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = particle[i];
  auto node = [side](int x, int y) { return (y & (side - 1)) * side + (x & (side - 1)); };
  int x = static_cast<int>(floorf(p.x)), y = static_cast<int>(floorf(p.y));
  float u = p.x - x, v = p.y - y;
  float2 a = field[node(x, y)], b = field[node(x + 1, y)], c = field[node(x, y + 1)],
         d = field[node(x + 1, y + 1)];
  p.z += dt * ((1 - v) * ((1 - u) * a.x + u * b.x) + v * ((1 - u) * c.x + u * d.x));
  p.w += dt * ((1 - v) * ((1 - u) * a.y + u * b.y) + v * ((1 - u) * c.y + u * d.y));
  p.x += dt * p.z;
  p.y += dt * p.w;
  p.x -= side * floorf(p.x / side);
  p.y -= side * floorf(p.y / side);
  particle[i] = p;
  x = static_cast<int>(p.x);
  y = static_cast<int>(p.y);
  u = p.x - x;
  v = p.y - y;
  atomicAdd(charge + node(x, y), (1 - u) * (1 - v));
  atomicAdd(charge + node(x + 1, y), u * (1 - v));
  atomicAdd(charge + node(x, y + 1), (1 - u) * v);
  atomicAdd(charge + node(x + 1, y + 1), u * v);
}

// Updates one colour of an Ising model on a torus, with random numbers from a hash of place and sweep.
__global__ void ising_colour(signed char* spin, int side, int colour, unsigned sweep, float beta) {
  int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y;
  if (x >= side) return;
  x += (y + colour) & 1;
  int left = x ? x - 1 : side - 1, right = x + 1 < side ? x + 1 : 0, up = y ? y - 1 : side - 1,
      down = y + 1 < side ? y + 1 : 0;
  int s = spin[y * side + x],
      sum = spin[y * side + left] + spin[y * side + right] + spin[up * side + x] + spin[down * side + x];
  float u = mix((y * side + x) ^ mix(sweep)) * 2.3283064e-10f;
  if (u < __expf(-2 * beta * s * sum)) spin[y * side + x] = -s;
}

// Carries a dye along a velocity field, backwards in time with bilinear interpolation.
__global__ void advect_dye(const float2* velocity, const float4* dye, float4* out, int width, int height,
                           float dt) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float2 v = velocity[y * width + x];
  float px = fminf(fmaxf(x - dt * v.x, 0.0f), width - 1.001f),
        py = fminf(fmaxf(y - dt * v.y, 0.0f), height - 1.001f);
  int ix = static_cast<int>(px), iy = static_cast<int>(py);
  float u = px - ix, w = py - iy;
  float4 a = dye[iy * width + ix], b = dye[iy * width + ix + 1], c = dye[(iy + 1) * width + ix],
         d = dye[(iy + 1) * width + ix + 1];
  auto blend = [u, w](float a, float b, float c, float d) {
    return (1 - w) * (a + u * (b - a)) + w * (c + u * (d - c));
  };
  out[y * width + x] = make_float4(blend(a.x, b.x, c.x, d.x), blend(a.y, b.y, c.y, d.y),
                                   blend(a.z, b.z, c.z, d.z), blend(a.w, b.w, c.w, d.w));
}

// Follows neutrons through layers of matter until they are absorbed or leave, and tallies where they are absorbed.
__global__ void neutron_histories(const float2* layer, unsigned* tally, int layers, int each) {
  extern __shared__ unsigned absorbed[];
  for (int i = threadIdx.x; i < layers + 2; i += blockDim.x) absorbed[i] = 0;
  __syncthreads();
  unsigned state = mix(blockIdx.x * blockDim.x + threadIdx.x + 77) | 1;
  for (int k = 0; k < each; ++k) {
    float x = 0, direction = 1;
    int where = -1;
    while (where < 0) {
      int at = min(static_cast<int>(x), layers - 1);
      float2 m = __ldg(layer + at);
      float step = -__logf(next_uniform(state) + 1e-7f) / m.x;
      float edge = direction > 0 ? at + 1 - x : x - at;
      if (step * fabsf(direction) > edge) {
        x = direction > 0 ? at + 1.0f : at - 1e-4f;
        if (x >= layers) where = layers;
        if (x < 0) where = layers + 1;
      } else {
        x += step * direction;
        if (next_uniform(state) < m.y)
          where = at;
        else
          direction = 2 * next_uniform(state) - 1;
      }
    }
    atomicAdd(absorbed + where, 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < layers + 2; i += blockDim.x)
    if (absorbed[i]) atomicAdd(tally + i, absorbed[i]);
}

// Relaxes the springs of a cloth several times in shared memory, one block a cloth of 32x32 knots.
__global__ void cloth_springs(float3* knots, int rounds) {
  __shared__ float3 p[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  size_t at = static_cast<size_t>(blockIdx.x) * 1024 + y * 32 + x;
  p[y][x] = knots[at];
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    float3 me = p[y][x], move = make_float3(0, -0.0005f, 0);
    for (int k = 0; k < 4; ++k) {
      int u = x + (k == 0) - (k == 1), v = y + (k == 2) - (k == 3);
      if (u < 0 || v < 0 || u > 31 || v > 31) continue;
      float3 q = p[v][u];
      float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z,
            length = sqrtf(dx * dx + dy * dy + dz * dz + 1e-9f);
      float pull = 0.2f * (length - 1) / length;
      move.x += pull * dx;
      move.y += pull * dy;
      move.z += pull * dz;
    }
    __syncthreads();
    if (y > 0) p[y][x] = make_float3(me.x + move.x, me.y + move.y, me.z + move.z);
    __syncthreads();
  }
  knots[at] = p[y][x];
}

}  // namespace sight
