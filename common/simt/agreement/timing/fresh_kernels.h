// Kernels of fresh.cu, which judge the model of kernel time: written without a look at it or at its errors,
// and measured before anything was fitted to them.
#pragma once
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <mma.h>

__device__ inline int place() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ inline float warp_sum(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}

__device__ inline float warp_max(float v) {
  for (int d = 16; d > 0; d /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
  return v;
}

// The sum over the block, which every thread gets.
__device__ inline float block_sum(float v) {
  __shared__ float part[32];
  int lane = threadIdx.x % 32, warps = blockDim.x / 32;
  v = warp_sum(v);
  __syncthreads();
  if (lane == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  return warp_sum(lane < warps ? part[lane] : 0.f);
}

__device__ inline float block_max(float v) {
  __shared__ float part[32];
  int lane = threadIdx.x % 32, warps = blockDim.x / 32;
  v = warp_max(v);
  __syncthreads();
  if (lane == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  return warp_max(lane < warps ? part[lane] : -1e30f);
}

__host__ __device__ inline unsigned mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

__device__ inline float uniform(unsigned& state) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) * (1.f / 16777216.f);
}

// Copies and layouts

struct Particle {
  float x, y, z, vx, vy, vz, mass;
};

struct Sample {
  double time;
  float value;
  short channel;
  unsigned char flags, quality;
};

template <class T>
__global__ void k_copy_one(T* to, const T* from, int n) {
  int i = place();
  if (i < n) to[i] = from[i];
}

template <class T>
__global__ void k_copy_grid(T* __restrict__ to, const T* __restrict__ from, int n) {
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) to[i] = from[i];
}

// Each thread has four loads in flight.
template <class T>
__global__ void k_copy_four(T* __restrict__ to, const T* __restrict__ from, int n) {
  int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  T part[4];
#pragma unroll
  for (int j = 0; j < 4; ++j)
    if (i + j * static_cast<int>(blockDim.x) < n) part[j] = from[i + j * blockDim.x];
#pragma unroll
  for (int j = 0; j < 4; ++j)
    if (i + j * static_cast<int>(blockDim.x) < n) to[i + j * blockDim.x] = part[j];
}

__global__ void k_scale_shifted(float* to, const float* from, int n, int shift) {
  int i = place();
  if (i < n) to[i] = 2.f * from[i + shift];
}

__global__ void k_pick_strided(float* to, const float* from, int n, int stride) {
  int i = place();
  if (i < n) to[i] = from[static_cast<size_t>(i) * stride];
}

__global__ void k_axpy_double(double* y, const double* x, double a, int n) {
  int i = place();
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void k_drift_structs(Particle* p, float dt, int n) {
  int i = place();
  if (i >= n) return;
  Particle q = p[i];
  q.x += dt * q.vx;
  q.y += dt * q.vy;
  q.z += dt * q.vz;
  p[i] = q;
}

__global__ void k_filter_samples(float* out, const Sample* in, double from, double to, int n) {
  int i = place();
  if (i >= n) return;
  const Sample& s = in[i];
  float v = 0;
  if (s.time >= from && s.time < to && (s.flags & 1) == 0) v = s.value * s.quality + s.channel;
  out[i] = v;
}

__global__ void k_pack_pixels(unsigned char* out, const unsigned char* r, const unsigned char* g,
                              const unsigned char* b, int n) {
  int i = place();
  if (i >= n) return;
  out[3 * i] = r[i];
  out[3 * i + 1] = g[i];
  out[3 * i + 2] = b[i];
}

__global__ void k_swap_endian(uint4* data, int n) {
  int i = place();
  if (i >= n) return;
  uint4 v = data[i];
  v.x = __byte_perm(v.x, 0, 0x0123);
  v.y = __byte_perm(v.y, 0, 0x0123);
  v.z = __byte_perm(v.z, 0, 0x0123);
  v.w = __byte_perm(v.w, 0, 0x0123);
  data[i] = v;
}

template <class T>
__global__ void k_transpose_plain(T* out, const T* in, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) out[x * rows + y] = in[y * columns + x];
}

// Blocks of 32 x 8 threads; PAD = 0 gives conflicts between banks.
template <class T, int PAD>
__global__ void k_transpose_tile(T* out, const T* in, int rows, int columns) {
  __shared__ T tile[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

// [batch][place][head][depth] becomes [batch][head][place][depth].
__global__ void k_split_heads(float* out, const float* in, int places, int heads, int depth, int n) {
  int i = place();
  if (i >= n) return;
  int d = i % depth, h = i / depth % heads, s = i / (depth * heads) % places,
      b = i / (depth * heads * places);
  out[((b * heads + h) * places + s) * depth + d] = in[i];
}

// Stencils

__global__ void k_smooth_line(float* out, const float* in, int n) {
  constexpr int R = 8;
  __shared__ float near[256 + 2 * R];
  int i = place(), t = threadIdx.x;
  near[t + R] = i < n ? in[i] : 0.f;
  if (t < R) {
    near[t] = i >= R ? in[i - R] : 0.f;
    near[t + R + 256] = i + 256 < n ? in[i + 256] : 0.f;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int j = 0; j <= 2 * R; ++j) sum += near[t + j];
  if (i < n) out[i] = sum / (2 * R + 1);
}

template <class T>
__global__ void k_heat(T* out, const T* in, int w, int h, T rate) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  int i = y * w + x;
  T c = in[i];
  out[i] = c + rate * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] - 4 * c);
}

__global__ void k_heat_tile(float* out, const float* in, int w, int h, float rate) {
  __shared__ float tile[18][34];
  int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 18 * 34; i += 512) {
    int x = min(max(x0 + i % 34, 0), w - 1), y = min(max(y0 + i / 34, 0), h - 1);
    tile[i / 34][i % 34] = in[y * w + x];
  }
  __syncthreads();
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  float c = tile[y][x];
  c += rate * (tile[y][x - 1] + tile[y][x + 1] + tile[y - 1][x] + tile[y + 1][x] - 4 * c);
  if (x0 + x < w && y0 + y < h) out[(y0 + y) * w + x0 + x] = c;
}

__global__ void k_wave_cells(float* next, const float* now, const float* before, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  int i = (z * n + y) * n + x;
  float sum = now[i - 1] + now[i + 1] + now[i - n] + now[i + n] + now[i - n * n] + now[i + n * n];
  next[i] = 2 * now[i] - before[i] + 0.1f * (sum - 6 * now[i]);
}

// Each thread walks up a column and keeps what it needs of the planes in registers.
__global__ void k_wave_columns(float* __restrict__ next, const float* __restrict__ now, int n, int depth) {
  __shared__ float plane[10][34];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty, stride = n + 2;
  int layer = stride * stride, i = y * stride + x;
  float below = now[i], here = now[i + layer];
  for (int z = 1; z <= depth; ++z) {
    float above = now[i + (z + 1) * layer];
    const float* at = now + i + z * layer;
    plane[ty][tx] = here;
    if (tx == 1) plane[ty][0] = at[-1];
    if (tx == 32) plane[ty][33] = at[1];
    if (ty == 1) plane[0][tx] = at[-stride];
    if (ty == 8) plane[9][tx] = at[stride];
    __syncthreads();
    next[i + z * layer] = 0.4f * here + 0.1f * (below + above + plane[ty][tx - 1] + plane[ty][tx + 1] +
                                                plane[ty - 1][tx] + plane[ty + 1][tx]);
    __syncthreads();
    below = here;
    here = above;
  }
}

__global__ void k_life(unsigned char* out, const unsigned char* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w) return;
  int left = x ? x - 1 : w - 1, right = x + 1 < w ? x + 1 : 0;
  int up = (y ? y - 1 : h - 1) * w, down = (y + 1 < h ? y + 1 : 0) * w, row = y * w;
  int alive = in[up + left] + in[up + x] + in[up + right] + in[row + left] + in[row + right] +
              in[down + left] + in[down + x] + in[down + right];
  out[row + x] = alive == 3 || (alive == 2 && in[row + x]);
}

// Many steps on a small tile that stays in shared memory
__global__ void k_relax_tile(float* data, int steps) {
  __shared__ float a[34][34], b[34][34];
  int x = threadIdx.x + 1, y = threadIdx.y + 1, t = threadIdx.y * 32 + threadIdx.x;
  for (int i = t; i < 34 * 34; i += 1024) a[i / 34][i % 34] = b[i / 34][i % 34] = 0;
  __syncthreads();
  float* own = data + blockIdx.x * 1024;
  a[y][x] = own[t];
  __syncthreads();
  for (int s = 0; s < steps; s += 2) {
    b[y][x] = 0.25f * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]);
    __syncthreads();
    a[y][x] = 0.25f * (b[y][x - 1] + b[y][x + 1] + b[y - 1][x] + b[y + 1][x]);
    __syncthreads();
  }
  own[t] = a[y][x] + 1e-3f * t;
}

// One step of the lattice Boltzmann method with nine directions on a torus
__global__ void k_lattice(float* out, const float* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, n = w * h;
  if (x >= w) return;
  const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  float f[9], mass = 0, mx = 0, my = 0;
#pragma unroll
  for (int d = 0; d < 9; ++d) {
    int sx = x - dx[d], sy = y - dy[d];
    sx = sx < 0 ? w - 1 : sx == w ? 0 : sx;
    sy = sy < 0 ? h - 1 : sy == h ? 0 : sy;
    f[d] = in[d * n + sy * w + sx];
    mass += f[d];
    mx += f[d] * dx[d];
    my += f[d] * dy[d];
  }
  mx /= mass;
  my /= mass;
  float square = 1.5f * (mx * mx + my * my);
#pragma unroll
  for (int d = 0; d < 9; ++d) {
    float weight = d == 0 ? 4.f / 9 : d < 5 ? 1.f / 9 : 1.f / 36, along = 3 * (dx[d] * mx + dy[d] * my);
    float rest = weight * mass * (1 + along + 0.5f * along * along - square);
    out[d * n + y * w + x] = f[d] + 0.6f * (rest - f[d]);
  }
}

// Reductions

__global__ void k_sum_atomic(float* total, const float* in, int n) {
  float sum = 0;
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) sum += in[i];
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}

__global__ void k_sum_tree(float* sums, const float4* in, int n) {
  extern __shared__ float part[];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) {
    float4 v = in[i];
    sum += (v.x + v.y) + (v.z + v.w);
  }
  part[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

__global__ void k_column_sum(float* out, const float* in, int rows, int columns) {
  int c = place();
  if (c >= columns) return;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += in[r * columns + c];
  out[c] = sum;
}

__global__ void k_column_sum_tile(float* out, const float* in, int rows, int columns) {
  __shared__ float part[8][33];
  int c = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int r = blockIdx.y * 8 + threadIdx.y; r < rows; r += gridDim.y * 8) sum += in[r * columns + c];
  part[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y > 0) return;
  for (int j = 1; j < 8; ++j) sum += part[j][threadIdx.x];
  atomicAdd(&out[c], sum);
}

__global__ void k_argmax(int* out, const float* in, int columns) {
  __shared__ float best[256];
  __shared__ int where[256];
  int t = threadIdx.x, at = 0;
  const float* row = in + static_cast<size_t>(blockIdx.x) * columns;
  float most = -1e30f;
  for (int c = t; c < columns; c += 256)
    if (float v = row[c]; v > most) {
      most = v;
      at = c;
    }
  best[t] = most;
  where[t] = at;
  __syncthreads();
  for (int half = 128; half > 0; half >>= 1) {
    if (t < half && best[t + half] > best[t]) {
      best[t] = best[t + half];
      where[t] = where[t + half];
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = where[0];
}

__global__ void k_dot_double(double* out, const double* a, const double* b, int n) {
  __shared__ double part[8];
  double sum = 0;
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int w = 1; w < static_cast<int>(blockDim.x) / 32; ++w) sum += part[w];
  atomicAdd(out, sum);
}

__global__ void k_spread_rows(float2* out, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  float mean = 0, squares = 0;
  int count = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    float v = row[c], off = v - mean;
    mean += off / ++count;
    squares += off * (v - mean);
  }
  float total = block_sum(mean * count) / columns;
  float spread = block_sum(squares + count * (mean - total) * (mean - total));
  if (threadIdx.x == 0) out[blockIdx.x] = make_float2(total, spread / columns);
}

// Scans and compaction

__global__ void k_scan_steps(int* out, const int* in, int n) {
  __shared__ int a[2][512];
  int i = place(), t = threadIdx.x, from = 0;
  a[0][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < 512; d *= 2) {
    a[1 - from][t] = a[from][t] + (t >= d ? a[from][t - d] : 0);
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = a[from][t];
}

// Each block scans 1024 numbers by the way up and down a tree.
__global__ void k_scan_tree(int* out, const int* in) {
  __shared__ int a[1024];
  int t = threadIdx.x, base = blockIdx.x * 1024;
  a[t] = in[base + t];
  a[t + 512] = in[base + t + 512];
  int step = 1;
  for (int d = 512; d > 0; d >>= 1, step *= 2) {
    __syncthreads();
    if (t < d) a[step * (2 * t + 2) - 1] += a[step * (2 * t + 1) - 1];
  }
  if (t == 0) a[1023] = 0;
  for (int d = 1; d < 1024; d *= 2) {
    step >>= 1;
    __syncthreads();
    if (t < d) {
      int l = step * (2 * t + 1) - 1, r = step * (2 * t + 2) - 1, v = a[l];
      a[l] = a[r];
      a[r] += v;
    }
  }
  __syncthreads();
  out[base + t] = a[t];
  out[base + t + 512] = a[t + 512];
}

__global__ void k_scan_rows(float* out, const float* in, int rows, int columns) {
  int row = place() / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float carry = 0;
  for (int c = lane; c < columns; c += 32) {
    float v = in[row * columns + c];
    for (int d = 1; d < 32; d *= 2) {
      float left = __shfl_up_sync(~0u, v, d);
      if (lane >= d) v += left;
    }
    out[row * columns + c] = v + carry;
    carry += __shfl_sync(~0u, v, 31);
  }
}

// One block scans all, each thread a run of its own.
__global__ void k_scan_one_block(int* out, const int* in, int n) {
  __shared__ int sums[1024];
  int t = threadIdx.x, run = n / 1024, sum = 0;
  for (int i = 0; i < run; ++i) sum += in[t * run + i];
  sums[t] = sum;
  __syncthreads();
  for (int d = 1; d < 1024; d *= 2) {
    int left = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  int before = t ? sums[t - 1] : 0;
  for (int i = 0; i < run; ++i) {
    before += in[t * run + i];
    out[t * run + i] = before;
  }
}

// Sums of runs that end where a flag is set; runs do not go over the ends of warps.
__global__ void k_segment_sums(float* out, const float* in, const unsigned char* head, int n) {
  int i = place(), lane = threadIdx.x % 32;
  if (i >= n) return;
  float v = in[i];
  unsigned heads = __ballot_sync(~0u, head[i]) | 1u;
  int first = 31 - __clz(heads & (~0u >> (31 - lane)));
  for (int d = 1; d < 32; d *= 2) {
    float left = __shfl_up_sync(~0u, v, d);
    if (lane - d >= first) v += left;
  }
  out[i] = v;
}

__global__ void k_compact_warps(int* out, int* count, const int* in, int n, int limit) {
  int i = place(), lane = threadIdx.x % 32;
  int v = i < n ? in[i] : limit;
  bool keep = v < limit;
  unsigned kept = __ballot_sync(~0u, keep);
  int base = 0;
  if (lane == 0 && kept) base = atomicAdd(count, __popc(kept));
  base = __shfl_sync(~0u, base, 0);
  if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = v;
}

__global__ void k_compact_plain(int* out, int* count, const int* in, int n, int limit) {
  int i = place();
  if (i >= n) return;
  if (int v = in[i]; v < limit) out[atomicAdd(count, 1)] = v;
}

// A block counts, takes its place with one atomic operation, and writes in order.
__global__ void k_compact_blocks(float* out, int* count, const float* in, int n, float least) {
  __shared__ int before[9];
  int i = place(), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = i < n ? in[i] : least - 1;
  unsigned kept = __ballot_sync(~0u, v > least);
  if (lane == 0) before[warp + 1] = __popc(kept);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 1; w <= 8; ++w) sum += before[w];
    int at = atomicAdd(count, sum);
    for (int w = 1; w <= 8; ++w) {
      int own = before[w];
      before[w - 1] = at;
      at += own;
    }
  }
  __syncthreads();
  if (v > least) out[before[warp] + __popc(kept & ((1u << lane) - 1))] = v;
}

// Pieces of neural networks

__global__ void k_softmax_block(float* out, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  float most = -1e30f, sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) most = fmaxf(most, row[c]);
  most = block_max(most);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += __expf(row[c] - most);
  sum = 1.f / block_sum(sum);
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[blockIdx.x * columns + c] = __expf(row[c] - most) * sum;
}

// A warp keeps a row of 128 pairs of halves in registers.
__global__ void k_softmax_warp(__half2* out, const __half2* in, int rows) {
  int row = place() / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float2 v[4];
  float most = -1e30f, sum = 0;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    v[j] = __half22float2(in[row * 128 + j * 32 + lane]);
    most = fmaxf(most, fmaxf(v[j].x, v[j].y));
  }
  most = warp_max(most);
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    v[j].x = expf(v[j].x - most);
    v[j].y = expf(v[j].y - most);
    sum += v[j].x + v[j].y;
  }
  sum = 1.f / warp_sum(sum);
#pragma unroll
  for (int j = 0; j < 4; ++j) out[row * 128 + j * 32 + lane] = __floats2half2_rn(v[j].x * sum, v[j].y * sum);
}

// gamma and beta are loaded late, after the barriers.
__global__ void k_layernorm(float* out, const float* in, const float* gamma, const float* beta, int columns) {
  extern __shared__ float kept_row[];
  const float* row = in + blockIdx.x * columns;
  float sum = 0, squares = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    float v = row[c];
    kept_row[c] = v;
    sum += v;
  }
  float mean = block_sum(sum) / columns;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    squares += (kept_row[c] - mean) * (kept_row[c] - mean);
  float scale = rsqrtf(block_sum(squares) / columns + 1e-5f);
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[blockIdx.x * columns + c] = (kept_row[c] - mean) * scale * gamma[c] + beta[c];
}

__global__ void k_rmsnorm_residual(__half2* x, const __half2* more, const __half2* weight, int pairs) {
  int at = blockIdx.x * pairs + threadIdx.x;
  float2 a = __half22float2(x[at]), b = __half22float2(more[at]);
  a.x += b.x;
  a.y += b.y;
  float scale = rsqrtf(block_sum(a.x * a.x + a.y * a.y) / (2 * pairs) + 1e-6f);
  float2 w = __half22float2(weight[threadIdx.x]);
  x[at] = __floats2half2_rn(a.x * scale * w.x, a.y * scale * w.y);
}

__global__ void k_gelu_bias(float4* out, const float4* in, const float4* bias, int n, int width) {
  int i = place();
  if (i >= n) return;
  float4 v = in[i], b = bias[i % width];
  float* p = &v.x;
  const float* q = &b.x;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    float x = p[j] + q[j];
    p[j] = 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
  }
  out[i] = v;
}

__global__ void k_embedding(float* out, const float* table, const int* token, const float* position,
                            int places, int width) {
  int row = blockIdx.x;
  const float* from = table + static_cast<size_t>(token[row]) * width;
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    out[row * width + c] = from[c] + position[row % places * width + c];
}

__global__ void k_rotate_positions(float2* q, int heads, int pairs, int n) {
  int i = place();
  if (i >= n) return;
  int d = i % pairs, s = i / (pairs * heads);
  float angle = s * powf(10000.f, -static_cast<float>(d) / pairs), sine, cosine;
  sincosf(angle, &sine, &cosine);
  float2 v = q[i];
  q[i] = make_float2(v.x * cosine - v.y * sine, v.x * sine + v.y * cosine);
}

__global__ void k_adam(float* w, float* m, float* v, const __half* grad, float rate, int n) {
  int i = place();
  if (i >= n) return;
  float g = __half2float(grad[i]);
  float a = m[i] = 0.9f * m[i] + 0.1f * g;
  float b = v[i] = 0.999f * v[i] + 0.001f * g * g;
  w[i] -= rate * (a / (sqrtf(b) + 1e-8f) + 0.01f * w[i]);
}

__global__ void k_quantise_rows(signed char* out, float* scale, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  float most = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) most = fmaxf(most, fabsf(row[c]));
  most = block_max(most) + 1e-9f;
  if (threadIdx.x == 0) scale[blockIdx.x] = most / 127;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[blockIdx.x * columns + c] = static_cast<signed char>(__float2int_rn(row[c] * (127 / most)));
}

// Eight weights of four bits are in a word; a warp takes a row.
__global__ void k_gemv_nibbles(float* y, const unsigned* w, const float* scale, const float* x, int rows,
                               int words) {
  int row = place() / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int c = lane; c < words; c += 32) {
    unsigned packed = w[row * words + c];
    float4 a = reinterpret_cast<const float4*>(x)[2 * c], b = reinterpret_cast<const float4*>(x)[2 * c + 1];
    float part = 0;
    part += a.x * (static_cast<int>(packed & 15) - 8);
    part += a.y * (static_cast<int>(packed >> 4 & 15) - 8);
    part += a.z * (static_cast<int>(packed >> 8 & 15) - 8);
    part += a.w * (static_cast<int>(packed >> 12 & 15) - 8);
    part += b.x * (static_cast<int>(packed >> 16 & 15) - 8);
    part += b.y * (static_cast<int>(packed >> 20 & 15) - 8);
    part += b.z * (static_cast<int>(packed >> 24 & 15) - 8);
    part += b.w * (static_cast<int>(packed >> 28) - 8);
    sum += part * scale[row * (words / 16) + c / 16];
  }
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}

// A warp takes a query of 64 numbers and walks over all keys.
__global__ void k_attention_warp(float2* out, const float2* q, const float2* k, const float2* v, int queries,
                                 int keys) {
  int warp = place() / 32, lane = threadIdx.x % 32, head = warp / queries;
  float2 own = q[warp * 32 + lane], sum = make_float2(0, 0);
  float most = -1e30f, weight = 0;
  for (int j = 0; j < keys; ++j) {
    float2 key = k[(head * keys + j) * 32 + lane];
    float score = warp_sum(own.x * key.x + own.y * key.y) * 0.125f;
    float higher = fmaxf(most, score), keep = __expf(most - higher), p = __expf(score - higher);
    float2 value = v[(head * keys + j) * 32 + lane];
    sum.x = sum.x * keep + p * value.x;
    sum.y = sum.y * keep + p * value.y;
    weight = weight * keep + p;
    most = higher;
  }
  out[warp * 32 + lane] = make_float2(sum.x / weight, sum.y / weight);
}

// Each thread has a query of 32 numbers and what is summed for it in registers; keys pass by in tiles.
__global__ void __launch_bounds__(128)
    k_attention_tile(float* out, const float* q, const float* k, const float* v, int length) {
  __shared__ float4 keys[32][8], values[32][8];
  int t = threadIdx.x, first = blockIdx.y * length, row = first + blockIdx.x * 128 + t;
  float own[32], sum[32] = {}, most = -1e30f, weight = 0;
  const float4* mine = reinterpret_cast<const float4*>(q) + row * 8;
#pragma unroll
  for (int d = 0; d < 8; ++d) {
    float4 part = mine[d];
    own[4 * d] = part.x;
    own[4 * d + 1] = part.y;
    own[4 * d + 2] = part.z;
    own[4 * d + 3] = part.w;
  }
  for (int base = 0; base < length; base += 32) {
    __syncthreads();
    for (int i = t; i < 256; i += 128) {
      keys[i / 8][i % 8] = reinterpret_cast<const float4*>(k)[(first + base) * 8 + i];
      values[i / 8][i % 8] = reinterpret_cast<const float4*>(v)[(first + base) * 8 + i];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float score = 0;
#pragma unroll
      for (int d = 0; d < 8; ++d) {
        float4 key = keys[j][d];
        score +=
            own[4 * d] * key.x + own[4 * d + 1] * key.y + own[4 * d + 2] * key.z + own[4 * d + 3] * key.w;
      }
      if (score > most) {
        float keep = __expf(most - score);
        most = score;
        weight *= keep;
#pragma unroll
        for (int d = 0; d < 32; ++d) sum[d] *= keep;
      }
      float p = __expf(score - most);
      weight += p;
#pragma unroll
      for (int d = 0; d < 8; ++d) {
        float4 value = values[j][d];
        sum[4 * d] += p * value.x;
        sum[4 * d + 1] += p * value.y;
        sum[4 * d + 2] += p * value.z;
        sum[4 * d + 3] += p * value.w;
      }
    }
  }
#pragma unroll
  for (int d = 0; d < 32; ++d) out[row * 32 + d] = sum[d] / weight;
}

// One query for each block: a thread scores whole keys, then a thread sums a column of the values.
__global__ void k_decode_head(float* out, const __half2* q, const __half2* k, const __half* v, int keys) {
  extern __shared__ float score[];
  __shared__ float part[128];
  int t = threadIdx.x, b = blockIdx.x;
  float most = -1e30f, sum = 0;
  for (int j = t; j < keys; j += 128) {
    float s = 0;
    for (int d = 0; d < 32; ++d) {
      float2 x = __half22float2(k[(b * keys + j) * 32 + d]), y = __half22float2(q[b * 32 + d]);
      s += x.x * y.x + x.y * y.y;
    }
    score[j] = s;
    most = fmaxf(most, s);
  }
  most = block_max(most);
  for (int j = t; j < keys; j += 128) {
    score[j] = __expf(score[j] - most);
    sum += score[j];
  }
  sum = block_sum(sum);
  float value = 0;
  for (int j = t / 64; j < keys; j += 2) value += score[j] * __half2float(v[(b * keys + j) * 64 + t % 64]);
  part[t] = value;
  __syncthreads();
  if (t < 64) out[b * 64 + t] = (part[t] + part[t + 64]) / sum;
}

// Sparse matrices, gathers and atomics

__global__ void k_csr_thread(float* y, const int* start, const int* column, const float* value,
                             const float* x, int rows) {
  int r = place();
  if (r >= rows) return;
  float sum = 0;
  for (int e = start[r]; e < start[r + 1]; ++e) sum += value[e] * x[column[e]];
  y[r] = sum;
}

// WIDTH threads share a row.
template <int WIDTH>
__global__ void k_csr_group(float* y, const int* __restrict__ start, const int* __restrict__ column,
                            const float* __restrict__ value, const float* __restrict__ x, int rows) {
  int r = place() / WIDTH, lane = threadIdx.x % WIDTH;
  float sum = 0;
  if (r < rows)
    for (int e = start[r] + lane, end = start[r + 1]; e < end; e += WIDTH) sum += value[e] * x[column[e]];
  for (int d = WIDTH / 2; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d, WIDTH);
  if (r < rows && lane == 0) y[r] = sum;
}

__global__ void k_ell(double* y, const int* column, const double* value, const double* x, int rows,
                      int width) {
  int r = place();
  if (r >= rows) return;
  double sum = 0;
  for (int j = 0; j < width; ++j)
    if (int c = column[j * rows + r]; c >= 0) sum += value[j * rows + r] * x[c];
  y[r] = sum;
}

__global__ void k_coo(float* y, const int* row, const int* column, const float* value, const float* x,
                      int n) {
  int e = place();
  if (e < n) atomicAdd(&y[row[e]], value[e] * x[column[e]]);
}

// A block takes a row of the sparse matrix, a thread a column of the dense one.
__global__ void k_sparse_dense(float* out, const int* start, const int* column, const float* value,
                               const float* dense, int width) {
  int r = blockIdx.x, c = threadIdx.x;
  float sum = 0;
  for (int e = start[r], end = start[r + 1]; e < end; ++e) sum += value[e] * dense[column[e] * width + c];
  out[r * width + c] = sum;
}

template <class T>
__global__ void k_gather(T* __restrict__ out, const T* __restrict__ in, const int* __restrict__ at, int n) {
  int i = place();
  if (i < n) out[i] = in[at[i]];
}

__global__ void k_scatter(float* out, const float* in, const int* at, int n) {
  int i = place();
  if (i < n) out[at[i]] = in[i];
}

__global__ void k_scatter_add_rows(float* out, const float* in, const int* at, int width) {
  int r = blockIdx.x;
  for (int c = threadIdx.x; c < width; c += blockDim.x) atomicAdd(&out[at[r] * width + c], in[r * width + c]);
}

__global__ void k_histogram_direct(unsigned* bins, const unsigned char* in, int n) {
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1u);
}

__global__ void k_histogram_shared(unsigned* bins, const uchar4* in, int n) {
  __shared__ unsigned own[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) {
    uchar4 v = in[i];
    atomicAdd(&own[v.x], 1u);
    atomicAdd(&own[v.y], 1u);
    atomicAdd(&own[v.z], 1u);
    atomicAdd(&own[v.w], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    if (own[b]) atomicAdd(&bins[b], own[b]);
}

// Lanes with the same key choose one that adds for all.
__global__ void k_count_matched(int* counts, const int* key, int n) {
  int i = place();
  if (i >= n) return;
  int k = key[i];
  unsigned same = __match_any_sync(__activemask(), k);
  if (__ffs(same) - 1 == static_cast<int>(threadIdx.x % 32)) atomicAdd(&counts[k], __popc(same));
}

// Products by compare and swap, a few threads for each word
__global__ void k_multiply_cas(unsigned long long* out, const double* in, int words, int n) {
  int i = place();
  if (i >= n) return;
  unsigned long long* to = &out[i % words];
  unsigned long long old = atomicCAS(to, 0ull, 0ull), seen;
  do {
    seen = old;
    old = atomicCAS(to, seen, __double_as_longlong(__longlong_as_double(seen) * in[i] + 1.0));
  } while (old != seen);
}

// Sorts

// Each block of 512 threads sorts 1024 keys.
__global__ void k_bitonic_block(unsigned* out, const unsigned* in) {
  __shared__ unsigned key[1024];
  int t = threadIdx.x, base = blockIdx.x * 1024;
  key[t] = in[base + t];
  key[t + 512] = in[base + t + 512];
  for (int size = 2; size <= 1024; size *= 2)
    for (int d = size / 2; d > 0; d >>= 1) {
      __syncthreads();
      int a = 2 * t - (t & (d - 1)), b = a + d;
      bool up = (a & size) == 0;
      unsigned ka = key[a], kb = key[b];
      if ((ka > kb) == up) {
        key[a] = kb;
        key[b] = ka;
      }
    }
  __syncthreads();
  out[base + t] = key[t];
  out[base + t + 512] = key[t + 512];
}

__global__ void k_odd_even(int* out, const int* in, int rounds) {
  extern __shared__ int key[];
  int t = threadIdx.x, n = 2 * blockDim.x, base = blockIdx.x * n;
  key[t] = in[base + t];
  key[t + blockDim.x] = in[base + t + blockDim.x];
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    int a = 2 * t + (round & 1);
    if (a + 1 < n && key[a] > key[a + 1]) {
      int held = key[a];
      key[a] = key[a + 1];
      key[a + 1] = held;
    }
    __syncthreads();
  }
  out[base + t] = key[t];
  out[base + t + blockDim.x] = key[t + blockDim.x];
}

// How often each digit of four bits comes in a block's tile
__global__ void k_radix_count(int* counts, const unsigned* in, int shift) {
  __shared__ int own[8][16];
  int t = threadIdx.x, warp = t / 32;
  if (t < 128) own[t / 16][t % 16] = 0;
  __syncthreads();
  for (int j = 0; j < 8; ++j) atomicAdd(&own[warp][in[blockIdx.x * 2048 + j * 256 + t] >> shift & 15], 1);
  __syncthreads();
  if (t >= 16) return;
  int sum = 0;
  for (int w = 0; w < 8; ++w) sum += own[w][t];
  counts[t * gridDim.x + blockIdx.x] = sum;
}

// Sorts a tile of 256 keys by four bits with ballots.
__global__ void k_radix_tile(unsigned* out, const unsigned* in, int shift) {
  __shared__ unsigned key[2][256];
  __shared__ int zeros[8];
  int t = threadIdx.x, lane = t % 32, warp = t / 32, from = 0;
  key[0][t] = in[blockIdx.x * 256 + t];
  for (int bit = shift; bit < shift + 4; ++bit) {
    __syncthreads();
    unsigned k = key[from][t], one = k >> bit & 1, set = __ballot_sync(~0u, one);
    if (lane == 0) zeros[warp] = 32 - __popc(set);
    __syncthreads();
    int before = 0, all = 0;
    for (int w = 0; w < 8; ++w) {
      before += w < warp ? zeros[w] : 0;
      all += zeros[w];
    }
    before += __popc(~set & ((1u << lane) - 1));
    key[1 - from][one ? all + t - before : before] = k;
    from = 1 - from;
  }
  __syncthreads();
  out[blockIdx.x * 256 + t] = key[from][t];
}

// Each thread finds its part of the merged list by bisection and merges eight keys.
__global__ void k_merge_path(int* out, const int* a, const int* b, int na, int nb) {
  int first = place() * 8;
  if (first >= na + nb) return;
  int low = max(0, first - nb), high = min(first, na);
  while (low < high) {
    int mid = (low + high) / 2;
    if (a[mid] <= b[first - 1 - mid])
      low = mid + 1;
    else
      high = mid;
  }
  int i = low, j = first - low;
  for (int n = 0; n < 8 && first + n < na + nb; ++n) {
    bool left = j >= nb || (i < na && a[i] <= b[j]);
    out[first + n] = left ? a[i++] : b[j++];
  }
}

// Matrix products and other dense algebra

template <class T>
__global__ void k_product_plain(T* c, const T* a, const T* b, int m, int n, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= m) return;
  T sum = 0;
  for (int k = 0; k < depth; ++k) sum += a[y * depth + k] * b[k * n + x];
  c[y * n + x] = sum;
}

template <int SIDE>
__global__ void k_product_tile(float* c, const float* a, const float* b, int n, int depth) {
  __shared__ float ta[SIDE][SIDE], tb[SIDE][SIDE];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * SIDE + tx, y = blockIdx.y * SIDE + ty;
  float sum = 0;
  for (int base = 0; base < depth; base += SIDE) {
    ta[ty][tx] = a[y * depth + base + tx];
    tb[ty][tx] = b[(base + ty) * n + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < SIDE; ++k) sum += ta[ty][k] * tb[k][tx];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

// A block of 256 threads makes 64 x 64 results, each thread 4 x 4.
__global__ void k_product_registers(float* c, const float* a, const float* b, int n, int depth) {
  __shared__ float ta[16][68], tb[16][64];
  int t = threadIdx.x, tx = t % 16, ty = t / 16, x0 = blockIdx.x * 64, y0 = blockIdx.y * 64;
  float sum[4][4] = {};
  for (int base = 0; base < depth; base += 16) {
    float4 va = *reinterpret_cast<const float4*>(&a[(y0 + t / 4) * depth + base + t % 4 * 4]);
    int k0 = t % 4 * 4;
    ta[k0][t / 4] = va.x;
    ta[k0 + 1][t / 4] = va.y;
    ta[k0 + 2][t / 4] = va.z;
    ta[k0 + 3][t / 4] = va.w;
    *reinterpret_cast<float4*>(&tb[ty][tx * 4]) =
        *reinterpret_cast<const float4*>(&b[(base + ty) * n + x0 + tx * 4]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float4 l = *reinterpret_cast<float4*>(&ta[k][ty * 4]), r = *reinterpret_cast<float4*>(&tb[k][tx * 4]);
      float left[4] = {l.x, l.y, l.z, l.w}, right[4] = {r.x, r.y, r.z, r.w};
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4*>(&c[(y0 + ty * 4 + i) * n + x0 + tx * 4]) =
        make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// 128 threads make 64 x 64 results, each 8 x 4; the next tiles are on their way in registers.
__global__ void __launch_bounds__(128)
    k_product_ahead(float* c, const float* a, const float* b, int n, int depth) {
  __shared__ float ta[2][8][64], tb[2][8][64];
  int t = threadIdx.x, tx = t % 16, ty = t / 16, x0 = blockIdx.x * 64, y0 = blockIdx.y * 64, at = 0;
  const float4* from_a = reinterpret_cast<const float4*>(&a[(y0 + t / 2) * depth + t % 2 * 4]);
  const float* from_b = &b[t / 16 * n + x0 + t % 16 * 4];
  float4 va = *from_a, vb = *reinterpret_cast<const float4*>(from_b);
  float sum[8][4] = {};
  for (int base = 0; base < depth; base += 8, at ^= 1) {
    int k0 = t % 2 * 4;
    ta[at][k0][t / 2] = va.x;
    ta[at][k0 + 1][t / 2] = va.y;
    ta[at][k0 + 2][t / 2] = va.z;
    ta[at][k0 + 3][t / 2] = va.w;
    *reinterpret_cast<float4*>(&tb[at][ty][tx * 4]) = vb;
    __syncthreads();
    if (base + 8 < depth) {
      va = from_a[(base + 8) / 4];
      vb = *reinterpret_cast<const float4*>(from_b + (base + 8) * n);
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      float4 r = *reinterpret_cast<float4*>(&tb[at][k][tx * 4]);
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        float left = ta[at][k][ty * 8 + i];
        sum[i][0] += left * r.x;
        sum[i][1] += left * r.y;
        sum[i][2] += left * r.z;
        sum[i][3] += left * r.w;
      }
    }
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 4; ++j) c[(y0 + ty * 8 + i) * n + x0 + tx * 4 + j] = sum[i][j];
}

// 32 x 32 results by 64 threads, 4 x 4 each; cp.async brings the tiles of the step after.
__global__ void k_product_async(float* c, const float* a, const float* b, int n, int depth) {
  __shared__ __align__(16) float ta[2][32][36], tb[2][32][32];
  int t = threadIdx.x, tx = t % 8, ty = t / 8, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
  auto bring = [&](int to, int base) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      int row = ty + 8 * j;
      __pipeline_memcpy_async(&ta[to][row][tx * 4], &a[(y0 + row) * depth + base + tx * 4], 16);
      __pipeline_memcpy_async(&tb[to][row][tx * 4], &b[(base + row) * n + x0 + tx * 4], 16);
    }
    __pipeline_commit();
  };
  float sum[4][4] = {};
  bring(0, 0);
  for (int base = 0, at = 0; base < depth; base += 32, at ^= 1) {
    if (base + 32 < depth) {
      bring(at ^ 1, base + 32);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
      float4 r = *reinterpret_cast<float4*>(&tb[at][k][tx * 4]);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        float left = ta[at][ty * 4 + i][k];
        sum[i][0] += left * r.x;
        sum[i][1] += left * r.y;
        sum[i][2] += left * r.z;
        sum[i][3] += left * r.w;
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4*>(&c[(y0 + ty * 4 + i) * n + x0 + tx * 4]) =
        make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// Each warp makes 16 x 32 results on the tensor cores, straight from global memory.
__global__ void k_product_tensor(float* c, const __half* a, const __half* b, int n, int depth) {
  using namespace nvcuda;
  int x = (blockIdx.x * 2 + threadIdx.y % 2) * 32, y = (blockIdx.y * 2 + threadIdx.y / 2) * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2];
  wmma::fill_fragment(sum[0], 0.f);
  wmma::fill_fragment(sum[1], 0.f);
  for (int k = 0; k < depth; k += 16) {
    wmma::load_matrix_sync(left, a + y * depth + k, depth);
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      wmma::load_matrix_sync(right, b + k * n + x + 16 * j, n);
      wmma::mma_sync(sum[j], left, right, sum[j]);
    }
  }
#pragma unroll
  for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(c + y * n + x + 16 * j, sum[j], n, wmma::mem_row_major);
}

// Products of bytes, four in a word; both matrices have the depth along their rows.
__global__ void k_product_bytes(int* c, const int* a, const int* b, int n, int words) {
  __shared__ int ta[16][17], tb[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty, sum = 0;
  for (int base = 0; base < words; base += 16) {
    ta[ty][tx] = a[y * words + base + tx];
    tb[ty][tx] = b[(blockIdx.x * 16 + ty) * words + base + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) sum = __dp4a(ta[ty][k], tb[tx][k], sum);
    __syncthreads();
  }
  c[y * n + x] = sum;
}

__global__ void k_gemv_rows(float* y, const float4* a, const float4* x, int rows, int quads) {
  int row = place() / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
#pragma unroll 4
  for (int c = lane; c < quads; c += 32) {
    float4 v = a[row * quads + c], w = x[c];
    sum += v.x * w.x + v.y * w.y + v.z * w.z + v.w * w.w;
  }
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}

// The product with the transposed matrix: a thread takes a column of a slice of rows.
__global__ void k_gemv_columns(double* y, const double* a, const double* x, int columns, int slice) {
  int c = place(), first = blockIdx.y * slice;
  if (c >= columns) return;
  double sum = 0;
#pragma unroll 8
  for (int r = 0; r < slice; ++r) sum += a[(first + r) * columns + c] * x[first + r];
  atomicAdd(&y[c], sum);
}

// A thread multiplies two matrices of 4 x 4.
__global__ void k_small_products(float4* out, const float4* a, const float4* b, int n) {
  int i = place();
  if (i >= n) return;
  float4 right[4];
#pragma unroll
  for (int j = 0; j < 4; ++j) right[j] = b[4 * i + j];
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    float4 l = a[4 * i + j], r;
    r.x = l.x * right[0].x + l.y * right[1].x + l.z * right[2].x + l.w * right[3].x;
    r.y = l.x * right[0].y + l.y * right[1].y + l.z * right[2].y + l.w * right[3].y;
    r.z = l.x * right[0].z + l.y * right[1].z + l.z * right[2].z + l.w * right[3].z;
    r.w = l.x * right[0].w + l.y * right[1].w + l.z * right[2].w + l.w * right[3].w;
    out[4 * i + j] = r;
  }
}

// Gauss elimination with a search for pivots: the row numbers are known only at run time.
__global__ void k_solve_local(float* out, const float* a, const float* b, int n) {
  constexpr int N = 6;
  int i = place();
  if (i >= n) return;
  float m[N][N + 1];
  for (int r = 0; r < N; ++r) {
    for (int c = 0; c < N; ++c) m[r][c] = a[(r * N + c) * n + i];
    m[r][N] = b[r * n + i];
  }
  for (int k = 0; k < N; ++k) {
    int pivot = k;
    for (int r = k + 1; r < N; ++r)
      if (fabsf(m[r][k]) > fabsf(m[pivot][k])) pivot = r;
    for (int c = k; c <= N; ++c) {
      float held = m[pivot][c];
      m[pivot][c] = m[k][c];
      m[k][c] = held;
    }
    for (int r = k + 1; r < N; ++r) {
      float factor = m[r][k] / m[k][k];
      for (int c = k; c <= N; ++c) m[r][c] -= factor * m[k][c];
    }
  }
  for (int k = N - 1; k >= 0; --k) {
    float v = m[k][N];
    for (int c = k + 1; c < N; ++c) v -= m[k][c] * m[c][N];
    m[k][N] = v / m[k][k];
    out[k * n + i] = m[k][N];
  }
}

// Cholesky's method for a matrix of 32 x 32 in each block of 256 threads
__global__ void k_cholesky(float* out, const float* in) {
  __shared__ float m[32][33];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 256) m[i / 32][i % 32] = in[blockIdx.x * 1024 + i];
  for (int k = 0; k < 32; ++k) {
    __syncthreads();
    if (t == 0) m[k][k] = sqrtf(m[k][k]);
    __syncthreads();
    if (t > k && t < 32) m[t][k] /= m[k][k];
    __syncthreads();
    for (int i = t; i < 1024; i += 256)
      if (int r = i / 32, c = i % 32; c > k && r >= c) m[r][c] -= m[r][k] * m[c][k];
  }
  __syncthreads();
  for (int i = t; i < 1024; i += 256) out[blockIdx.x * 1024 + i] = i / 32 >= i % 32 ? m[i / 32][i % 32] : 0;
}

// Systems with three diagonals, a thread each; neighbouring systems are neighbours in memory.
__global__ void k_thomas(double* x, double* work, const double* diagonal, const double* right, int systems,
                         int length) {
  int s = place();
  if (s >= systems) return;
  double c = 0, d = 0;
  for (int i = 0; i < length; ++i) {
    double scale = 1.0 / (diagonal[i * systems + s] + c);
    c = -scale;
    d = (right[i * systems + s] + d) * scale;
    work[i * systems + s] = c;
    x[i * systems + s] = d;
  }
  for (int i = length - 2; i >= 0; --i) {
    d = x[i * systems + s] - work[i * systems + s] * d;
    x[i * systems + s] = d;
  }
}

// Convolutions and transforms

__constant__ float Taps[64];

__global__ void k_filter_signal(float* out, const float* in, int n, int taps) {
  int i = place();
  if (i >= n) return;
  float sum = 0;
  for (int j = 0; j < taps; ++j) sum += Taps[j] * in[i + j];
  out[i] = sum;
}

// A layer of 3 x 3 filters; each thread makes a pixel of four channels.
__global__ void k_filter_layer(float* out, const float* in, const float* weight, int channels, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, o = blockIdx.z * 4, wide = w + 2;
  if (x >= w || y >= h) return;
  float sum[4] = {};
  for (int c = 0; c < channels; ++c) {
    const float* image = in + (c * (h + 2) + y) * wide + x;
#pragma unroll
    for (int j = 0; j < 9; ++j) {
      float v = __ldg(&image[j / 3 * wide + j % 3]);
#pragma unroll
      for (int k = 0; k < 4; ++k) sum[k] += v * __ldg(&weight[((o + k) * channels + c) * 9 + j]);
    }
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) out[((o + k) * h + y) * w + x] = fmaxf(sum[k], 0.f);
}

__global__ void k_blur_columns(float* out, const float* in, int w, int h) {
  constexpr int R = 6;
  __shared__ float tile[32 + 2 * R][32];
  int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 32 + 2 * R; j += 8)
    tile[j][threadIdx.x] = in[min(max(y0 + j - R, 0), h - 1) * w + x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32 && y0 + j < h; j += 8) {
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 2 * R; ++k) sum += Taps[k] * tile[j + k][threadIdx.x];
    out[(y0 + j) * w + x] = sum;
  }
}

// A Fourier transform of 1024 points in each block of 512 threads
__global__ void k_fft_block(float2* out, const float2* in) {
  __shared__ float2 v[1024];
  int t = threadIdx.x, base = blockIdx.x * 1024;
  for (int i = t; i < 1024; i += 512) v[__brev(i) >> 22] = in[base + i];
  for (int half = 1; half < 1024; half *= 2) {
    __syncthreads();
    int k = t % half, a = t / half * 2 * half + k, b = a + half;
    float sine, cosine;
    sincospif(-static_cast<float>(k) / half, &sine, &cosine);
    float2 p = v[a], q = v[b];
    q = make_float2(q.x * cosine - q.y * sine, q.x * sine + q.y * cosine);
    v[a] = make_float2(p.x + q.x, p.y + q.y);
    v[b] = make_float2(p.x - q.x, p.y - q.y);
  }
  __syncthreads();
  for (int i = t; i < 1024; i += 512) out[base + i] = v[i];
}

// One pass of radix four over all data
__global__ void k_fft_pass(float2* out, const float2* in, int n, int span) {
  int i = place(), quarter = n / 4;
  if (i >= quarter) return;
  int k = i % span;
  float2 v[4];
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    float2 u = in[i + j * quarter];
    float sine, cosine;
    __sincosf(-6.2831853f * j * k / (4 * span), &sine, &cosine);
    v[j] = make_float2(u.x * cosine - u.y * sine, u.x * sine + u.y * cosine);
  }
  float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
  float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
  int to = (i - k) * 4 + k;
  out[to] = make_float2(a.x + c.x, a.y + c.y);
  out[to + span] = make_float2(b.x + d.x, b.y + d.y);
  out[to + 2 * span] = make_float2(a.x - c.x, a.y - c.y);
  out[to + 3 * span] = make_float2(b.x - d.x, b.y - d.y);
}

// The cosine transform of squares of 8 x 8 pixels, 64 threads each, four squares in a block
__global__ void k_cosine_squares(float* out, const unsigned char* in, int w) {
  __shared__ float a[4][8][8], b[4][8][8], basis[8][8];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  if (z == 0) basis[y][x] = (y ? 0.5f : 0.35355339f) * cospif((2 * x + 1) * y / 16.f);
  int at = (blockIdx.y * 8 + y) * w + (blockIdx.x * 4 + z) * 8 + x;
  a[z][y][x] = in[at] - 128.f;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += a[z][y][k] * basis[x][k];
  b[z][y][x] = sum;
  __syncthreads();
  sum = 0;
  for (int k = 0; k < 8; ++k) sum += basis[y][k] * b[z][k][x];
  out[at] = sum;
}

// Physics, pictures of numbers, and chance

__global__ void k_attract(float4* force, const float4* body, int n) {
  __shared__ float4 near[128];
  int i = place();
  float4 own = body[i];
  float3 sum = make_float3(0, 0, 0);
  for (int base = 0; base < n; base += 128) {
    near[threadIdx.x] = body[base + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 128; ++j) {
      float4 p = near[j];
      float dx = p.x - own.x, dy = p.y - own.y, dz = p.z - own.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), s = p.w * inverse * inverse * inverse;
      sum.x += s * dx;
      sum.y += s * dy;
      sum.z += s * dz;
    }
    __syncthreads();
  }
  force[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

__global__ void k_neighbour_forces(float* fx, float* fy, float* fz, const float* x, const float* y,
                                   const float* z, const int* neighbour, int count, int n) {
  int i = place();
  if (i >= n) return;
  float px = x[i], py = y[i], pz = z[i], sx = 0, sy = 0, sz = 0;
  for (int j = 0; j < count; ++j) {
    int o = neighbour[j * n + i];
    float dx = px - x[o], dy = py - y[o], dz = pz - z[o], square = dx * dx + dy * dy + dz * dz + 0.01f;
    if (square > 0.3f) continue;
    float inverse = 1 / square, sixth = inverse * inverse * inverse, f = sixth * (sixth - 0.5f) * inverse;
    sx += f * dx;
    sy += f * dy;
    sz += f * dz;
  }
  fx[i] = sx;
  fy[i] = sy;
  fz[i] = sz;
}

__global__ void k_mandelbrot(unsigned char* out, int w, int h, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float cx = -2.2f + 3.2f * x / w, cy = -1.2f + 2.4f * y / h, zx = 0, zy = 0;
  int steps = 0;
  while (steps < limit && zx * zx + zy * zy < 4) {
    float next = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = next;
    ++steps;
  }
  out[y * w + x] = static_cast<unsigned char>(steps);
}

__global__ void k_black_scholes(float* call, float* put, const float* price, const float* strike,
                                const float* years, int n) {
  int i = place();
  if (i >= n) return;
  float s = price[i], k = strike[i], t = years[i], root = sqrtf(t);
  float d1 = (logf(s / k) + (0.02f + 0.045f) * t) / (0.3f * root), d2 = d1 - 0.3f * root;
  float n1 = normcdff(d1), n2 = normcdff(d2), late = k * expf(-0.02f * t);
  call[i] = s * n1 - late * n2;
  put[i] = late * (1 - n2) - s * (1 - n1);
}

// Paths that end early when they touch a barrier
__global__ void k_barrier_paths(float* total, int steps, float barrier) {
  unsigned state = mixed(place() + 1);
  float price = 1, pay = 1;
  for (int s = 0; s < steps; ++s) {
    float u = uniform(state) + 1e-7f, v = uniform(state);
    price *= __expf(0.02f * sqrtf(-2 * __logf(u)) * __cosf(6.2831853f * v));
    if (price > barrier) {
      pay = 0;
      break;
    }
  }
  float sum = block_sum(pay * fmaxf(price - 1, 0.f));
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

__global__ void k_nearest_centre(int* out, const float* in, const float* centre, int centres, int n) {
  extern __shared__ float middle[];
  for (int i = threadIdx.x; i < centres * 8; i += blockDim.x) middle[i] = centre[i];
  __syncthreads();
  int i = place();
  if (i >= n) return;
  float v[8], least = 1e30f;
#pragma unroll
  for (int d = 0; d < 8; ++d) v[d] = in[d * n + i];
  int best = 0;
  for (int c = 0; c < centres; ++c) {
    float square = 0;
#pragma unroll
    for (int d = 0; d < 8; ++d) square += (v[d] - middle[c * 8 + d]) * (v[d] - middle[c * 8 + d]);
    if (square < least) {
      least = square;
      best = c;
    }
  }
  out[i] = best;
}

// Pointers, tables and graphs

__global__ void k_chase(int* out, const int* next, int steps) {
  int at = place() * 37;
  for (int s = 0; s < steps; ++s) at = next[at];
  out[place()] = at;
}

__global__ void k_lower_bound(int* out, const int* sorted, const int* wanted, int size, int n) {
  int i = place();
  if (i >= n) return;
  int low = 0, high = size, v = wanted[i];
  while (low < high) {
    int mid = (low + high) / 2;
    if (sorted[mid] < v)
      low = mid + 1;
    else
      high = mid;
  }
  out[i] = low;
}

// Keys are put into an open table with linear probing; 0 is an empty place.
__global__ void k_table_build(unsigned* table, const unsigned* key, unsigned mask, int n) {
  int i = place();
  if (i >= n) return;
  unsigned k = key[i], at = mixed(k) & mask;
  while (true) {
    unsigned seen = atomicCAS(&table[at], 0u, k);
    if (seen == 0 || seen == k) return;
    at = (at + 1) & mask;
  }
}

__global__ void k_table_probe(unsigned* out, const uint2* table, const unsigned* key, unsigned mask, int n) {
  int i = place();
  if (i >= n) return;
  unsigned k = key[i], at = mixed(k) & mask, value = 0;
  for (uint2 entry = table[at]; entry.x; entry = table[at]) {
    if (entry.x == k) {
      value = entry.y;
      break;
    }
    at = (at + 1) & mask;
  }
  out[i] = value;
}

// One level of a breadth-first search: each thread expands a node of the frontier.
__global__ void k_expand_frontier(int* seen, int* next, int* count, const int* frontier, const int* start,
                                  const int* column, int n) {
  int i = place();
  if (i >= n) return;
  int node = frontier[i];
  for (int e = start[node], end = start[node + 1]; e < end; ++e) {
    int to = column[e];
    if (atomicExch(&seen[to], 1) == 0) next[atomicAdd(count, 1)] = to;
  }
}

__global__ void k_page_rank(float* out, const float* rank, const int* start, const int* column,
                            const int* degree, int nodes) {
  int i = place();
  if (i >= nodes) return;
  float sum = 0;
  for (int e = start[i], end = start[i + 1]; e < end; ++e) {
    int from = column[e];
    sum += rank[from] / degree[from];
  }
  out[i] = 0.15f / nodes + 0.85f * sum;
}

// Common neighbours of the two ends of each edge, by merging two sorted lists
__global__ void k_common_neighbours(int* out, const int* row, const int* column, const int* start, int n) {
  int e = place();
  if (e >= n) return;
  int i = start[row[e]], iend = start[row[e] + 1], j = start[column[e]], jend = start[column[e] + 1],
      found = 0;
  while (i < iend && j < jend) {
    int a = column[i], b = column[j];
    found += a == b;
    i += a <= b;
    j += b <= a;
  }
  out[e] = found;
}

// Dynamic programming

// The longest common subsequence of two texts for each block, a diagonal after each barrier
__global__ void k_common_subsequence(int* out, const char* a, const char* b, int length) {
  extern __shared__ int line[];
  int t = threadIdx.x;
  for (int i = t; i < 3 * (length + 1); i += blockDim.x) line[i] = 0;
  __syncthreads();
  char own = a[blockIdx.x * length + t];
  for (int d = 0; d < 2 * length - 1; ++d) {
    int* now = line + d % 3 * (length + 1);
    const int *last = line + (d + 2) % 3 * (length + 1), *older = line + (d + 1) % 3 * (length + 1);
    int j = d - t;
    if (j >= 0 && j < length)
      now[t + 1] = own == b[blockIdx.x * length + j] ? older[t] + 1 : max(last[t], last[t + 1]);
    __syncthreads();
  }
  if (t == length - 1) out[blockIdx.x] = line[(2 * length - 2) % 3 * (length + 1) + length];
}

// The distance between words, with a line of the table in a local array
__global__ void k_word_distance(int* out, const char* words, const char* wanted, int length, int n) {
  int i = place();
  if (i >= n) return;
  unsigned char line[25];
  for (int j = 0; j <= length; ++j) line[j] = j;
  for (int k = 0; k < length; ++k) {
    int corner = line[0];
    char c = words[k * n + i];
    line[0] = k + 1;
    for (int j = 1; j <= length; ++j) {
      int above = line[j],
          best = min(min(above, static_cast<int>(line[j - 1])) + 1, corner + (c != wanted[j - 1]));
      corner = above;
      line[j] = best;
    }
  }
  out[i] = line[length];
}

// All shortest paths inside tiles of 32 x 32 nodes
__global__ void k_paths_in_tile(int* out, const int* in) {
  __shared__ int d[32][32];
  int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 1024 + y * 32 + x;
  d[y][x] = in[at];
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    int through = d[y][k] + d[k][x];
    __syncthreads();
    if (through < d[y][x]) d[y][x] = through;
    __syncthreads();
  }
  out[at] = d[y][x];
}

// Images

__global__ void k_bilateral(float* out, const float* in, int w, int h, float sharp) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float own = in[y * w + x], sum = 0, weight = 0;
  for (int dy = -3; dy <= 3; ++dy)
    for (int dx = -3; dx <= 3; ++dx) {
      int sx = min(max(x + dx, 0), w - 1), sy = min(max(y + dy, 0), h - 1);
      float v = in[sy * w + sx], p = __expf(-0.1f * (dx * dx + dy * dy) - sharp * (v - own) * (v - own));
      sum += p * v;
      weight += p;
    }
  out[y * w + x] = sum / weight;
}

// Luminance for each pixel and colour for each square of four
__global__ void k_rgb_to_yuv(unsigned char* luma, uchar2* chroma, const uchar4* in, int w) {
  int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = 2 * blockIdx.y, r = 0, g = 0, b = 0;
  if (x >= w) return;
  for (int j = 0; j < 4; ++j) {
    int at = (y + j / 2) * w + x + j % 2;
    uchar4 p = in[at];
    luma[at] = (66 * p.x + 129 * p.y + 25 * p.z + 4224) >> 8;
    r += p.x;
    g += p.y;
    b += p.z;
  }
  chroma[y / 2 * (w / 2) + x / 2] =
      make_uchar2((-38 * r - 74 * g + 112 * b + 131584) >> 10, (112 * r - 94 * g - 18 * b + 131584) >> 10);
}

// A turned picture, with values between pixels
__global__ void k_turn(float* out, const float* in, int w, int h, float sine, float cosine) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float dx = x - 0.5f * w, dy = y - 0.5f * h;
  float sx = cosine * dx - sine * dy + 0.5f * w, sy = sine * dx + cosine * dy + 0.5f * h, v = 0;
  int ix = static_cast<int>(floorf(sx)), iy = static_cast<int>(floorf(sy));
  if (ix >= 0 && iy >= 0 && ix < w - 1 && iy < h - 1) {
    const float* p = in + iy * w + ix;
    float fx = sx - ix, fy = sy - iy;
    v = (p[0] * (1 - fx) + p[1] * fx) * (1 - fy) + (p[w] * (1 - fx) + p[w + 1] * fx) * fy;
  }
  out[y * w + x] = v;
}

// Bytes and bits

__constant__ char Word[8] = {'a', 'b', 'a', 'a', 'b', 'c', 'a', 'b'};

__global__ void k_find_word(unsigned char* out, const char* text, int n) {
  int i = place();
  if (i >= n) return;
  int j = 0;
  while (j < 8 && text[i + j] == Word[j]) ++j;
  out[i] = j == 8;
}

__global__ void k_base64(uchar4* out, const unsigned char* in, int groups) {
  __shared__ char letter[64];
  int t = threadIdx.x, i = place();
  if (t < 64)
    letter[t] = t < 26 ? 'A' + t : t < 52 ? 'a' + t - 26 : t < 62 ? '0' + t - 52 : t == 62 ? '+' : '/';
  __syncthreads();
  if (i >= groups) return;
  unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  out[i] = make_uchar4(letter[v >> 18], letter[v >> 12 & 63], letter[v >> 6 & 63], letter[v & 63]);
}

// Each thread makes the checksum of its own 64 bytes.
__global__ void k_checksum(unsigned* out, const unsigned char* in, const unsigned* entries, int n) {
  __shared__ unsigned table[256];
  table[threadIdx.x] = entries[threadIdx.x];
  __syncthreads();
  int i = place();
  if (i >= n) return;
  unsigned sum = ~0u;
  for (int j = 0; j < 64; ++j) sum = sum >> 8 ^ table[(sum ^ in[i * 64 + j]) & 255];
  out[i] = ~sum;
}

// The nearest of all codes by the number of bits that differ
__global__ void k_nearest_code(int* out, const uint4* wanted, const uint4* codes, int count, int n) {
  int i = place();
  if (i >= n) return;
  uint4 w = wanted[i];
  int least = 999, best = 0;
  for (int c = 0; c < count; ++c) {
    uint4 v = __ldg(&codes[c]);
    int bits = __popc(v.x ^ w.x) + __popc(v.y ^ w.y) + __popc(v.z ^ w.z) + __popc(v.w ^ w.w);
    if (bits < least) {
      least = bits;
      best = c;
    }
  }
  out[i] = best;
}

__global__ void k_collatz(int* out, int first, int n) {
  int i = place();
  if (i >= n) return;
  unsigned long long v = first + i;
  int steps = 0;
  while (v != 1) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    ++steps;
  }
  out[i] = steps;
}

__global__ void k_encipher(uint2* data, uint4 key, int n) {
  int i = place();
  if (i >= n) return;
  uint2 v = data[i];
  unsigned sum = 0;
#pragma unroll 4
  for (int round = 0; round < 32; ++round) {
    sum += 0x9e3779b9u;
    v.x += ((v.y << 4) + key.x) ^ (v.y + sum) ^ ((v.y >> 5) + key.y);
    v.y += ((v.x << 4) + key.z) ^ (v.x + sum) ^ ((v.x >> 5) + key.w);
  }
  data[i] = v;
}

__global__ void k_greatest_divisor(int* out, const int* a, const int* b, int n) {
  int i = place();
  if (i >= n) return;
  int x = a[i] + 1, y = b[i] + 1;
  while (y) {
    int rest = x % y;
    x = y;
    y = rest;
  }
  out[i] = x;
}

// Chance, local arrays, and the ways a machine is filled

// A permutation of 2^20 numbers that needs no table
__global__ void k_shuffle(float* out, const float* in, int n) {
  int i = place();
  if (i >= n) return;
  unsigned left = i >> 10, right = i & 1023;
#pragma unroll
  for (unsigned round = 0; round < 4; ++round) {
    unsigned next = left ^ (mixed(right + 7919 * round) & 1023);
    left = right;
    right = next;
  }
  out[left << 10 | right] = in[i];
}

__global__ void k_mode_of_run(int* out, const unsigned char* in, int run, int n) {
  int i = place();
  if (i >= n) return;
  unsigned short count[32] = {};
  for (int j = 0; j < run; ++j) ++count[in[j * n + i] & 31];
  int best = 0;
  for (int b = 1; b < 32; ++b)
    if (count[b] > count[best]) best = b;
  out[i] = best;
}

__global__ void k_sort_local(float* out, const float* in, int n) {
  constexpr int N = 20;
  int i = place();
  if (i >= n) return;
  float v[N];
  for (int j = 0; j < N; ++j) {
    float own = in[j * n + i];
    int k = j;
    while (k > 0 && v[k - 1] > own) {
      v[k] = v[k - 1];
      --k;
    }
    v[k] = own;
  }
  for (int j = 0; j < N; j += 4) out[j / 4 * n + i] = v[j];
}

// 80 numbers that are all alive do not fit into 32 registers.
__global__ void __launch_bounds__(1024, 2) k_spill(float* out, const float* in, int n) {
  int i = place();
  if (i >= n) return;
  float v[80];
#pragma unroll
  for (int j = 0; j < 80; ++j) v[j] = in[(j * 64 + i) % n];
  for (int round = 0; round < 3; ++round)
#pragma unroll
    for (int j = 0; j < 80; ++j) v[j] = v[j] * v[(j + 17) % 80] + v[(j + 41) % 80];
  float sum = 0;
#pragma unroll
  for (int j = 0; j < 80; ++j) sum += v[j];
  out[i] = sum;
}

// Blocks stay and take the next tile from a counter; tiles cost differently.
__global__ void k_take_tiles(float* out, const float* in, int* next, int tiles) {
  __shared__ int tile;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) tile = atomicAdd(next, 1);
    __syncthreads();
    if (tile >= tiles) return;
    float v = in[tile * 256 + threadIdx.x];
    for (int s = 0, steps = mixed(tile) % 200; s < steps; ++s) v = __fsqrt_rn(v + 1.f);
    out[tile * 256 + threadIdx.x] = v;
  }
}

// So much shared memory that only one block fits into a multiprocessor
__global__ void k_tall_table(float* out, const float* table, const unsigned short* at, int size, int n) {
  extern __shared__ float tall[];
  for (int i = threadIdx.x; i < size; i += blockDim.x) tall[i] = table[i];
  __syncthreads();
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) out[i] = tall[at[i]];
}

__global__ void k_shuffle_chain(unsigned* out, const unsigned* in, int steps) {
  unsigned v = in[place()], lane = threadIdx.x % 32;
  for (int s = 0; s < steps; ++s) v += __shfl_sync(~0u, v, (lane + v) % 32);
  out[place()] = v;
}

template <class T>
__global__ void k_polynomial(T* out, const T* in, int degree) {
  T x = in[place()], sum = 1;
#pragma unroll 8
  for (int d = 0; d < degree; ++d) sum = sum * x + T(0.5);
  out[place()] = sum;
}

__global__ void k_special(float* out, const float* in, int n) {
  int i = place();
  if (i >= n) return;
  float v = in[i];
  out[i] = powf(v, 1.7f) + atan2f(v, 0.3f) + erff(v) + cbrtf(v) + log1pf(v) + sinf(40000.f * v);
}

// Each load waits for work and decides the work that follows.
__global__ void k_late_loads(float* out, const float* in, int mask, int rounds) {
  unsigned state = mixed(place());
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    for (int s = 0; s < 12; ++s) state = state * 747796405u + 2891336453u;
    float v = in[(state >> 9) & mask];
    if (v > 0.5f) {
      for (int s = 0; s < 8; ++s) v = v * 0.7f + 0.1f;
      state ^= __float_as_uint(v);
    }
    sum += v;
  }
  out[place()] = sum;
}

// Most blocks and most warps have nothing to do.
__global__ void k_leave_early(float* out, const float* in, int n, int every) {
  int i = place();
  if (blockIdx.x % every != 0) return;
  if ((threadIdx.x / 32) % 2) return;
  float v = 0;
  for (int j = 0; j < 40; ++j) v += in[(i + j * 4096) % n];
  out[i] = v;
}

__global__ void k_kinds(float* out, const unsigned char* kind, const float* in, int n) {
  int i = place();
  if (i >= n) return;
  float v = in[i];
  switch (kind[i]) {
    case 0:
      v = sqrtf(v);
      break;
    case 1:
      for (int j = 0; j < 10; ++j) v = v * v + 0.1f;
      break;
    case 2:
      v = expf(v) / (1 + v);
      break;
    case 3:
      v = in[(i * 7) % n];
      break;
    case 4:
      v = sinf(v) * cosf(v);
      break;
    default:
      v = -v;
  }
  out[i] = v;
}
