// Kernels of outside.cu, launches that judge the model of kernel time: written without a look at it, at its
// errors or at the earlier sets, and measured before anything was fitted to them.
#pragma once
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <cfloat>
#include <cstdint>

namespace cg = cooperative_groups;

// Streaming.

__global__ void axpby(int n, float a, const float* x, float b, const float* y, float* z) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    z[i] = a * x[i] + b * y[i];
  }
}

__global__ void stream_triad(double* __restrict__ a, const double* __restrict__ b,
                             const double* __restrict__ c, double scalar, size_t len) {
  size_t idx = (size_t)threadIdx.x + (size_t)blockIdx.x * blockDim.x;
  if (idx < len) a[idx] = b[idx] + scalar * c[idx];
}

__global__ void copyBytes(const unsigned char* src, unsigned char* dst, int count) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid >= count) return;
  dst[tid] = src[tid];
}

__global__ void lagged_difference(const float* __restrict__ series, float* __restrict__ out, int n, int lag) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - lag) out[i] = series[i + lag] - series[i];
}

struct Body {
  float x, y, z;
  float vx, vy, vz;
  float life;
};

__global__ void advance_bodies(Body* bodies, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Body b = bodies[i];
  b.vz -= 9.81f * dt;
  b.x += b.vx * dt;
  b.y += b.vy * dt;
  b.z += b.vz * dt;
  if (b.z < 0) {
    b.z = -b.z;
    b.vz = -0.9f * b.vz;
  }
  b.life *= 0.999f;
  bodies[i] = b;
}

struct BodyArrays {
  float *x, *y, *z, *vx, *vy, *vz, *life;
};

__global__ void advance_arrays(BodyArrays s, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float vz = s.vz[i] - 9.81f * dt;
  float z = s.z[i] + vz * dt;
  s.x[i] += s.vx[i] * dt;
  s.y[i] += s.vy[i] * dt;
  if (z < 0) {
    z = -z;
    vz = -0.9f * vz;
  }
  s.z[i] = z;
  s.vz[i] = vz;
  s.life[i] *= 0.999f;
}

// Each thread keeps four 16-byte loads in flight.
__global__ __launch_bounds__(256) void xor_wide(const uint4* __restrict__ a, const uint4* __restrict__ key,
                                                uint4* __restrict__ out) {
  unsigned base = blockIdx.x * 1024u + threadIdx.x;
  uint4 v[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) v[k] = a[base + k * 256];
  uint4 m = key[threadIdx.x & 15];
#pragma unroll
  for (int k = 0; k < 4; ++k)
    out[base + k * 256] = make_uint4(v[k].x ^ m.x, v[k].y ^ m.y, v[k].z ^ m.z, v[k].w ^ m.w);
}

__global__ void bf16_lerp(const __nv_bfloat162* __restrict__ from, const __nv_bfloat162* __restrict__ to,
                          __nv_bfloat162* __restrict__ out, float t, int pairs) {
  int stride = gridDim.x * blockDim.x;
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < pairs; p += stride) {
    float2 f = __bfloat1622float2(from[p]), g = __bfloat1622float2(to[p]);
    out[p] = __floats2bfloat162_rn(f.x + t * (g.x - f.x), f.y + t * (g.y - f.y));
  }
}

__global__ void hwc_to_chw(const uint8_t* image, float* planes, int width, int height) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  const float mean[3] = {0.485f, 0.456f, 0.406f}, inv_std[3] = {4.367f, 4.464f, 4.444f};
  int at = py * width + px;
  for (int c = 0; c < 3; c++)
    planes[c * width * height + at] = (image[3 * at + c] / 255.0f - mean[c]) * inv_std[c];
}

__global__ void fill_wave(float4* out, int n, float phase) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float base = i * 1e-3f + phase;
    out[i] = make_float4(base, base * 2, base * 3, base * 4);
  }
}

// Fletcher-like sums over a contiguous piece of each block.
__global__ void block_checksum(const uint32_t* words, uint2* sums, int words_per_block) {
  __shared__ uint32_t s1, s2;
  if (threadIdx.x == 0) s1 = s2 = 0;
  __syncthreads();
  uint32_t a = 0, b = 0;
  const uint32_t* mine = words + (size_t)blockIdx.x * words_per_block;
  for (int i = threadIdx.x; i < words_per_block; i += blockDim.x) {
    a += mine[i];
    b += mine[i] * (words_per_block - i);
  }
  atomicAdd(&s1, a);
  atomicAdd(&s2, b);
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = make_uint2(s1, s2);
}

// Every thread walks its own contiguous chunk, as one does on a CPU.
__global__ void chunk_per_thread(const float* in, float* out, int chunk) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float ema = in[t * chunk];
  for (int k = 0; k < chunk; k++) {
    ema = 0.9f * ema + 0.1f * in[t * chunk + k];
    out[t * chunk + k] = ema;
  }
}

__global__ void vec_add_tiny(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// Transposes and rearrangements.

__global__ void transpose_plain(const float* in, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

constexpr int TILE_DIM = 32, BLOCK_ROWS = 8;

__global__ void transposeNoConflicts(float* odata, const float* idata, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// The tile has no padding, so that its columns collide.
__global__ void transpose_double_16(const double* a, double* at, int n) {
  __shared__ double t[16][16];
  t[threadIdx.y][threadIdx.x] = a[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x];
  __syncthreads();
  at[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}

// [batch, seq, head, dim] to [batch, head, seq, dim], all in one flat index.
__global__ void permute_0213(const __half* __restrict__ in, __half* __restrict__ out, int seq, int heads,
                             int dim, int total) {
  int o = blockIdx.x * blockDim.x + threadIdx.x;
  if (o >= total) return;
  int d = o % dim;
  int s = (o / dim) % seq;
  int h = (o / dim / seq) % heads;
  int b = o / dim / seq / heads;
  out[o] = in[((b * seq + s) * heads + h) * dim + d];
}

__device__ inline unsigned spread_bits(unsigned v) {
  v &= 0xffff;
  v = (v | (v << 8)) & 0x00ff00ff;
  v = (v | (v << 4)) & 0x0f0f0f0f;
  v = (v | (v << 2)) & 0x33333333;
  return (v | (v << 1)) & 0x55555555;
}

__global__ void linear_to_morton(const float* grid, float* curve, int log_side) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = i & ((1u << log_side) - 1), y = i >> log_side;
  curve[spread_bits(x) | (spread_bits(y) << 1)] = grid[i];
}

// Stencils.

__global__ void jacobi5(const float* u, float* un, const float* f, int nx, int ny, float h2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
    int id = j * nx + i;
    un[id] = 0.25f * (u[id - 1] + u[id + 1] + u[id - nx] + u[id + nx] - h2 * f[id]);
  }
}

// Marches along z with the column in registers and the plane in shared memory.
__global__ void heat7_march(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz,
                            float k) {
  __shared__ float plane[18][34];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int slab = nx * ny, at = y * nx + x;
  float below = in[at], here = in[at], above = in[at + slab];
  for (int z = 0; z < nz; ++z) {
    __syncthreads();
    plane[ty][tx] = here;
    if (tx == 1) plane[ty][0] = x > 0 ? in[at - 1] : here;
    if (tx == 32) plane[ty][33] = x < nx - 1 ? in[at + 1] : here;
    if (ty == 1) plane[0][tx] = y > 0 ? in[at - nx] : here;
    if (ty == 16) plane[17][tx] = y < ny - 1 ? in[at + nx] : here;
    __syncthreads();
    out[at] = here + k * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] +
                          below + above - 6 * here);
    below = here;
    here = above;
    at += slab;
    if (z + 2 < nz) above = in[at + slab];
  }
}

#define RADIUS 9
#define BLOCK_SIZE 192
__global__ void stencil_1d(int* in, int* out, int n) {
  __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x;
  int lindex = threadIdx.x + RADIUS;
  temp[lindex] = gindex < n ? in[gindex] : 0;
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = gindex >= RADIUS ? in[gindex - RADIUS] : 0;
    temp[lindex + BLOCK_SIZE] = gindex + BLOCK_SIZE < n ? in[gindex + BLOCK_SIZE] : 0;
  }
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset];
  if (gindex < n) out[gindex] = result;
}

__global__ void biharmonic13(const double* __restrict__ w, double* __restrict__ r, int n) {
  const int x = 2 + blockIdx.x * blockDim.x + threadIdx.x, y = 2 + blockIdx.y;
  if (x >= n - 2) return;
  const double* c = w + (size_t)y * n + x;
  double near = c[-1] + c[1] + c[-n] + c[n];
  double diagonal = c[-n - 1] + c[-n + 1] + c[n - 1] + c[n + 1];
  double far = c[-2] + c[2] + c[-2 * n] + c[2 * n];
  r[(size_t)y * n + x] = 20.0 * c[0] - 8.0 * near + 2.0 * diagonal + far;
}

// Several time steps in one launch; the valid part of the tile shrinks.
template <int STEPS>
__global__ void heat_pyramid(const float* src, float* dst, int w, int h) {
  __shared__ float a[2][32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int gx = (int)blockIdx.x * (32 - 2 * STEPS) + tx - STEPS,
            gy = (int)blockIdx.y * (32 - 2 * STEPS) + ty - STEPS;
  a[0][ty][tx] = src[min(max(gy, 0), h - 1) * w + min(max(gx, 0), w - 1)];
  __syncthreads();
  int now = 0;
  for (int s = 0; s < STEPS; ++s) {
    if (tx > s && tx < 31 - s && ty > s && ty < 31 - s)
      a[now ^ 1][ty][tx] = 0.2f * (a[now][ty][tx] + a[now][ty][tx - 1] + a[now][ty][tx + 1] +
                                   a[now][ty - 1][tx] + a[now][ty + 1][tx]);
    __syncthreads();
    now ^= 1;
  }
  if (tx >= STEPS && tx < 32 - STEPS && ty >= STEPS && ty < 32 - STEPS && gx < w && gy < h)
    dst[gy * w + gx] = a[now][ty][tx];
}

__global__ void box27(const float* in, float* out, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  float sum = 0;
  int seen = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int xx = x + dx, yy = y + dy, zz = z + dz;
        if (xx < 0 || yy < 0 || zz < 0 || xx >= n || yy >= n || zz >= n) continue;
        sum += in[(zz * n + yy) * n + xx];
        seen++;
      }
  out[(z * n + y) * n + x] = sum / seen;
}

// The string of an instrument, all its steps in one block.
__global__ void plucked_string(const float* start, float* record, int steps) {
  __shared__ float u[1026];
  int i = threadIdx.x + 1;
  if (threadIdx.x == 0) u[0] = u[1025] = 0;
  u[i] = start[threadIdx.x];
  float previous = start[threadIdx.x];
  __syncthreads();
  for (int s = 0; s < steps; s++) {
    float here = u[i];
    float next = 2 * here - previous + 0.3f * (u[i - 1] - 2 * here + u[i + 1]);
    __syncthreads();
    u[i] = 0.9995f * next;
    previous = here;
    __syncthreads();
    if (threadIdx.x == 300) record[s] = u[i];
  }
}

__global__ void gauss_seidel_colour(float* u, const float* rhs, int n, int colour) {
  int row = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  int col = 1 + 2 * (blockIdx.x * blockDim.x + threadIdx.x) + ((row + colour) & 1);
  if (row < n - 1 && col < n - 1) {
    float* p = u + row * n + col;
    *p = 0.25f * (p[-1] + p[1] + p[-n] + p[n] + rhs[row * n + col]);
  }
}

// Reductions.

// The first version which every lecture starts with.
__global__ void reduce_modulo(const int* g_in, int* g_out) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = g_in[i];
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_out[blockIdx.x] = sdata[0];
}

__inline__ __device__ float warpSum(float v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
  return v;
}

__global__ void norm_squared(const float4* x, float* result, int n4) {
  float acc = 0.f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
    float4 v = x[i];
    acc += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  acc = warpSum(acc);
  if ((threadIdx.x & 31) == 0) atomicAdd(result, acc);
}

__global__ void row_max_warp(const float* m, float* best, int rows, int cols) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= rows) return;
  float v = -FLT_MAX;
  for (int c = lane; c < cols; c += 32) v = fmaxf(v, m[(size_t)warp * cols + c]);
#pragma unroll
  for (int mask = 16; mask; mask /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, mask));
  if (!lane) best[warp] = v;
}

__global__ void column_sums_2d(const float* __restrict__ m, float* __restrict__ sums, int rows, int cols) {
  __shared__ float part[8][33];
  int c = blockIdx.x * 32 + threadIdx.x;
  float s = 0;
  if (c < cols)
    for (int r = blockIdx.y * 8 + threadIdx.y; r < rows; r += 8 * gridDim.y) s += m[r * cols + c];
  part[threadIdx.y][threadIdx.x] = s;
  __syncthreads();
  if (threadIdx.y == 0 && c < cols) {
    for (int k = 1; k < 8; ++k) s += part[k][threadIdx.x];
    atomicAdd(&sums[c], s);
  }
}

__global__ void argmin_single_block(const float* x, int n, int* where) {
  __shared__ float best[1024];
  __shared__ int index[1024];
  int t = threadIdx.x;
  float b = INFINITY;
  int at = -1;
  for (int i = t; i < n; i += 1024)
    if (x[i] < b) {
      b = x[i];
      at = i;
    }
  best[t] = b;
  index[t] = at;
  __syncthreads();
  for (int half = 512; half > 0; half >>= 1) {
    if (t < half && best[t + half] < best[t]) {
      best[t] = best[t + half];
      index[t] = index[t + half];
    }
    __syncthreads();
  }
  if (t == 0) *where = index[0];
}

__global__ void tile_ranges(const float* values, float2* ranges, int groups) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int group = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
  if (group >= groups) return;
  float lo = FLT_MAX, hi = -FLT_MAX;
  for (int k = tile.thread_rank(); k < 40; k += tile.size()) {
    float v = values[group * 40 + k];
    lo = min(lo, v);
    hi = max(hi, v);
  }
  for (int d = tile.size() / 2; d; d /= 2) {
    lo = min(lo, tile.shfl_down(lo, d));
    hi = max(hi, tile.shfl_down(hi, d));
  }
  if (tile.thread_rank() == 0) ranges[group] = make_float2(lo, hi);
}

// The block which finishes last adds the parts.
__global__ void dot_last_block(const double* a, const double* b, double* parts, unsigned* finished,
                               double* dot, int n) {
  __shared__ double s[256];
  __shared__ bool last;
  double v = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) v = fma(a[i], b[i], v);
  s[threadIdx.x] = v;
  __syncthreads();
  for (int h = 128; h; h >>= 1) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    double total = 0;
    for (int k = 0; k < gridDim.x; k++) total += ((volatile double*)parts)[k];
    *dot = total;
  }
}

__global__ void welford_rows(const float* data, float* mean_out, float* var_out, int cols) {
  const float* row = data + (size_t)blockIdx.x * cols;
  float mean = 0, m2 = 0;
  int count = 0;
  for (int i = threadIdx.x; i < cols; i += 32) {
    ++count;
    float delta = row[i] - mean;
    mean += delta / count;
    m2 += delta * (row[i] - mean);
  }
  for (int o = 16; o; o >>= 1) {
    float other_mean = __shfl_xor_sync(0xffffffffu, mean, o), other_m2 = __shfl_xor_sync(0xffffffffu, m2, o);
    int other_count = __shfl_xor_sync(0xffffffffu, count, o);
    int total = count + other_count;
    float delta = other_mean - mean;
    mean = (mean * count + other_mean * other_count) / total;
    m2 += other_m2 + delta * delta * count * other_count / total;
    count = total;
  }
  if (threadIdx.x == 0) mean_out[blockIdx.x] = mean, var_out[blockIdx.x] = m2 / (cols - 1);
}

// Ragged segments, a thread each.
__global__ void segment_mean(const float* v, const int* offsets, float* means, int segments) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s < segments) {
    int from = offsets[s], to = offsets[s + 1];
    float sum = 0;
    for (int i = from; i < to; i++) sum += v[i];
    means[s] = to > from ? sum / (to - from) : 0;
  }
}

// Scans.

__global__ void hillis_steele(const int* in, int* out) {
  __shared__ int buffer[2][1024];
  int t = threadIdx.x, from = 0;
  buffer[0][t] = in[blockIdx.x * 1024 + t];
  __syncthreads();
  for (int d = 1; d < 1024; d *= 2) {
    buffer[1 - from][t] = t >= d ? buffer[from][t] + buffer[from][t - d] : buffer[from][t];
    from = 1 - from;
    __syncthreads();
  }
  out[blockIdx.x * 1024 + t] = buffer[from][t];
}

__global__ void prescan(float* g_odata, const float* g_idata, int n) {
  extern __shared__ float temp[];
  int thid = threadIdx.x, offset = 1;
  g_idata += blockIdx.x * n;
  g_odata += blockIdx.x * n;
  temp[2 * thid] = g_idata[2 * thid];
  temp[2 * thid + 1] = g_idata[2 * thid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1, bi = offset * (2 * thid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0) temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1, bi = offset * (2 * thid + 2) - 1;
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  g_odata[2 * thid] = temp[2 * thid];
  g_odata[2 * thid + 1] = temp[2 * thid + 1];
}

// One block scans a long array: 512 threads with 8 values each, piece after piece.
__global__ void scan_one_block(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned warp_totals[16], carry;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (threadIdx.x == 0) carry = 0;
  __syncthreads();
  for (int base = 0; base < n; base += 4096) {
    unsigned v[8], sum = 0;
    for (int k = 0; k < 8; ++k) {
      int i = base + threadIdx.x * 8 + k;
      sum += i < n ? in[i] : 0;
      v[k] = sum;
    }
    unsigned scan = sum;
    for (int d = 1; d < 32; d <<= 1) {
      unsigned left = __shfl_up_sync(0xffffffff, scan, d);
      if (lane >= d) scan += left;
    }
    if (lane == 31) warp_totals[warp] = scan;
    __syncthreads();
    if (warp == 0) {
      unsigned t = lane < 16 ? warp_totals[lane] : 0;
      for (int d = 1; d < 16; d <<= 1) {
        unsigned left = __shfl_up_sync(0xffffffff, t, d);
        if (lane >= d) t += left;
      }
      if (lane < 16) warp_totals[lane] = t;
    }
    __syncthreads();
    unsigned before = carry + (warp ? warp_totals[warp - 1] : 0) + scan - sum;
    for (int k = 0; k < 8; ++k) {
      int i = base + threadIdx.x * 8 + k;
      if (i < n) out[i] = before + v[k];
    }
    __syncthreads();
    if (threadIdx.x == 0) carry += warp_totals[15];
    __syncthreads();
  }
}

__global__ void compact_positive(const float* in, float* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? in[i] : -1;
  unsigned keep = __ballot_sync(0xffffffff, v > 0);
  int lane = threadIdx.x & 31, base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(keep));
  base = __shfl_sync(0xffffffff, base, 0);
  if (v > 0) out[base + __popc(keep & ((1u << lane) - 1))] = v;
}

// Histograms.

__global__ void histogram_global(const unsigned char* data, unsigned* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[data[i]], 1u);
}

__global__ void histo_shared(const unsigned char* buffer, long size, unsigned int* histo) {
  __shared__ unsigned int temp[256];
  temp[threadIdx.x] = 0;
  __syncthreads();
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int offset = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&temp[buffer[i]], 1);
    i += offset;
  }
  __syncthreads();
  atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

__global__ void joint_histogram(const float* a, const float* b, unsigned* counts, int n, int side) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int r = min(side - 1, (int)(a[i] * side)), c = min(side - 1, (int)(b[i] * b[i] * side));
    atomicAdd(counts + r * side + c, 1u);
  }
}

// Sorting.

__global__ void bitonic_block(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  int t = threadIdx.x;
  in += blockIdx.x * 1024;
  out += blockIdx.x * 1024;
  s[t] = in[t];
  s[t + 512] = in[t + 512];
  for (int size = 2; size <= 1024; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      bool up = (pos & size) == 0;
      unsigned a = s[pos], b = s[pos + stride];
      if ((a > b) == up) s[pos] = b, s[pos + stride] = a;
    }
  __syncthreads();
  out[t] = s[t];
  out[t + 512] = s[t + 512];
}

__global__ void odd_even_sort(const int* in, int* out, int n) {
  extern __shared__ int keys[];
  int b = blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) keys[i] = in[b + i];
  __syncthreads();
  for (int phase = 0; phase < n; phase++) {
    int i = 2 * threadIdx.x + (phase & 1);
    if (i + 1 < n && keys[i] > keys[i + 1]) {
      int swap = keys[i];
      keys[i] = keys[i + 1];
      keys[i + 1] = swap;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[b + i] = keys[i];
}

__global__ void radix_digit_counts(const unsigned* keys, unsigned* counts, int n, int shift) {
  __shared__ unsigned c[16];
  if (threadIdx.x < 16) c[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (int r = 0; r < 8; ++r) {
    int i = blockIdx.x * 2048 + r * 256 + threadIdx.x;
    if (i < n) atomicAdd(&c[(keys[i] >> shift) & 15], 1);
  }
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = c[threadIdx.x];
}

// Each thread finds its diagonal by bisection and merges 8 elements.
__global__ void merge_path(const int* a, int na, const int* b, int nb, int* out) {
  int diagonal = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (diagonal >= na + nb) return;
  int low = max(0, diagonal - nb), high = min(diagonal, na);
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[diagonal - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, j = diagonal - low;
  for (int k = 0; k < 8 && diagonal + k < na + nb; ++k) {
    bool from_a = j >= nb || (i < na && a[i] <= b[j]);
    out[diagonal + k] = from_a ? a[i++] : b[j++];
  }
}

__global__ void rank_sort(const float* x, float* sorted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float me = x[i];
    int rank = 0;
    for (int j = 0; j < n; j++) rank += (x[j] < me) || (x[j] == me && j < i);
    sorted[rank] = me;
  }
}

// Sparse matrices.

__global__ void spmv_csr_scalar(int num_rows, const int* ptr, const int* indices, const float* data,
                                const float* x, float* y) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < num_rows) {
    float dot = 0;
    for (int jj = ptr[row]; jj < ptr[row + 1]; jj++) dot += data[jj] * x[indices[jj]];
    y[row] = dot;
  }
}

__global__ void spmv_csr_vector(int num_rows, const int* __restrict__ ptr, const int* __restrict__ indices,
                                const float* __restrict__ data, const float* __restrict__ x,
                                float* __restrict__ y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (row >= num_rows) return;
  float v = 0;
  int end = __ldg(ptr + row + 1);
  for (int k = __ldg(ptr + row) + lane; k < end; k += 32)
    v += __ldg(data + k) * __ldg(x + __ldg(indices + k));
  v = warpSum(v);
  if (lane == 0) y[row] = v;
}

__global__ void spmv_ell(int rows, int width, const int* col, const double* val, const double* x, double* y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double sum = 0;
  for (int k = 0; k < width; ++k) {
    int c = col[k * rows + r];
    if (c >= 0) sum += val[k * rows + r] * x[c];
  }
  y[r] = sum;
}

__global__ void spmv_coo_atomic(int nnz, const int* r, const int* c, const float* v, const float* x,
                                float* y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(y + r[k], v[k] * x[c[k]]);
}

__global__ void spmm_row_per_warp(const int* ptr, const int* idx, const float* val, const float* dense,
                                  float* out, int rows) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float acc = 0;
  for (int e = ptr[row]; e < ptr[row + 1]; ++e) acc += val[e] * dense[idx[e] * 32 + threadIdx.x];
  out[row * 32 + threadIdx.x] = acc;
}

__global__ void sddmm(const int* row, const int* col, const float* u, const float* v, float* out, int nnz) {
  int e = (blockIdx.x * blockDim.x + threadIdx.x) / 16, k = threadIdx.x % 16;
  if (e >= nnz) return;
  float4 a = reinterpret_cast<const float4*>(u)[row[e] * 16 + k];
  float4 b = reinterpret_cast<const float4*>(v)[col[e] * 16 + k];
  float d = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  unsigned team = 0xffffu << (threadIdx.x & 16);
  for (int o = 8; o; o >>= 1) d += __shfl_xor_sync(team, d, o);
  if (k == 0) out[e] = d;
}

// Graphs.

__global__ void bfs_level(const int* row, const int* adj, const int* level, int* next, int nodes, int depth) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes || level[v] != depth) return;
  for (int e = row[v]; e < row[v + 1]; e++) {
    int u = adj[e];
    if (level[u] < 0) atomicMin(&next[u], depth + 1);
  }
}

__global__ void count_degrees(const int2* edges, int* degree, int m) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < m; e += blockDim.x * gridDim.x) {
    int2 p = edges[e];
    atomicAdd(&degree[p.x], 1);
    atomicAdd(&degree[p.y], 1);
  }
}

__global__ void pagerank_pull(const int* in_start, const int* in_from, const float* rank,
                              const int* out_degree, float* next, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) {
    float s = 0;
    for (int e = in_start[v]; e < in_start[v + 1]; ++e) {
      int u = in_from[e];
      s += rank[u] / max(1, out_degree[u]);
    }
    next[v] = 0.15f / n + 0.85f * s;
  }
}

__global__ void triangles(const int* start, const int* row, const int* column, unsigned long long* total,
                          int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned found = 0;
  if (e < m) {
    int i = start[row[e]], i_end = start[row[e] + 1], j = start[column[e]], j_end = start[column[e] + 1];
    while (i < i_end && j < j_end) {
      int a = column[i], b = column[j];
      found += a == b;
      i += a <= b;
      j += b <= a;
    }
  }
  found = __reduce_add_sync(0xffffffff, found);
  if ((threadIdx.x & 31) == 0 && found) atomicAdd(total, (unsigned long long)found);
}

// Hash tables, gathers and scatters.

__host__ __device__ inline unsigned murmur_mix(unsigned h) {
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  return h ^ (h >> 16);
}

__global__ void hash_insert(const int* keys, int n, unsigned* table, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = keys[i], slot = murmur_mix(key) & mask;
  while (true) {
    unsigned seen = atomicCAS(&table[slot], 0xffffffffu, key);
    if (seen == 0xffffffffu || seen == key) return;
    slot = (slot + 1) & mask;
  }
}

__global__ void hash_find(const uint2* table, unsigned mask, const int* wanted, unsigned* values, int n) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    unsigned key = wanted[i], value = 0xffffffffu;
    for (unsigned slot = murmur_mix(key) & mask;; slot = (slot + 1) & mask) {
      uint2 entry = table[slot];
      if (entry.x == key) value = entry.y;
      if (entry.x == key || entry.x == 0xffffffffu) break;
    }
    values[i] = value;
  }
}

__global__ void bloom_query(const unsigned* bits, unsigned mask, const unsigned* items, unsigned char* maybe,
                            int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h1 = murmur_mix(items[i]), h2 = murmur_mix(items[i] ^ 0x9e3779b9u) | 1;
  bool all = true;
  for (int k = 0; k < 5 && all; ++k) {
    unsigned bit = (h1 + k * h2) & mask;
    all = (bits[bit >> 5] >> (bit & 31)) & 1;
  }
  maybe[i] = all;
}

template <typename T>
__global__ void take(const T* __restrict__ table, const int* __restrict__ index, T* __restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[index[i]];
}

__global__ void scatter_pairs(const int* where, const float2* what, float2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[where[i]] = what[i];
}

__global__ void follow_links(const int* next, int* last, int hops, int apart) {
  int p = threadIdx.x * apart;
  for (int h = 0; h < hops; h++) p = next[p];
  last[threadIdx.x] = p;
}

__global__ void lower_bounds(const int* sorted, int n, const int* queries, int* answers, int m) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q >= m) return;
  int key = queries[q], lo = 0, hi = n;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (sorted[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  answers[q] = lo;
}

// The tree is laid out level by level, so that its top stays in the caches.
__global__ void tree_descend(const float* heap, int depth, const float* queries, int* leaves, int m) {
  for (int q = blockIdx.x * blockDim.x + threadIdx.x; q < m; q += gridDim.x * blockDim.x) {
    float key = queries[q];
    int node = 1;
    for (int d = 0; d < depth; ++d) node = 2 * node + (heap[node] < key);
    leaves[q] = node;
  }
}

// Matrix products and factorisations.

__global__ void MatrixMulKernel(float* M, float* N, float* P, int Width) {
  int Row = blockIdx.y * blockDim.y + threadIdx.y;
  int Col = blockIdx.x * blockDim.x + threadIdx.x;
  if ((Row < Width) && (Col < Width)) {
    float Pvalue = 0;
    for (int k = 0; k < Width; ++k) {
      Pvalue += M[Row * Width + k] * N[k * Width + Col];
    }
    P[Row * Width + Col] = Pvalue;
  }
}

template <int T, typename Real>
__global__ void matmul_tiled(const Real* a, const Real* b, Real* c, int n) {
  __shared__ Real as[T][T], bs[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  Real sum = 0;
  for (int tile = 0; tile < n; tile += T) {
    as[threadIdx.y][threadIdx.x] = a[row * n + tile + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + col];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < T; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// 128 x 128 outputs a block, 8 x 8 a thread.
__global__ __launch_bounds__(256) void sgemm_8x8(const float* __restrict__ A, const float* __restrict__ B,
                                                 float* __restrict__ C, int M, int N, int K) {
  __shared__ __align__(16) float As[8][128];
  __shared__ __align__(16) float Bs[8][128];
  const int tid = threadIdx.x, tr = tid / 16, tc = tid % 16;
  const float* Ab = A + blockIdx.y * 128 * K;
  const float* Bb = B + blockIdx.x * 128;
  float acc[8][8] = {};
  for (int k0 = 0; k0 < K; k0 += 8) {
    float4 av = *reinterpret_cast<const float4*>(Ab + (tid / 2) * K + k0 + (tid & 1) * 4);
    float4 bv = *reinterpret_cast<const float4*>(Bb + (k0 + tid / 32) * N + (tid & 31) * 4);
    As[(tid & 1) * 4 + 0][tid / 2] = av.x;
    As[(tid & 1) * 4 + 1][tid / 2] = av.y;
    As[(tid & 1) * 4 + 2][tid / 2] = av.z;
    As[(tid & 1) * 4 + 3][tid / 2] = av.w;
    *reinterpret_cast<float4*>(&Bs[tid / 32][(tid & 31) * 4]) = bv;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      float ra[8], rb[8];
#pragma unroll
      for (int i = 0; i < 8; ++i) ra[i] = As[k][tr * 8 + i], rb[i] = Bs[k][tc * 8 + i];
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; j += 4)
      *reinterpret_cast<float4*>(C + (blockIdx.y * 128 + tr * 8 + i) * N + blockIdx.x * 128 + tc * 8 + j) =
          make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}

// A thread multiplies two small matrices which lie one after the other.
template <int N>
__global__ void batched_small(const float* a, const float* b, float* c, int batch) {
  int m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= batch) return;
  float x[N * N], y[N * N];
  for (int i = 0; i < N * N; i++) x[i] = a[m * N * N + i];
  for (int i = 0; i < N * N; i++) y[i] = b[m * N * N + i];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      float s = 0;
      for (int k = 0; k < N; k++) s += x[i * N + k] * y[k * N + j];
      c[m * N * N + i * N + j] = s;
    }
}

__global__ void hgemm_half2(const __half* a, const __half2* b, __half2* c, int n) {
  __shared__ __half at[16][32];
  __shared__ __half2 bt[32][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col2 = blockIdx.x * 16 + tx;
  __half2 acc = __float2half2_rn(0.f);
  for (int k0 = 0; k0 < n; k0 += 32) {
    at[ty][tx] = a[row * n + k0 + tx];
    at[ty][tx + 16] = a[row * n + k0 + tx + 16];
    bt[ty][tx] = b[(k0 + ty) * (n / 2) + col2];
    bt[ty + 16][tx] = b[(k0 + ty + 16) * (n / 2) + col2];
    __syncthreads();
    for (int k = 0; k < 32; k++) acc = __hfma2(__half2half2(at[ty][k]), bt[k][tx], acc);
    __syncthreads();
  }
  c[row * (n / 2) + col2] = acc;
}

// A warp for each 16 x 16 tile, straight from global memory.
__global__ void simple_wmma(const __half* a, const __half* b, float* c, int n, int k) {
  using namespace nvcuda;
  int tile_col = blockIdx.x, tile_row = blockIdx.y * (blockDim.x / 32) + threadIdx.x / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(fa, a + tile_row * 16 * k + i, k);
    wmma::load_matrix_sync(fb, b + tile_col * 16 * k + i, k);
    wmma::mma_sync(acc, fa, fb, acc);
  }
  wmma::store_matrix_sync(c + tile_row * 16 * n + tile_col * 16, acc, n, wmma::mem_row_major);
}

// 64 x 64 a block of four warps, tiles by way of shared memory.
__global__ __launch_bounds__(128) void wmma_staged(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c,
                                                   int n, int k) {
  using namespace nvcuda;
  __shared__ __align__(32) __nv_bfloat16 sa[64][40], sb[32][72];
  int warp = threadIdx.x / 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4];
  for (auto& f : acc) wmma::fill_fragment(f, 0.0f);
  for (int k0 = 0; k0 < k; k0 += 32) {
    for (int v = threadIdx.x; v < 256; v += 128) {
      *(uint4*)&sa[v / 4][v % 4 * 8] = *(const uint4*)(a + (blockIdx.y * 64 + v / 4) * k + k0 + v % 4 * 8);
      *(uint4*)&sb[v / 8][v % 8 * 8] = *(const uint4*)(b + (k0 + v / 8) * n + blockIdx.x * 64 + v % 8 * 8);
    }
    __syncthreads();
    for (int kk = 0; kk < 32; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa;
      wmma::load_matrix_sync(fa, &sa[warp * 16][kk], 40);
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> fb;
        wmma::load_matrix_sync(fb, &sb[kk][j * 16], 72);
        wmma::mma_sync(acc[j], fa, fb, acc[j]);
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    wmma::store_matrix_sync(c + (blockIdx.y * 64 + warp * 16) * n + blockIdx.x * 64 + j * 16, acc[j], n,
                            wmma::mem_row_major);
}

__global__ void gemv_block_per_row(const float* __restrict__ A, const float* __restrict__ x,
                                   float* __restrict__ y, int cols) {
  __shared__ float partial[4];
  const float4* row = reinterpret_cast<const float4*>(A + (size_t)blockIdx.x * cols);
  float sum = 0.0f;
  for (int i = threadIdx.x; i < cols / 4; i += 128) {
    float4 m = row[i], v = reinterpret_cast<const float4*>(x)[i];
    sum += m.x * v.x + m.y * v.y + m.z * v.z + m.w * v.w;
  }
  sum = warpSum(sum);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) y[blockIdx.x] = partial[0] + partial[1] + partial[2] + partial[3];
}

__global__ void int8_dot4(const int* a, const int* b, int* c, int n, int k4) {
  __shared__ int as[16][17], bs[16][17];
  int r = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x, acc = 0;
  for (int base = 0; base < k4; base += 16) {
    as[threadIdx.y][threadIdx.x] = a[r * k4 + base + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(blockIdx.x * 16 + threadIdx.y) * k4 + base + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 16; ++k) acc = __dp4a(as[threadIdx.y][k], bs[threadIdx.x][k], acc);
    __syncthreads();
  }
  c[r * n + col] = acc;
}

// LU without pivoting, one 32 x 32 matrix a block.
__global__ void lu_blocks(const double* in, double* out) {
  __shared__ double m[32][33];
  int i = threadIdx.y, j = threadIdx.x;
  size_t at = (size_t)blockIdx.x * 1024 + i * 32 + j;
  m[i][j] = in[at] + (i == j ? 32.0 : 0.0);
  __syncthreads();
  for (int k = 0; k < 31; ++k) {
    if (j == k && i > k) m[i][k] /= m[k][k];
    __syncthreads();
    if (i > k && j > k) m[i][j] -= m[i][k] * m[k][j];
    __syncthreads();
  }
  out[at] = m[i][j];
}

// The size is known only at run time, so that the triangle lives in local memory.
__global__ void cholesky_each(const float* spd, float* factor, int n, int order) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  float L[12 * 12];
  for (int i = 0; i < order; ++i)
    for (int j = 0; j <= i; ++j) {
      float s = spd[(i * order + j) * n + t] + (i == j ? order : 0);
      for (int k = 0; k < j; ++k) s -= L[i * 12 + k] * L[j * 12 + k];
      L[i * 12 + j] = i == j ? sqrtf(s) : s / L[j * 12 + j];
    }
  for (int i = 0; i < order; ++i)
    for (int j = 0; j <= i; ++j) factor[(i * order + j) * n + t] = L[i * 12 + j];
}

// Networks.

template <class Op>
__device__ float block_reduce(float v, Op op, float* scratch) {
  for (int o = 16; o; o >>= 1) v = op(v, __shfl_xor_sync(0xffffffff, v, o));
  __syncthreads();
  if ((threadIdx.x & 31) == 0) scratch[threadIdx.x >> 5] = v;
  __syncthreads();
  v = scratch[0];
  for (int w = 1; w < blockDim.x / 32; ++w) v = op(v, scratch[w]);
  return v;
}

__global__ void softmax_rows(const float* logits, float* probs, int cols) {
  __shared__ float scratch[32];
  const float* in = logits + (size_t)blockIdx.x * cols;
  float* out = probs + (size_t)blockIdx.x * cols;
  float top = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) top = fmaxf(top, in[c]);
  top = block_reduce(
      top, [](float a, float b) { return fmaxf(a, b); }, scratch);
  for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += expf(in[c] - top);
  sum = block_reduce(
      sum, [](float a, float b) { return a + b; }, scratch);
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[c] = expf(in[c] - top) / sum;
}

// Keeps a row of 512 halves in the registers of a warp.
__global__ void softmax_warp_half(const __half2* x, __half2* y, int rows) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float2 v[8];
  float m = -1e30f, s = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    v[k] = __half22float2(x[row * 256 + k * 32 + lane]);
    m = fmaxf(m, fmaxf(v[k].x, v[k].y));
  }
  for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, o));
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    v[k].x = __expf(v[k].x - m);
    v[k].y = __expf(v[k].y - m);
    s += v[k].x + v[k].y;
  }
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffff, s, o);
  float r = __fdividef(1.f, s);
#pragma unroll
  for (int k = 0; k < 8; ++k) y[row * 256 + k * 32 + lane] = __floats2half2_rn(v[k].x * r, v[k].y * r);
}

__global__ void layer_norm(const float* inp, const float* weight, const float* bias, float* out, int C) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  __shared__ float sums[32], squares[32];
  const float* x = inp + (size_t)blockIdx.x * C;
  float s = 0, q = 0;
  for (int i = block.thread_rank(); i < C; i += block.size()) {
    s += x[i];
    q += x[i] * x[i];
  }
  for (int o = 16; o; o /= 2) s += warp.shfl_xor(s, o), q += warp.shfl_xor(q, o);
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = s, squares[warp.meta_group_rank()] = q;
  block.sync();
  s = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0;
  q = warp.thread_rank() < warp.meta_group_size() ? squares[warp.thread_rank()] : 0;
  for (int o = 16; o; o /= 2) s += warp.shfl_xor(s, o), q += warp.shfl_xor(q, o);
  float mean = s / C, inv = rsqrtf(q / C - mean * mean + 1e-5f);
  for (int i = block.thread_rank(); i < C; i += block.size())
    out[(size_t)blockIdx.x * C + i] = (x[i] - mean) * inv * weight[i] + bias[i];
}

// One query against a cache of keys and values: a block for each head.
__global__ void decode_attention(const float* q, const __half2* keys, const __half* values, float* out,
                                 int seq) {
  extern __shared__ float score[];
  __shared__ float query[64], total, part[4][64];
  int head = blockIdx.x, t = threadIdx.x;
  if (t < 64) query[t] = q[head * 64 + t] * 0.125f;
  __syncthreads();
  for (int s = t; s < seq; s += 256) {
    const __half2* k = keys + ((size_t)head * seq + s) * 32;
    float d = 0;
#pragma unroll 8
    for (int i = 0; i < 32; i++) {
      float2 f = __half22float2(k[i]);
      d += f.x * query[2 * i] + f.y * query[2 * i + 1];
    }
    score[s] = expf(d);
  }
  __syncthreads();
  if (t < 32) {
    float sum = 0;
    for (int s = t; s < seq; s += 32) sum += score[s];
    sum = warpSum(sum);
    if (t == 0) total = sum;
  }
  int d = t & 63, g = t >> 6;
  float acc = 0;
  for (int s = g; s < seq; s += 4) acc += score[s] * __half2float(values[((size_t)head * seq + s) * 64 + d]);
  part[g][d] = acc;
  __syncthreads();
  if (t < 64) out[head * 64 + t] = (part[0][t] + part[1][t] + part[2][t] + part[3][t]) / total;
}

// A query a thread, keys and values in tiles of 32, the running maximum corrected on the way.
__global__ void tiled_attention(const float* Q, const float* K, const float* V, float* O, int seq) {
  __shared__ float k[32][32], v[32][32];
  int head = blockIdx.y, i = blockIdx.x * blockDim.x + threadIdx.x;
  size_t base = (size_t)head * seq * 32;
  float q[32], o[32], m = -1e30f, l = 0;
#pragma unroll
  for (int d = 0; d < 32; ++d) q[d] = Q[base + i * 32 + d] * 0.17677669f, o[d] = 0;
  for (int j0 = 0; j0 < seq; j0 += 32) {
    for (int e = threadIdx.x; e < 1024; e += blockDim.x) {
      k[e / 32][e % 32] = K[base + j0 * 32 + e];
      v[e / 32][e % 32] = V[base + j0 * 32 + e];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float s = 0;
#pragma unroll
      for (int d = 0; d < 32; ++d) s += q[d] * k[j][d];
      float bigger = fmaxf(m, s), scale = __expf(m - bigger), p = __expf(s - bigger);
      l = l * scale + p;
      m = bigger;
#pragma unroll
      for (int d = 0; d < 32; ++d) o[d] = o[d] * scale + p * v[j][d];
    }
    __syncthreads();
  }
  for (int d = 0; d < 32; ++d) O[base + i * 32 + d] = o[d] / l;
}

__global__ void embedding_bag(const float* table, const int* ids, float* out, int per_bag, int dim) {
  int bag = blockIdx.x, d = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < per_bag; k++) sum += table[(size_t)ids[bag * per_bag + k] * dim + d];
  out[bag * dim + d] = sum / per_bag;
}

__global__ void quantise_rows(const float* x, signed char* q, float* scales, int cols) {
  __shared__ float scratch[32];
  float most = 0;
  const float* row = x + (size_t)blockIdx.x * cols;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) most = fmaxf(most, fabsf(row[c]));
  most = block_reduce(
      most, [](float a, float b) { return a > b ? a : b; }, scratch);
  float scale = most / 127.f;
  if (threadIdx.x == 0) scales[blockIdx.x] = scale;
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    q[(size_t)blockIdx.x * cols + c] = (signed char)__float2int_rn(row[c] / scale);
}

__global__ void unpack_int4(const uint32_t* packed, const __half* scales, __half* out, int words,
                            int words_per_group) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w >= words) return;
  uint32_t p = packed[w];
  __half s = scales[w / words_per_group];
  union {
    __half h[8];
    uint4 v;
  } r;
#pragma unroll
  for (int i = 0; i < 8; ++i) r.h[i] = __hmul(__int2half_rn((int)((p >> (4 * i)) & 15) - 8), s);
  reinterpret_cast<uint4*>(out)[w] = r.v;
}

__global__ void adam_step(float* p, const float* g, float* m, float* v, float lr, float b1, float b2,
                          float eps, int step, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  m[i] = b1 * m[i] + (1 - b1) * g[i];
  v[i] = b2 * v[i] + (1 - b2) * g[i] * g[i];
  float mh = m[i] / (1 - powf(b1, step));
  float vh = v[i] / (1 - powf(b2, step));
  p[i] -= lr * mh / (sqrtf(vh) + eps);
}

__global__ void depthwise5(const float* x, const float* w, float* y, int C, int H, int W) {
  int ow = blockIdx.x * blockDim.x + threadIdx.x, oh = blockIdx.y * blockDim.y + threadIdx.y, nc = blockIdx.z;
  if (ow >= W || oh >= H) return;
  const float* plane = x + (size_t)nc * H * W;
  const float* k = w + (nc % C) * 25;
  float acc = 0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) {
      int h = oh + i - 2, v = ow + j - 2;
      if (h >= 0 && h < H && v >= 0 && v < W) acc += plane[h * W + v] * k[i * 5 + j];
    }
  y[((size_t)nc * H + oh) * W + ow] = acc;
}

__constant__ float c_weights[16 * 16 * 9];

__global__ void conv3x3_16_channels(const float* x, float* y, int H, int W) {
  int ox = blockIdx.x * 32 + threadIdx.x, oy = blockIdx.y * 4 + threadIdx.y, n = blockIdx.z;
  if (ox >= W - 2 || oy >= H - 2) return;
  float acc[16] = {};
  for (int c = 0; c < 16; ++c)
    for (int k = 0; k < 9; ++k) {
      float v = x[((n * 16 + c) * H + oy + k / 3) * W + ox + k % 3];
#pragma unroll
      for (int o = 0; o < 16; ++o) acc[o] += v * c_weights[(c * 9 + k) * 16 + o];
    }
  for (int o = 0; o < 16; ++o) y[((n * 16 + o) * (H - 2) + oy) * (W - 2) + ox] = acc[o];
}

__global__ void top8_per_row(const float* scores, int* picks, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best[8];
  int who[8];
  for (int k = 0; k < 8; k++) best[k] = -1e30f, who[k] = -1;
  for (int c = 0; c < cols; c++) {
    float v = scores[c * rows + r];
    if (v <= best[7]) continue;
    int at = 7;
    while (at > 0 && best[at - 1] < v) {
      best[at] = best[at - 1];
      who[at] = who[at - 1];
      at--;
    }
    best[at] = v;
    who[at] = c;
  }
  for (int k = 0; k < 8; k++) picks[r * 8 + k] = who[k];
}

// Images.

#define ORDER(a, b)               \
  {                               \
    unsigned char t_ = min(a, b); \
    b = max(a, b);                \
    a = t_;                       \
  }

__global__ void median3(const unsigned char* src, unsigned char* dst, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  unsigned char p[9];
#pragma unroll
  for (int k = 0; k < 9; k++) p[k] = src[(y + k / 3 - 1) * w + x + k % 3 - 1];
  ORDER(p[1], p[2]) ORDER(p[4], p[5]) ORDER(p[7], p[8]) ORDER(p[0], p[1]) ORDER(p[3], p[4]) ORDER(p[6], p[7]);
  ORDER(p[1], p[2]) ORDER(p[4], p[5]) ORDER(p[7], p[8]) ORDER(p[0], p[3]) ORDER(p[5], p[8]) ORDER(p[4], p[7]);
  ORDER(p[3], p[6]) ORDER(p[1], p[4]) ORDER(p[2], p[5]) ORDER(p[4], p[7]) ORDER(p[4], p[2]) ORDER(p[6], p[4]);
  ORDER(p[4], p[2]);
  dst[y * w + x] = p[4];
}

__global__ void bilateral(const float* img, float* out, int w, int h, int r, float inv_space,
                          float inv_range) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float centre = img[y * w + x], weights = 0, values = 0;
  for (int j = -r; j <= r; ++j)
    for (int i = -r; i <= r; ++i) {
      float v = img[min(max(y + j, 0), h - 1) * w + min(max(x + i, 0), w - 1)];
      float weight = expf(-(i * i + j * j) * inv_space - (v - centre) * (v - centre) * inv_range);
      weights += weight;
      values += weight * v;
    }
  out[y * w + x] = values / weights;
}

__global__ void sobel_shared(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ int s[18][18];
  int gx = blockIdx.x * 16 + threadIdx.x, gy = blockIdx.y * 16 + threadIdx.y;
  for (int k = threadIdx.y * 16 + threadIdx.x; k < 18 * 18; k += 256) {
    int x = (int)blockIdx.x * 16 + k % 18 - 1, y = (int)blockIdx.y * 16 + k / 18 - 1;
    s[k / 18][k % 18] = x >= 0 && y >= 0 && x < width && y < height ? in[y * width + x] : 0;
  }
  __syncthreads();
  int i = threadIdx.y + 1, j = threadIdx.x + 1;
  int dx = s[i - 1][j + 1] + 2 * s[i][j + 1] + s[i + 1][j + 1] - s[i - 1][j - 1] - 2 * s[i][j - 1] -
           s[i + 1][j - 1];
  int dy = s[i + 1][j - 1] + 2 * s[i + 1][j] + s[i + 1][j + 1] - s[i - 1][j - 1] - 2 * s[i - 1][j] -
           s[i - 1][j + 1];
  if (gx < width && gy < height) out[gy * width + gx] = min(255, (int)sqrtf((float)(dx * dx + dy * dy)));
}

// Eroded along rows by a window of 2r + 1, no sharing between threads.
__global__ void erode_rows(const unsigned char* in, unsigned char* out, int w, int h, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w) return;
  int least = 255;
  for (int d = -r; d <= r; ++d)
    if (x + d >= 0 && x + d < w) least = min(least, (int)in[y * w + x + d]);
  out[y * w + x] = least;
}

// A window slides down each column.
__global__ void box_columns(const float* in, float* out, int w, int h, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  float sum = in[x] * (r + 1), scale = 1.0f / (2 * r + 1);
  for (int y = 0; y < r; y++) sum += in[y * w + x];
  for (int y = 0; y < h; y++) {
    sum += in[min(y + r, h - 1) * w + x];
    out[y * w + x] = sum * scale;
    sum -= in[max(y - r, 0) * w + x];
  }
}

__global__ void hough_votes(const unsigned char* edges, int* votes, int w, int h, int rhos) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h || edges[y * w + x] > 4) return;
  for (int a = 0; a < 180; a++) {
    float sn, cs;
    sincospif(a / 180.0f, &sn, &cs);
    int rho = (int)(x * cs + y * sn) + rhos / 2;
    atomicAdd(&votes[a * rhos + rho], 1);
  }
}

// Physics.

__global__ void nbody_tiles(const float4* pos, float4* acc, int n) {
  extern __shared__ float4 sh[];
  float4 me = pos[blockIdx.x * blockDim.x + threadIdx.x];
  float ax = 0, ay = 0, az = 0;
  for (int tile = 0; tile < n; tile += blockDim.x) {
    sh[threadIdx.x] = pos[tile + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < blockDim.x; ++j) {
      float dx = sh[j].x - me.x, dy = sh[j].y - me.y, dz = sh[j].z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + 1e-4f, inv = rsqrtf(d2), f = sh[j].w * inv * inv * inv;
      ax += f * dx, ay += f * dy, az += f * dz;
    }
    __syncthreads();
  }
  acc[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(ax, ay, az, 0);
}

__constant__ int lbm_cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int lbm_cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float lbm_w[9] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
                               1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};

__global__ void lattice_boltzmann(const float* f, float* g, int nx, int ny, float omega) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, cells = nx * ny;
  if (x >= nx || y >= ny) return;
  float p[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int sx = (x - lbm_cx[k] + nx) % nx, sy = (y - lbm_cy[k] + ny) % ny;
    p[k] = f[k * cells + sy * nx + sx];
    rho += p[k];
    ux += p[k] * lbm_cx[k];
    uy += p[k] * lbm_cy[k];
  }
  ux /= rho;
  uy /= rho;
  float u2 = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    float cu = 3 * (lbm_cx[k] * ux + lbm_cy[k] * uy);
    g[k * cells + y * nx + x] = p[k] + omega * (lbm_w[k] * rho * (1 + cu + 0.5f * cu * cu - u2) - p[k]);
  }
}

// 32 cells a word, eight neighbours added bit by bit.
__global__ void life_packed(const uint32_t* in, uint32_t* out, int words, int rows) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c >= words) return;
  uint32_t ones = 0, twos = 0, fours = 0, self = 0;
  for (int d = -1; d <= 1; ++d) {
    const uint32_t* row = in + ((r + d + rows) % rows) * words;
    uint32_t m = row[c], l = row[(c + words - 1) % words], n = row[(c + 1) % words];
    uint32_t neighbour[3] = {(m << 1) | (l >> 31), (m >> 1) | (n << 31), m};
    if (d == 0) self = m;
    for (int k = 0; k < (d == 0 ? 2 : 3); ++k) {
      uint32_t carry = ones & neighbour[k];
      ones ^= neighbour[k];
      uint32_t carry2 = twos & carry;
      twos ^= carry;
      fours |= carry2;
    }
  }
  out[r * words + c] = twos & ~fours & (ones | self);
}

// Cloud-in-cell deposit of charges on a grid.
__global__ void deposit_charge(const float2* where, const float* charge, float* grid, int n, int side) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float px = where[i].x * (side - 2), py = where[i].y * (side - 2);
  int cx = (int)px, cy = (int)py;
  float fx = px - cx, fy = py - cy, q = charge[i];
  atomicAdd(&grid[cy * side + cx], q * (1 - fx) * (1 - fy));
  atomicAdd(&grid[cy * side + cx + 1], q * fx * (1 - fy));
  atomicAdd(&grid[(cy + 1) * side + cx], q * (1 - fx) * fy);
  atomicAdd(&grid[(cy + 1) * side + cx + 1], q * fx * fy);
}

__global__ void lennard_jones(const double3* pos, const int* neighbours, double3* force, int n, int most,
                              double cut2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double3 p = pos[i], f = {0, 0, 0};
  for (int k = 0; k < most; k++) {
    double3 q = pos[neighbours[k * n + i]];
    double dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r2 = dx * dx + dy * dy + dz * dz;
    if (r2 < cut2 && r2 > 0) {
      double r2i = 1.0 / r2, r6 = r2i * r2i * r2i, s = r2i * r6 * (1.5 * r6 - 2.0);
      f.x += dx * s;
      f.y += dy * s;
      f.z += dz * s;
    }
  }
  force[i] = f;
}

// Chance.

__global__ void estimate_pi(unsigned* hits, int tries) {
  unsigned s = 747796405u * (blockIdx.x * blockDim.x + threadIdx.x + 1) + 2891336453u, in = 0;
  for (int t = 0; t < tries; ++t) {
    s ^= s << 13, s ^= s >> 17, s ^= s << 5;
    float x = s * 2.3283064e-10f;
    s ^= s << 13, s ^= s >> 17, s ^= s << 5;
    float y = s * 2.3283064e-10f;
    if (x * x + y * y <= 1) in++;
  }
  atomicAdd(hits, in);
}

__device__ float normal_cdf(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float tail =
      0.39894228f * expf(-0.5f * d * d) *
      (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

__global__ void price_options(const float* S, const float* X, const float* T, float* call, float* put,
                              int n) {
  for (int o = blockIdx.x * blockDim.x + threadIdx.x; o < n; o += blockDim.x * gridDim.x) {
    float root = sqrtf(T[o]), d1 = (logf(S[o] / X[o]) + (0.02f + 0.045f) * T[o]) / (0.3f * root),
          d2 = d1 - 0.3f * root;
    float c1 = normal_cdf(d1), c2 = normal_cdf(d2), discount = X[o] * expf(-0.02f * T[o]);
    call[o] = S[o] * c1 - discount * c2;
    put[o] = discount * (1 - c2) - S[o] * (1 - c1);
  }
}

__global__ void asian_paths(float* payoff, int days, float s0, float strike) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x, state = murmur_mix(id + 1);
  float s = s0, sum = 0;
  for (int d = 0; d < days; d += 2) {
    state = state * 1664525u + 1013904223u;
    float u1 = (state >> 8) * 5.96e-8f + 1e-7f;
    state = state * 1664525u + 1013904223u;
    float u2 = (state >> 8) * 5.96e-8f;
    float r = sqrtf(-2 * logf(u1)), sn, cs;
    sincosf(6.2831853f * u2, &sn, &cs);
    s *= expf(0.0001f + 0.012f * r * cs);
    sum += s;
    s *= expf(0.0001f + 0.012f * r * sn);
    sum += s;
  }
  payoff[id] = fmaxf(sum / days - strike, 0.f);
}

// Loops which end at different times.

__global__ void mandelbrot(unsigned short* image, int w, int h, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  float cr = -2.2f + 3.2f * px / w, ci = -1.2f + 2.4f * py / h, zr = 0, zi = 0;
  int n = 0;
  while (zr * zr + zi * zi < 4 && n < limit) {
    float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    n++;
  }
  image[py * w + px] = n;
}

__global__ void collatz_steps(int* steps, long long first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long v = first + i;
  int count = 0;
  while (v != 1) {
    v = (v % 2 == 0) ? v / 2 : 3 * v + 1;
    count++;
  }
  steps[i] = count;
}

struct Node {
  int feature;
  float threshold;
  int left, right;
};

__global__ void forest_predict(const Node* nodes, int per_tree, int trees, const float* rows, int features,
                               float* out, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float vote = 0;
  for (int t = 0; t < trees; t++) {
    const Node* tree = nodes + t * per_tree;
    int at = 0;
    while (tree[at].feature >= 0)
      at = rows[r * features + tree[at].feature] < tree[at].threshold ? tree[at].left : tree[at].right;
    vote += tree[at].threshold;
  }
  out[r] = vote / trees;
}

__global__ void trace_spheres(const float4* spheres, int count, float* depth, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float dx = (x - w / 2) / (float)h, dy = (y - h / 2) / (float)h, norm = rsqrtf(dx * dx + dy * dy + 1),
        shade = 0, power = 1;
  float ox = 0, oy = 0, oz = -3, vx = dx * norm, vy = dy * norm, vz = norm;
  for (int bounce = 0; bounce < 4; ++bounce) {
    float nearest = 1e20f;
    int hit = -1;
    for (int s = 0; s < count; ++s) {
      float4 q = spheres[s];
      float lx = q.x - ox, ly = q.y - oy, lz = q.z - oz, b = lx * vx + ly * vy + lz * vz;
      float disc = b * b - (lx * lx + ly * ly + lz * lz) + q.w * q.w;
      if (disc <= 0) continue;
      float t = b - sqrtf(disc);
      if (t > 1e-3f && t < nearest) nearest = t, hit = s;
    }
    if (hit < 0) {
      shade += power * (0.5f + 0.5f * vy);
      break;
    }
    float4 q = spheres[hit];
    ox += nearest * vx, oy += nearest * vy, oz += nearest * vz;
    float nx = (ox - q.x) / q.w, ny = (oy - q.y) / q.w, nz = (oz - q.z) / q.w,
          d = 2 * (vx * nx + vy * ny + vz * nz);
    vx -= d * nx, vy -= d * ny, vz -= d * nz;
    power *= 0.6f;
  }
  depth[y * w + x] = shade;
}

// Text, bits and whole numbers.

// The row of distances is indexed at run time and so lies in local memory.
__global__ void edit_distance(const char* words, const char* pattern, int plen, unsigned char* dist, int n) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w >= n) return;
  unsigned char row[33];
  for (int j = 0; j <= plen; j++) row[j] = j;
  for (int i = 0; i < 16; i++) {
    char c = words[w * 16 + i];
    unsigned char diagonal = row[0];
    row[0] = i + 1;
    for (int j = 1; j <= plen; j++) {
      unsigned char up = row[j];
      int best = min(min(row[j - 1], up) + 1, diagonal + (pattern[j - 1] != c));
      row[j] = best;
      diagonal = up;
    }
  }
  dist[w] = row[plen];
}

__global__ void base64_encode(const unsigned char* in, char* out, int triples) {
  const char* alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= triples) return;
  unsigned v = in[3 * t] << 16 | in[3 * t + 1] << 8 | in[3 * t + 2];
  reinterpret_cast<char4*>(out)[t] =
      make_char4(alphabet[v >> 18], alphabet[(v >> 12) & 63], alphabet[(v >> 6) & 63], alphabet[v & 63]);
}

__global__ void find_word(const char* text, int n, const char* word, int length, int* first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + length > n) return;
  int k = 0;
  while (k < length && text[i + k] == word[k]) k++;
  if (k == length) atomicMin(first, i);
}

__constant__ unsigned crc_table[256];

__global__ void crc32_messages(const unsigned char* data, unsigned* crc, int length, int n) {
  int m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= n) return;
  unsigned c = ~0u;
  for (int i = 0; i < length; ++i) c = crc_table[(c ^ data[m * length + i]) & 255] ^ (c >> 8);
  crc[m] = ~c;
}

// 32 x 32 bits turned by a warp's votes.
__global__ void bit_transpose(const unsigned* in, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned v = in[i], mine = 0;
  for (int b = 0; b < 32; b++) {
    unsigned votes = __ballot_sync(~0u, (v >> b) & 1);
    if ((threadIdx.x & 31) == b) mine = votes;
  }
  out[i] = mine;
}

__global__ void gcd_pairs(const int* a, const int* b, int* g, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    int x = a[i], y = b[i];
    while (y) {
      int r = x % y;
      x = y;
      y = r;
    }
    g[i] = x;
  }
}

// Crosses off multiples in a window of bytes in shared memory.
__global__ void sieve_windows(const int* primes, int n_primes, int* counts, int window) {
  extern __shared__ unsigned char composite[];
  long long first = (long long)blockIdx.x * window + 1000000;
  for (int i = threadIdx.x; i < window / 4; i += blockDim.x) ((unsigned*)composite)[i] = 0;
  __syncthreads();
  for (int p = threadIdx.x; p < n_primes; p += blockDim.x) {
    int q = primes[p];
    for (int m = (int)((q - first % q) % q); m < window; m += q)
      atomicOr((unsigned*)composite + m / 4, 1u << (m % 4 * 8));
  }
  __syncthreads();
  int mine = 0;
  for (int i = threadIdx.x; i < window; i += blockDim.x) mine += !composite[i];
  int all = __reduce_add_sync(~0u, mine);
  if (threadIdx.x % 32 == 0) atomicAdd(counts + blockIdx.x, all);
}

// Transforms and double precision.

__global__ void fft_1024(const float2* in, float2* out) {
  __shared__ float2 s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 256) s[__brev(i) >> 22] = in[blockIdx.x * 1024 + i];
  __syncthreads();
  for (int half = 1; half < 1024; half *= 2) {
    for (int b = t; b < 512; b += 256) {
      int k = b & (half - 1), i = 2 * b - k;
      float sn, cs;
      __sincosf(-3.14159265f * k / half, &sn, &cs);
      float2 u = s[i], v = s[i + half];
      float2 w = make_float2(v.x * cs - v.y * sn, v.x * sn + v.y * cs);
      s[i] = make_float2(u.x + w.x, u.y + w.y);
      s[i + half] = make_float2(u.x - w.x, u.y - w.y);
    }
    __syncthreads();
  }
  for (int i = t; i < 1024; i += 256) out[blockIdx.x * 1024 + i] = s[i];
}

struct Orbit {
  double x, y, vx, vy;
};

__global__ void kepler_rk4(Orbit* orbit, int n, int steps, double dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Orbit s = orbit[i];
  auto slope = [](Orbit a) {
    double r2 = a.x * a.x + a.y * a.y + 0.01, r3 = r2 * sqrt(r2);
    return Orbit{a.vx, a.vy, -a.x / r3, -a.y / r3};
  };
  auto step = [](Orbit a, Orbit k, double h) {
    return Orbit{a.x + h * k.x, a.y + h * k.y, a.vx + h * k.vx, a.vy + h * k.vy};
  };
  for (int k = 0; k < steps; ++k) {
    Orbit k1 = slope(s), k2 = slope(step(s, k1, dt / 2)), k3 = slope(step(s, k2, dt / 2)),
          k4 = slope(step(s, k3, dt));
    s = step(step(step(step(s, k1, dt / 6), k2, dt / 3), k3, dt / 3), k4, dt / 6);
  }
  orbit[i] = s;
}

// Local arrays, registers, spills.

__global__ void percentile_each(const float* samples, float* p90, int n, int count) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  float v[40];
  for (int k = 0; k < count; k++) {
    float x = samples[k * n + t];
    int at = k;
    for (; at > 0 && v[at - 1] > x; at--) v[at] = v[at - 1];
    v[at] = x;
  }
  p90[t] = v[count * 9 / 10];
}

__global__ __launch_bounds__(128) void many_polynomials(const float* coefficients, const float* x, float* y,
                                                        int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float acc[48], v = x[i];
#pragma unroll
  for (int k = 0; k < 48; ++k) acc[k] = 0;
  for (int c = 0; c < 16; ++c)
#pragma unroll
    for (int k = 0; k < 48; ++k) acc[k] = acc[k] * v + coefficients[c * 48 + k];
  float s = 0;
#pragma unroll
  for (int k = 0; k < 48; ++k) s += acc[k] * acc[47 - k];
  y[i] = s;
}

// 96 live values do not fit in the 64 registers that a block of 1024 leaves.
__global__ __launch_bounds__(1024, 1) void spilling(const float* in, float* out, int rounds, int n) {
  int i = blockIdx.x * 1024 + threadIdx.x;
  float v[96];
#pragma unroll
  for (int k = 0; k < 96; ++k) v[k] = in[(i + k * 1024) % n];
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int k = 0; k < 96; ++k) v[k] = v[k] * 0.99f + v[(k + 37) % 96] * 0.01f;
  float s = 0;
#pragma unroll
  for (int k = 0; k < 96; ++k) s += v[k] * k;
  out[i] = s;
}

// Few threads, long chains.

// A table of 160 KiB leaves room for one block on each multiprocessor.
__global__ void big_table(const unsigned short* table, const int* index, int* out, int entries, int n) {
  extern __shared__ unsigned short local_table[];
  for (int i = threadIdx.x; i < entries; i += blockDim.x) local_table[i] = table[i];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int at = index[i];
    for (int h = 0; h < 4; ++h) at = (local_table[at] + i) % entries;
    out[i] = at;
  }
}

__global__ void logistic_map(double* x, int steps) {
  double v = x[threadIdx.x];
  for (int s = 0; s < steps; s++) v = 3.7 * v * (1.0 - v);
  x[threadIdx.x] = v;
}

__global__ void continued_fraction(float* out, int terms) {
  float v = threadIdx.x + 1;
  for (int k = terms; k > 0; k--) v = k + 1.0f / v;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void ring_of_threads(const int* in, int* out, int laps) {
  __shared__ int s[256];
  int v = in[threadIdx.x];
  for (int l = 0; l < laps; l++) {
    s[threadIdx.x] = v;
    __syncthreads();
    v = s[(threadIdx.x + 33) % 256] * 3 + 1;
    __syncthreads();
    v ^= __shfl_sync(0xffffffff, v, (threadIdx.x + 5) & 31);
  }
  out[threadIdx.x] = v;
}

__global__ void take_tickets(int* counter, int* tickets, int each) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < each; k++) sum += atomicAdd(counter, 1) & 7;
  tickets[t] = sum;
}

// Contended atomics.

__global__ void sum_naive(const float* x, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}

__global__ void group_max(const int* group, const int* value, int* top, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(&top[group[i]], value[i] ^ (i & 0xff));
}

__device__ double atomicMul(double* address, double val) {
  unsigned long long* p = (unsigned long long*)address;
  unsigned long long old = *(volatile unsigned long long*)p, assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __double_as_longlong(val * __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void products_by_key(const int* key, const double* factor, double* product, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMul(product + key[i], factor[i]);
}

__global__ void count_even_grouped(const int* v, int* count, int* slot, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (v[i] % 2 == 0) {
    auto g = cg::coalesced_threads();
    int base = 0;
    if (g.thread_rank() == 0) base = atomicAdd(count, g.size());
    slot[i] = g.shfl(base, 0) + g.thread_rank();
  }
}

__global__ void embedding_gradients(const __half2* grad, const int* row, float* table, int n, int width) {
  int e = blockIdx.x * blockDim.y + threadIdx.y;
  if (e >= n) return;
  float2 g = __half22float2(grad[e * width + threadIdx.x]);
  atomicAdd(&table[(row[e] * width + threadIdx.x) * 2], g.x);
  atomicAdd(&table[(row[e] * width + threadIdx.x) * 2 + 1], g.y);
}

// Blocks that stay, and copies that run ahead.

__global__ void persistent_tasks(int* next, const int* cost, float* out, int tasks) {
  __shared__ int task;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) task = atomicAdd(next, 1);
    __syncthreads();
    if (task >= tasks) break;
    float v = threadIdx.x;
    for (int k = cost[task]; k > 0; --k) v = sinf(v) + 1.1f;
    out[task * blockDim.x + threadIdx.x] = v;
  }
}

// Two stages: the next tile arrives while this one is smoothed.
__global__ void pipelined_smooth(const float4* in, float4* out, int tiles, int per_block) {
  __shared__ float4 stage[2][256];
  int t = threadIdx.x, first = blockIdx.x * per_block, count = min(per_block, tiles - first);
  if (count <= 0) return;
  __pipeline_memcpy_async(&stage[0][t], &in[first * 256 + t], 16);
  __pipeline_commit();
  for (int k = 0; k < count; ++k) {
    if (k + 1 < count) __pipeline_memcpy_async(&stage[(k + 1) & 1][t], &in[(first + k + 1) * 256 + t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    float4 a = stage[k & 1][t], b = stage[k & 1][(t + 1) & 255], c = stage[k & 1][(t + 255) & 255];
    out[(first + k) * 256 + t] = make_float4((a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3,
                                             (a.z + b.z + c.z) / 3, (a.w + b.w + c.w) / 3);
    __syncthreads();
  }
}

// 32 x 32 tiles of a product, each thread 2 x 2, three stages of cp.async.
__global__ __launch_bounds__(256) void async_matmul(const float* A, const float* B, float* C, int n) {
  __shared__ __align__(16) float a[3][32][32], b[3][32][32];
  int t = threadIdx.x, lr = t / 8, lc = t % 8 * 4, tr = t / 16 * 2, tc = t % 16 * 2;
  auto load = [&](int tile) {
    if (tile * 32 < n) {
      __pipeline_memcpy_async(&a[tile % 3][lr][lc], A + (blockIdx.y * 32 + lr) * n + tile * 32 + lc, 16);
      __pipeline_memcpy_async(&b[tile % 3][lr][lc], B + (tile * 32 + lr) * n + blockIdx.x * 32 + lc, 16);
    }
    __pipeline_commit();
  };
  load(0);
  load(1);
  float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
  for (int tile = 0; tile < n / 32; ++tile) {
    __pipeline_wait_prior(1);
    __syncthreads();
    load(tile + 2);
    int s = tile % 3;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
      float a0 = a[s][tr][k], a1 = a[s][tr + 1][k], b0 = b[s][k][tc], b1 = b[s][k][tc + 1];
      c00 += a0 * b0, c01 += a0 * b1, c10 += a1 * b0, c11 += a1 * b1;
    }
  }
  float* c = C + (blockIdx.y * 32 + tr) * n + blockIdx.x * 32 + tc;
  c[0] = c00, c[1] = c01, c[n] = c10, c[n + 1] = c11;
}

// Rows of a table gathered to shared memory before their sums.
__global__ void gather_rows_async(const float* table, const int* ids, float* out, int per_block) {
  __shared__ __align__(16) float rows[8][128];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float4 sum = {0, 0, 0, 0};
  for (int k = warp; k < per_block; k += 8) {
    __pipeline_memcpy_async(&rows[warp][lane * 4],
                            table + (size_t)ids[blockIdx.x * per_block + k] * 128 + lane * 4, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    float4 v = *(float4*)&rows[warp][lane * 4];
    sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
  }
  *(float4*)&rows[warp][lane * 4] = sum;
  __syncthreads();
  if (threadIdx.x < 128) {
    float s = 0;
    for (int w = 0; w < 8; ++w) s += rows[w][threadIdx.x];
    out[blockIdx.x * 128 + threadIdx.x] = s;
  }
}
