// Fields on grids and meshes: shocks, multigrid, level sets, finite and spectral elements, lines of small blocks.
#pragma once
#include <cuda_runtime.h>

namespace untried {

// The value at the right face from five cells, fifth order without oscillations (WENO).
__device__ inline float weno5(float a, float b, float c, float d, float e) {
  float s0 = a - 2 * b + c, t0 = a - 4 * b + 3 * c, s1 = b - 2 * c + d, t1 = b - d;
  float s2 = c - 2 * d + e, t2 = 3 * c - 4 * d + e;
  float b0 = 1.0833333f * s0 * s0 + 0.25f * t0 * t0 + 1e-6f,
        b1 = 1.0833333f * s1 * s1 + 0.25f * t1 * t1 + 1e-6f;
  float b2 = 1.0833333f * s2 * s2 + 0.25f * t2 * t2 + 1e-6f;
  float w0 = 0.1f / (b0 * b0), w1 = 0.6f / (b1 * b1), w2 = 0.3f / (b2 * b2);
  return (w0 * (2 * a - 7 * b + 11 * c) + w1 * (-b + 5 * c + 2 * d) + w2 * (2 * c + 5 * d - e)) /
         (6 * (w0 + w1 + w2));
}

// A step of Burgers's equation along periodic rows; a row a blockIdx.y, blocks of 256 cells in shared memory.
__global__ void burgers_weno_rows(const float* in, float* out, int width, float ratio) {
  __shared__ float u[256 + 6], flux[257];
  int first = blockIdx.x * 256, t = threadIdx.x;
  const float* row = in + static_cast<size_t>(blockIdx.y) * width;
  for (int i = t; i < 262; i += 256) u[i] = row[(first + i - 3 + width) % width];
  __syncthreads();
  for (int i = t; i < 257; i += 256) {
    float left = weno5(u[i], u[i + 1], u[i + 2], u[i + 3], u[i + 4]);
    float right = weno5(u[i + 5], u[i + 4], u[i + 3], u[i + 2], u[i + 1]);
    float fastest = fmaxf(fabsf(left), fabsf(right));
    flux[i] = 0.25f * (left * left + right * right) - 0.5f * fastest * (right - left);
  }
  __syncthreads();
  if (first + t < width)
    out[static_cast<size_t>(blockIdx.y) * width + first + t] = u[t + 3] - ratio * (flux[t + 1] - flux[t]);
}

// The flux of Harten, Lax and van Leer between two states of a gas: density, momenta and energy.
__device__ inline float4 hll_flux(float4 l, float4 r) {
  float ul = l.y / l.x, ur = r.y / r.x;
  float pl = 0.4f * (l.w - 0.5f * (l.y * l.y + l.z * l.z) / l.x),
        pr = 0.4f * (r.w - 0.5f * (r.y * r.y + r.z * r.z) / r.x);
  float cl = sqrtf(1.4f * pl / l.x), cr = sqrtf(1.4f * pr / r.x);
  float sl = fminf(fminf(ul - cl, ur - cr), 0), sr = fmaxf(fmaxf(ul + cl, ur + cr), 0), by = 1 / (sr - sl);
  float4 fl = make_float4(l.y, l.y * ul + pl, l.z * ul, (l.w + pl) * ul);
  float4 fr = make_float4(r.y, r.y * ur + pr, r.z * ur, (r.w + pr) * ur);
  return make_float4((sr * fl.x - sl * fr.x + sl * sr * (r.x - l.x)) * by,
                     (sr * fl.y - sl * fr.y + sl * sr * (r.y - l.y)) * by,
                     (sr * fl.z - sl * fr.z + sl * sr * (r.z - l.z)) * by,
                     (sr * fl.w - sl * fr.w + sl * sr * (r.w - l.w)) * by);
}

// A step of the Euler equations along x; each thread computes both faces of its cell.
__global__ void euler_along_x(const float4* __restrict__ in, float4* __restrict__ out, int width, int height,
                              float ratio) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float4* row = in + y * width;
  float4 c = row[x], left = hll_flux(row[max(x - 1, 0)], c), right = hll_flux(c, row[min(x + 1, width - 1)]);
  out[y * width + x] = make_float4(c.x - ratio * (right.x - left.x), c.y - ratio * (right.y - left.y),
                                   c.z - ratio * (right.z - left.z), c.w - ratio * (right.w - left.w));
}

// Multigrid, up: adds the trilinear interpolation of a coarse correction of side^3 cells to the fine cells.
__global__ void prolong_and_add(const float* __restrict__ coarse, float* __restrict__ fine, int side) {
  int wide = 2 * side, x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (x >= wide || y >= wide) return;
  int cx = x / 2, cy = y / 2, cz = z / 2;
  int nx = min(max(cx + x % 2 * 2 - 1, 0), side - 1), ny = min(max(cy + y % 2 * 2 - 1, 0), side - 1);
  int nz = min(max(cz + z % 2 * 2 - 1, 0), side - 1);
  auto at = [&](int i, int j, int k) { return coarse[(k * side + j) * side + i]; };
  float here = 0.75f * (0.75f * at(cx, cy, cz) + 0.25f * at(nx, cy, cz)) +
               0.25f * (0.75f * at(cx, ny, cz) + 0.25f * at(nx, ny, cz));
  float there = 0.75f * (0.75f * at(cx, cy, nz) + 0.25f * at(nx, cy, nz)) +
                0.25f * (0.75f * at(cx, ny, nz) + 0.25f * at(nx, ny, nz));
  fine[(z * wide + y) * wide + x] += 0.75f * here + 0.25f * there;
}

// Multigrid, down: the mean residual of the eight fine cells under each coarse cell, in one go.
__global__ void residual_and_restrict(const float* __restrict__ u, const float* __restrict__ f, float* coarse,
                                      int side) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= side || y >= side) return;
  int wide = 2 * side, plane = wide * wide, last = wide - 1;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    int fx = 2 * x + (k & 1), fy = 2 * y + (k >> 1 & 1), fz = 2 * z + (k >> 2),
        at = fz * plane + fy * wide + fx;
    float around = (fx > 0 ? u[at - 1] : 0) + (fx < last ? u[at + 1] : 0) + (fy > 0 ? u[at - wide] : 0) +
                   (fy < last ? u[at + wide] : 0) + (fz > 0 ? u[at - plane] : 0) +
                   (fz < last ? u[at + plane] : 0);
    sum += f[at] - (6 * u[at] - around);
  }
  coarse[(z * side + y) * side + x] = sum / 8;
}

// A step that makes a level set a distance again, with Godunov's choice of differences, in double precision.
__global__ void redistance_step(const double* in, const double* sign, double* out, int width, int height,
                                double step) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int at = y * width + x;
  double c = in[at], s = sign[at];
  double left = c - in[x > 0 ? at - 1 : at], right = in[x + 1 < width ? at + 1 : at] - c;
  double down = c - in[y > 0 ? at - width : at], up = in[y + 1 < height ? at + width : at] - c;
  double gx, gy;
  if (s > 0) {
    gx = fmax(fmax(left, 0.0), -fmin(right, 0.0));
    gy = fmax(fmax(down, 0.0), -fmin(up, 0.0));
  } else {
    gx = fmax(-fmin(left, 0.0), fmax(right, 0.0));
    gy = fmax(-fmin(down, 0.0), fmax(up, 0.0));
  }
  out[at] = c - step * s * (sqrt(gx * gx + gy * gy) - 1);
}

// The action of the stiffness of linear triangles on a vector, element by element, added up by atomics.
__global__ void stiffness_by_elements(const int* corner, const float2* node, const float* conductivity,
                                      const float* u, float* result, int elements) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= elements) return;
  int c[3] = {corner[3 * e], corner[3 * e + 1], corner[3 * e + 2]};
  float2 p[3] = {node[c[0]], node[c[1]], node[c[2]]};
  float twice = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
  float gx = 0, gy = 0, bx[3], by[3];
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    bx[k] = p[(k + 1) % 3].y - p[(k + 2) % 3].y;
    by[k] = p[(k + 2) % 3].x - p[(k + 1) % 3].x;
    float v = u[c[k]];
    gx += bx[k] * v;
    gy += by[k] * v;
  }
  float scale = 0.5f * conductivity[e] / (fabsf(twice) + 1e-9f);
#pragma unroll
  for (int k = 0; k < 3; ++k) atomicAdd(result + c[k], scale * (bx[k] * gx + by[k] * gy));
}

// The three derivatives in a spectral element of 8 by 8 by 8 nodes; a block of 512 threads an element.
__global__ void __launch_bounds__(512)
    element_derivatives(const float* u, const float* derivative, float* dx, float* dy, float* dz) {
  __shared__ float value[8][8][9], d[8][9];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int thread = (z * 8 + y) * 8 + x, at = blockIdx.x * 512 + thread;
  value[z][y][x] = u[at];
  if (thread < 64) d[thread / 8][thread % 8] = derivative[thread];
  __syncthreads();
  float sx = 0, sy = 0, sz = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    sx += d[x][k] * value[z][y][k];
    sy += d[y][k] * value[z][k][x];
    sz += d[z][k] * value[k][y][x];
  }
  dx[at] = sx;
  dy[at] = sy;
  dz[at] = sz;
}

__device__ inline float4 times(float4 a, float4 b) {
  return make_float4(a.x * b.x + a.y * b.z, a.x * b.y + a.y * b.w, a.z * b.x + a.w * b.z,
                     a.z * b.y + a.w * b.w);
}
__device__ inline float2 times(float4 a, float2 v) {
  return make_float2(a.x * v.x + a.y * v.y, a.z * v.x + a.w * v.y);
}
__device__ inline float4 inverse_of(float4 a) {
  float by = 1 / (a.x * a.w - a.y * a.z);
  return make_float4(a.w * by, -a.y * by, -a.z * by, a.x * by);
}

// Tridiagonal systems whose elements are 2 by 2 blocks, a system a thread, interleaved. Overwrites `upper` and `x`.
__global__ void block_tridiagonal(const float4* lower, const float4* diagonal, float4* upper, float2* x,
                                  int systems, int rows) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  float4 inverse = inverse_of(diagonal[s]), above = times(inverse, upper[s]);
  float2 before = times(inverse, x[s]);
  upper[s] = above;
  x[s] = before;
  for (int r = 1; r < rows; ++r) {
    int at = r * systems + s;
    float4 l = lower[at], d = diagonal[at], product = times(l, above);
    inverse = inverse_of(make_float4(d.x - product.x, d.y - product.y, d.z - product.z, d.w - product.w));
    float2 b = x[at], lb = times(l, before);
    above = times(inverse, upper[at]);
    before = times(inverse, make_float2(b.x - lb.x, b.y - lb.y));
    upper[at] = above;
    x[at] = before;
  }
  for (int r = rows - 2; r >= 0; --r) {
    int at = r * systems + s;
    float2 v = x[at], by = times(upper[at], before);
    before = make_float2(v.x - by.x, v.y - by.y);
    x[at] = before;
  }
}

}  // namespace untried
