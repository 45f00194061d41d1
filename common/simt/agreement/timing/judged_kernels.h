// Kernels for judged.cu: as courses, samples, forums and mini-apps write them. None is in the two other sets.
#pragma once
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define EVERY_LANE 0xffffffffu

__device__ inline float warp_add(float v) {
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(EVERY_LANE, v, d);
  return v;
}

__device__ inline float warp_most(float v) {
  for (int d = 16; d; d /= 2) v = fmaxf(v, __shfl_xor_sync(EVERY_LANE, v, d));
  return v;
}

// The sum over the block, in every thread.
__device__ inline float block_add(float v) {
  __shared__ float of_warp[32], of_block;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  v = warp_add(v);
  if (lane == 0) of_warp[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < (blockDim.x + 31) / 32 ? of_warp[lane] : 0.f;
    v = warp_add(v);
    if (lane == 0) of_block = v;
  }
  __syncthreads();
  return of_block;
}

__device__ inline unsigned wang(unsigned s) {
  s = (s ^ 61) ^ (s >> 16);
  s *= 9;
  s ^= s >> 4;
  s *= 0x27d4eb2d;
  s ^= s >> 15;
  return s;
}

__device__ inline unsigned xorshift(unsigned& s) {
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return s;
}

// ---- Copies and layouts ----

template <class T>
__global__ void k_triad(T* a, const T* b, const T* c, T scalar, int n) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) a[i] = b[i] + scalar * c[i];
}

// (B, N, 3, NH, d) to three of (B, NH, N, d)
__global__ void k_permute_qkv(float* q, float* k, float* v, const float* inp, int B, int N, int NH, int d) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= B * NH * N * d) return;
  int b = idx / (NH * N * d);
  int rest = idx % (NH * N * d);
  int nh = rest / (N * d);
  rest = rest % (N * d);
  int n = rest / d;
  int dd = rest % d;
  int from = b * N * 3 * NH * d + n * 3 * NH * d + nh * d + dd;
  q[idx] = inp[from];
  k[idx] = inp[from + NH * d];
  v[idx] = inp[from + 2 * NH * d];
}

// Records of seven floats, through shared memory
template <int B>
__global__ void k_records_to_arrays(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float stage[7 * B];
  int first = blockIdx.x * B;
  for (int j = threadIdx.x; j < 7 * B; j += B)
    if (first * 7 + j < n * 7) stage[j] = in[first * 7 + j];
  __syncthreads();
  int i = first + threadIdx.x;
  if (i >= n) return;
#pragma unroll
  for (int f = 0; f < 7; f++) out[f * n + i] = stage[threadIdx.x * 7 + f];
}

// 32x32 tiles without padding: places in a row are exchanged by xor.
__global__ void k_transpose_swizzled(const float* __restrict__ in, float* __restrict__ out, int width,
                                     int height) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
#pragma unroll
  for (int r = threadIdx.y; r < 32; r += 4) tile[r][threadIdx.x ^ r] = in[(y + r) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32;
#pragma unroll
  for (int r = threadIdx.y; r < 32; r += 4) out[(y + r) * height + x] = tile[threadIdx.x][r ^ threadIdx.x];
}

// Each thread turns a piece of 4x4 in its registers.
__global__ void k_transpose_4x4(const float4* in, float4* out, int width4, int height4) {
  int cx = blockIdx.x * blockDim.x + threadIdx.x, cy = blockIdx.y * blockDim.y + threadIdx.y;
  if (cx >= width4 || cy >= height4) return;
  float4 a = in[(4 * cy + 0) * width4 + cx], b = in[(4 * cy + 1) * width4 + cx];
  float4 c = in[(4 * cy + 2) * width4 + cx], d = in[(4 * cy + 3) * width4 + cx];
  out[(4 * cx + 0) * height4 + cy] = make_float4(a.x, b.x, c.x, d.x);
  out[(4 * cx + 1) * height4 + cy] = make_float4(a.y, b.y, c.y, d.y);
  out[(4 * cx + 2) * height4 + cy] = make_float4(a.z, b.z, c.z, d.z);
  out[(4 * cx + 3) * height4 + cy] = make_float4(a.w, b.w, c.w, d.w);
}

// The particles sample: where each cell starts, and the particles in the order of cells
__global__ void k_reorder_particles(unsigned* cellStart, unsigned* cellEnd, float4* sortedPos,
                                    float4* sortedVel, const unsigned* gridHash, const unsigned* gridIndex,
                                    const float4* oldPos, const float4* oldVel, unsigned n) {
  cg::thread_block cta = cg::this_thread_block();
  extern __shared__ unsigned sharedHash[];
  unsigned index = blockIdx.x * blockDim.x + threadIdx.x, hash = 0;
  if (index < n) {
    hash = gridHash[index];
    sharedHash[threadIdx.x + 1] = hash;
    if (index > 0 && threadIdx.x == 0) sharedHash[0] = gridHash[index - 1];
  }
  cg::sync(cta);
  if (index < n) {
    if (index == 0 || hash != sharedHash[threadIdx.x]) {
      cellStart[hash] = index;
      if (index > 0) cellEnd[sharedHash[threadIdx.x]] = index;
    }
    if (index == n - 1) cellEnd[hash] = index + 1;
    unsigned sortedIndex = gridIndex[index];
    sortedPos[index] = oldPos[sortedIndex];
    sortedVel[index] = oldVel[sortedIndex];
  }
}

__global__ void k_invert_permutation(const int* __restrict__ p, int* __restrict__ inverse, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) inverse[p[i]] = i;
}

__global__ void k_pad_reflect(const float* in, float* out, int w, int h, int pad) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int W = w + 2 * pad, H = h + 2 * pad;
  if (x >= W || y >= H) return;
  int sx = abs(x - pad), sy = abs(y - pad);
  if (sx >= w) sx = 2 * w - 2 - sx;
  if (sy >= h) sy = 2 * h - 2 - sy;
  const int plane = blockIdx.z;
  out[(plane * H + y) * W + x] = in[(plane * h + sy) * w + sx];
}

struct Strides {
  int size[4], from[4];
};

// What a library falls back to: any four dimensions
__global__ void k_copy_strided_4d(const __half* in, __half* out, Strides s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int rest = i, from = 0;
    for (int d = 3; d >= 0; --d) {
      from += rest % s.size[d] * s.from[d];
      rest /= s.size[d];
    }
    out[i] = in[from];
  }
}

__global__ void k_pack_signs(const float* __restrict__ x, unsigned* __restrict__ bits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned word = __ballot_sync(EVERY_LANE, i < n && x[i] < 0);
  if ((threadIdx.x & 31) == 0 && i < n) bits[i >> 5] = word;
}

// ---- Reductions ----

// Neighbours add in global memory, where the numbers lie.
__global__ void k_reduce_in_place(int* g_idata, int* g_odata, unsigned n) {
  unsigned tid = threadIdx.x;
  unsigned idx = blockIdx.x * blockDim.x + threadIdx.x;
  int* idata = g_idata + blockIdx.x * blockDim.x;
  if (idx >= n) return;
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    int index = 2 * stride * tid;
    if (index < blockDim.x) idata[index] += idata[index + stride];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = idata[0];
}

__global__ void k_norm_squared(const __half2* data, float* out, size_t count) {
  float acc = 0.f;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += static_cast<size_t>(blockDim.x) * gridDim.x) {
    float2 v = __half22float2(data[i]);
    acc += v.x * v.x + v.y * v.y;
  }
  float sum = block_add(acc);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

// Each warp adds the numbers of 32 columns over its share of the rows.
__global__ void k_bias_gradient(const float* dout, float* dbias, int rows, int columns) {
  extern __shared__ float smem[];
  const int warp_id = threadIdx.x / warpSize, lane_id = threadIdx.x % warpSize;
  const int tl = blockIdx.x * warpSize;
  const int vstep = blockDim.x / warpSize;
  const float* dout_col = dout + tl + lane_id;
  float dout_sum = 0.f;
  for (int row = warp_id; row < rows; row += vstep) dout_sum += dout_col[row * columns];
  smem[lane_id + warp_id * warpSize] = dout_sum;
  __syncthreads();
  dout_sum = 0.f;
  if (warp_id == 0) {
    for (int j = 0; j < vstep; j++) dout_sum += smem[lane_id + j * warpSize];
    dbias[tl + lane_id] += dout_sum;
  }
}

__global__ void k_row_log_sum_exp(const float* in, float* out, int cols) {
  __shared__ float sdata[256];
  const float* row = in + blockIdx.x * cols;
  int tid = threadIdx.x;
  float m = -INFINITY;
  for (int c = tid; c < cols; c += blockDim.x) m = max(m, row[c]);
  sdata[tid] = m;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] = max(sdata[tid], sdata[tid + s]);
    __syncthreads();
  }
  m = sdata[0];
  __syncthreads();
  float sum = 0;
  for (int c = tid; c < cols; c += blockDim.x) sum += expf(row[c] - m);
  sdata[tid] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = m + logf(sdata[0]);
}

__global__ void k_dot_one_block(const float4* __restrict__ a, const float4* __restrict__ b, float* out,
                                int n4) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  __shared__ float part[32];
  float sum = 0;
  for (int i = block.thread_rank(); i < n4; i += block.size()) {
    float4 p = a[i], q = b[i];
    sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  for (int d = warp.size() / 2; d > 0; d /= 2) sum += warp.shfl_down(sum, d);
  if (warp.thread_rank() == 0) part[threadIdx.x / 32] = sum;
  block.sync();
  if (threadIdx.x == 0) {
    float all = 0;
    for (int w = 0; w < block.size() / 32; ++w) all += part[w];
    *out = all;
  }
}

// One warp a row, until the row has a number above the limit
__global__ void k_first_above(const float* in, int* where, int rows, int cols, float limit) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  int found = -1;
  for (int c = 0; c < cols; c += 32) {
    bool hit = c + lane < cols && in[row * cols + c + lane] > limit;
    unsigned who = __ballot_sync(EVERY_LANE, hit);
    if (who) {
      found = c + __ffs(who) - 1;
      break;
    }
  }
  if (lane == 0) where[row] = found;
}

__global__ void k_column_variance(const double* x, double* var, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols) return;
  double mean = 0.0;
  for (int i = 0; i < rows; i++) mean += x[i * cols + j];
  mean /= rows;
  double s = 0.0;
  for (int i = 0; i < rows; i++) {
    double d = x[i * cols + j] - mean;
    s += d * d;
  }
  var[j] = s / (rows - 1);
}

// ---- Scans and recurrences ----

#define SECTION_SIZE 1024
__global__ void k_scan_brent_kung(const float* X, float* Y, unsigned N) {
  __shared__ float XY[SECTION_SIZE];
  unsigned i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  XY[threadIdx.x] = i < N ? X[i] : 0.f;
  XY[threadIdx.x + blockDim.x] = i + blockDim.x < N ? X[i + blockDim.x] : 0.f;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    unsigned index = (threadIdx.x + 1) * 2 * stride - 1;
    if (index < SECTION_SIZE) XY[index] += XY[index - stride];
  }
  for (int stride = SECTION_SIZE / 4; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index + stride < SECTION_SIZE) XY[index + stride] += XY[index];
  }
  __syncthreads();
  if (i < N) Y[i] = XY[threadIdx.x];
  if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}

// Each thread first scans the six of its own.
template <int B, int C>
__global__ void k_scan_coarse(const int* in, int* out, int* sums, int n) {
  __shared__ int buffer[B * C], last[B];
  int base = blockIdx.x * B * C, t = threadIdx.x;
  for (int c = 0; c < C; ++c) {
    int at = base + c * B + t;
    buffer[c * B + t] = at < n ? in[at] : 0;
  }
  __syncthreads();
  for (int c = 1; c < C; ++c) buffer[t * C + c] += buffer[t * C + c - 1];
  last[t] = buffer[t * C + C - 1];
  __syncthreads();
  for (int stride = 1; stride < B; stride *= 2) {
    int v = t >= stride ? last[t - stride] : 0;
    __syncthreads();
    last[t] += v;
    __syncthreads();
  }
  if (t > 0)
    for (int c = 0; c < C; ++c) buffer[t * C + c] += last[t - 1];
  __syncthreads();
  for (int c = 0; c < C; ++c) {
    int at = base + c * B + t;
    if (at < n) out[at] = buffer[c * B + t];
  }
  if (t == 0) sums[blockIdx.x] = last[B - 1];
}

__global__ void k_moving_average(const float* price, float* smooth, int series, int steps, float alpha) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= series) return;
  float ema = price[s];
  for (int t = 0; t < steps; ++t) {
    ema += alpha * (price[t * series + s] - ema);
    smooth[t * series + s] = ema;
  }
}

// x = a x + b along a row; one warp a row, by shuffles
__global__ void k_recurrence(const float* a, const float* b, float* x, int rows, int cols) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (row >= rows) return;
  float before = 0.f;
  for (int c = warp.thread_rank(); c < cols; c += 32) {
    float ca = a[row * cols + c], cb = b[row * cols + c];
    for (int d = 1; d < 32; d *= 2) {
      float pa = warp.shfl_up(ca, d), pb = warp.shfl_up(cb, d);
      if (warp.thread_rank() >= d) {
        cb += ca * pb;
        ca *= pa;
      }
    }
    float v = ca * before + cb;
    x[row * cols + c] = v;
    before = warp.shfl(v, 31);
  }
}

// ---- Histograms and atomics ----

// Letters in seven bins; each thread has a contiguous part, and adds up while the bin stays the same.
__global__ void k_letters(const char* data, unsigned length, unsigned* histo, unsigned part) {
  __shared__ unsigned histo_s[7];
  for (unsigned bin = threadIdx.x; bin < 7; bin += blockDim.x) histo_s[bin] = 0u;
  __syncthreads();
  unsigned accumulator = 0;
  int prevBinIdx = -1;
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = tid * part; i < min((tid + 1) * part, length); ++i) {
    int pos = data[i] - 'a';
    if (pos >= 0 && pos < 26) {
      int bin = pos / 4;
      if (bin == prevBinIdx) {
        ++accumulator;
      } else {
        if (accumulator > 0) atomicAdd(&histo_s[prevBinIdx], accumulator);
        accumulator = 1;
        prevBinIdx = bin;
      }
    }
  }
  if (accumulator > 0) atomicAdd(&histo_s[prevBinIdx], accumulator);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < 7; bin += blockDim.x)
    if (histo_s[bin] > 0) atomicAdd(&histo[bin], histo_s[bin]);
}

__global__ void k_joint_histogram(const unsigned char* a, const unsigned char* b, unsigned* joint, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(joint + (a[i] >> 2) * 64 + (b[i] >> 2), 1u);
}

// Every thread counts 64 values in bytes of its own; at most 252 values a thread.
__global__ void k_histogram_own_bytes(const uchar4* data, unsigned* histo, int each) {
  __shared__ unsigned char counts[64 * 64];
  unsigned* words = reinterpret_cast<unsigned*>(counts);
  for (int i = threadIdx.x; i < 1024; i += 64) words[i] = 0;
  __syncthreads();
  const uchar4* mine = data + blockIdx.x * 64 * each;
  for (int i = 0; i < each; i++) {
    uchar4 v = mine[i * 64 + threadIdx.x];
    counts[(v.x >> 2) * 64 + threadIdx.x]++;
    counts[(v.y >> 2) * 64 + threadIdx.x]++;
    counts[(v.z >> 2) * 64 + threadIdx.x]++;
    counts[(v.w >> 2) * 64 + threadIdx.x]++;
  }
  __syncthreads();
  unsigned sum = 0;
  for (int t = 0; t < 64; t++) sum += counts[threadIdx.x * 64 + (t + 4 * threadIdx.x & 63)];
  atomicAdd(histo + threadIdx.x, sum);
}

// Particles in cells: the charge goes to four corners.
__global__ void k_deposit(const float2* position, const float* charge, float* grid, int side, int n) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  float2 at = position[p];
  float x = at.x * (side - 1), y = at.y * (side - 1), q = charge[p];
  int i = static_cast<int>(x), j = static_cast<int>(y);
  float fx = x - i, fy = y - j;
  atomicAdd(&grid[j * side + i], q * (1 - fx) * (1 - fy));
  atomicAdd(&grid[j * side + i + 1], q * fx * (1 - fy));
  atomicAdd(&grid[(j + 1) * side + i], q * (1 - fx) * fy);
  atomicAdd(&grid[(j + 1) * side + i + 1], q * fx * fy);
}

// Flow over the edges of a mesh whose nodes are near each other
__global__ void k_edge_flux(const int2* __restrict__ edge, const double* __restrict__ u,
                            const double* __restrict__ weight, double* residual, int edges, int nodes) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  int2 ends = edge[e];
  double w = weight[e];
#pragma unroll
  for (int c = 0; c < 3; ++c) {
    double f = w * (u[ends.x * 3 + c] - u[ends.y * 3 + c]);
    atomicAdd(residual + ends.x * 3 + c, -f);
    atomicAdd(residual + ends.y * 3 + c, f);
  }
}

__global__ void k_segment_minima(const int* value, const int* segment, int* least, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicMin(least + segment[i], value[i]);
}

// Blocks that stay take one row after another, of unequal lengths.
__global__ void k_row_queue(const int* start, const float* value, float* sums, int* next, int rows) {
  __shared__ int row;
  for (;;) {
    if (threadIdx.x == 0) row = atomicAdd(next, 1);
    __syncthreads();
    int r = row;
    if (r >= rows) return;
    float sum = 0;
    for (int j = start[r] + threadIdx.x; j < start[r + 1]; j += blockDim.x) sum += value[j];
    sum = block_add(sum);
    if (threadIdx.x == 0) sums[r] = sum;
  }
}

// ---- Sorts ----

__device__ inline void Comparator(unsigned& keyA, unsigned& valA, unsigned& keyB, unsigned& valB,
                                  unsigned dir) {
  if ((keyA > keyB) == dir) {
    unsigned t = keyA;
    keyA = keyB;
    keyB = t;
    t = valA;
    valA = valB;
    valB = t;
  }
}

#define SHARED_SIZE_LIMIT 1024U
__global__ void k_bitonic_pairs(unsigned* d_Key, unsigned* d_Val, const unsigned* s_Key,
                                const unsigned* s_Val) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ unsigned key[SHARED_SIZE_LIMIT], val[SHARED_SIZE_LIMIT];
  unsigned at = blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x, half = SHARED_SIZE_LIMIT / 2;
  key[threadIdx.x] = s_Key[at];
  val[threadIdx.x] = s_Val[at];
  key[threadIdx.x + half] = s_Key[at + half];
  val[threadIdx.x + half] = s_Val[at + half];
  for (unsigned size = 2; size <= SHARED_SIZE_LIMIT; size <<= 1) {
    unsigned ddd = size == SHARED_SIZE_LIMIT ? 1 : 1 ^ ((threadIdx.x & (size / 2)) != 0);
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      cg::sync(cta);
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(key[pos], val[pos], key[pos + stride], val[pos + stride], ddd);
    }
  }
  cg::sync(cta);
  d_Key[at] = key[threadIdx.x];
  d_Val[at] = val[threadIdx.x];
  d_Key[at + half] = key[threadIdx.x + half];
  d_Val[at + half] = val[threadIdx.x + half];
}

// Batcher's network: blocks of 128 threads sort 256.
__global__ void k_odd_even_merge(const float* in, float* out) {
  __shared__ float key[256];
  int first = blockIdx.x * 256, t = threadIdx.x;
  key[t] = in[first + t];
  key[t + 128] = in[first + t + 128];
  for (int size = 2; size <= 256; size *= 2) {
    int stride = size / 2, offset = t & (stride - 1);
    __syncthreads();
    {
      int pos = 2 * t - (t & (stride - 1));
      float a = key[pos], b = key[pos + stride];
      key[pos] = fminf(a, b);
      key[pos + stride] = fmaxf(a, b);
      stride /= 2;
    }
    for (; stride > 0; stride /= 2) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      if (offset >= stride) {
        float a = key[pos - stride], b = key[pos];
        key[pos - stride] = fminf(a, b);
        key[pos] = fmaxf(a, b);
      }
    }
  }
  __syncthreads();
  out[first + t] = key[t];
  out[first + t + 128] = key[t + 128];
}

// Each thread sorts 40 numbers in an array of its own.
__global__ void k_shell_sort(const int* in, int* out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  int a[40];
  for (int i = 0; i < 40; i++) a[i] = in[i * n + t];
  for (int gap = 13; gap > 0; gap /= 3)
    for (int i = gap; i < 40; i++) {
      int v = a[i], j = i;
      while (j >= gap && a[j - gap] > v) {
        a[j] = a[j - gap];
        j -= gap;
      }
      a[j] = v;
    }
  for (int i = 0; i < 40; i++) out[i * n + t] = a[i];
}

// The merge sort of the first lesson: each thread merges two runs.
__global__ void k_merge_runs(const int* source, int* dest, int size, int width) {
  int start = width * (blockIdx.x * blockDim.x + threadIdx.x);
  if (start >= size) return;
  int middle = min(start + (width >> 1), size), end = min(start + width, size);
  int i = start, j = middle;
  for (int k = start; k < end; k++) {
    if (i < middle && (j >= end || source[i] < source[j])) {
      dest[k] = source[i];
      i++;
    } else {
      dest[k] = source[j];
      j++;
    }
  }
}

// A block sorts 4,096 bytes by counting them.
__global__ void k_counting_sort(const unsigned char* in, unsigned char* out) {
  __shared__ int count[256], place[256];
  int t = threadIdx.x, first = blockIdx.x * 4096;
  count[t] = 0;
  __syncthreads();
  for (int i = t; i < 4096; i += 256) atomicAdd(&count[in[first + i]], 1);
  __syncthreads();
  int sum = count[t];
  place[t] = sum;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    int v = t >= d ? place[t - d] : 0;
    __syncthreads();
    place[t] += v;
    __syncthreads();
  }
  for (int k = place[t] - sum; k < place[t]; k++) out[first + k] = t;
}

// The middle number of each block's, by halving the range of values
__global__ void k_median_by_halving(const int* in, int* median, int n, int limit) {
  const int* mine = in + blockIdx.x * n;
  int low = 0, high = limit;
  while (low < high) {
    int middle = (low + high) / 2, below = 0;
    for (int i = 0; i < n; i += blockDim.x) {
      int j = i + threadIdx.x;
      below += __syncthreads_count(j < n && mine[j] <= middle);
    }
    if (below > n / 2)
      high = middle;
    else
      low = middle + 1;
  }
  if (threadIdx.x == 0) median[blockIdx.x] = low;
}

// ---- Stencils ----

#define BLOCK_SIZE 16
#define IN_RANGE(x, low, high) ((x) >= (low) && (x) <= (high))

// Rodinia's: two steps a launch, and the rim of the tile is computed twice.
__global__ void k_hotspot(int iteration, const float* power, const float* temp_src, float* temp_dst, int cols,
                          int rows, float step_div_Cap, float Rx_1, float Ry_1, float Rz_1) {
  __shared__ float temp_on_cuda[BLOCK_SIZE][BLOCK_SIZE], power_on_cuda[BLOCK_SIZE][BLOCK_SIZE],
      temp_t[BLOCK_SIZE][BLOCK_SIZE];
  const float amb_temp = 80.0f;
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int small = BLOCK_SIZE - iteration * 2;
  int blkY = small * by - iteration, blkX = small * bx - iteration;
  int yidx = blkY + ty, xidx = blkX + tx;
  int index = cols * yidx + xidx;
  if (IN_RANGE(yidx, 0, rows - 1) && IN_RANGE(xidx, 0, cols - 1)) {
    temp_on_cuda[ty][tx] = temp_src[index];
    power_on_cuda[ty][tx] = power[index];
  }
  __syncthreads();
  int validYmin = blkY < 0 ? -blkY : 0, validXmin = blkX < 0 ? -blkX : 0;
  int validYmax = blkY + 15 > rows - 1 ? 15 - (blkY + 15 - rows + 1) : 15;
  int validXmax = blkX + 15 > cols - 1 ? 15 - (blkX + 15 - cols + 1) : 15;
  int N = max(ty - 1, validYmin), S = min(ty + 1, validYmax);
  int W = max(tx - 1, validXmin), E = min(tx + 1, validXmax);
  bool computed = false;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && IN_RANGE(ty, i + 1, BLOCK_SIZE - i - 2) &&
        IN_RANGE(tx, validXmin, validXmax) && IN_RANGE(ty, validYmin, validYmax)) {
      computed = true;
      temp_t[ty][tx] =
          temp_on_cuda[ty][tx] +
          step_div_Cap * (power_on_cuda[ty][tx] +
                          (temp_on_cuda[S][tx] + temp_on_cuda[N][tx] - 2.0f * temp_on_cuda[ty][tx]) * Ry_1 +
                          (temp_on_cuda[ty][E] + temp_on_cuda[ty][W] - 2.0f * temp_on_cuda[ty][tx]) * Rx_1 +
                          (amb_temp - temp_on_cuda[ty][tx]) * Rz_1);
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) temp_on_cuda[ty][tx] = temp_t[ty][tx];
    __syncthreads();
  }
  if (computed) temp_dst[index] = temp_t[ty][tx];
}

// Neighbours by tables, and four differences kept
__global__ void k_diffusion(int Nr, int Ne, const int* iN, const int* iS, const int* jE, const int* jW,
                            float* dN, float* dS, float* dE, float* dW, float q0sqr, float* c,
                            const float* I) {
  int ei = blockIdx.x * blockDim.x + threadIdx.x;
  if (ei >= Ne) return;
  int row = ei % Nr, col = ei / Nr;
  float Jc = I[ei];
  float n = I[iN[row] + Nr * col] - Jc, s = I[iS[row] + Nr * col] - Jc;
  float w = I[row + Nr * jW[col]] - Jc, e = I[row + Nr * jE[col]] - Jc;
  float G2 = (n * n + s * s + w * w + e * e) / (Jc * Jc);
  float L = (n + s + w + e) / Jc;
  float num = 0.5f * G2 - 1.0f / 16.0f * (L * L);
  float den = 1 + 0.25f * L;
  float qsqr = num / (den * den);
  den = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
  float cl = 1.0f / (1.0f + den);
  c[ei] = cl < 0 ? 0 : cl > 1 ? 1 : cl;
  dN[ei] = n;
  dS[ei] = s;
  dW[ei] = w;
  dE[ei] = e;
}

__global__ void k_fdtd_hz(const float* ex, const float* ey, float* hz, int NX, int NY) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < NX && j < NY)
    hz[i * NY + j] = hz[i * NY + j] - 0.7f * (ex[i * (NY + 1) + (j + 1)] - ex[i * (NY + 1) + j] +
                                              ey[(i + 1) * NY + j] - ey[i * NY + j]);
}

// Seven points: planes go by, the middle one in shared memory, its neighbours in registers.
#define OUT_TILE_DIM 30
__global__ void k_stencil7_planes(const float* in, float* out, int N, int depth, int planes) {
  __shared__ float inCurr_s[32][32];
  int iStart = blockIdx.z * planes;
  int j = blockIdx.y * OUT_TILE_DIM + threadIdx.y - 1, k = blockIdx.x * OUT_TILE_DIM + threadIdx.x - 1;
  bool inside = j >= 0 && j < N && k >= 0 && k < N;
  float inPrev = 0, inCurr = 0, inNext = 0;
  if (iStart - 1 >= 0 && inside) inPrev = in[(iStart - 1) * N * N + j * N + k];
  if (inside) {
    inCurr = in[iStart * N * N + j * N + k];
    inCurr_s[threadIdx.y][threadIdx.x] = inCurr;
  }
  for (int i = iStart; i < iStart + planes; ++i) {
    if (i + 1 < depth && inside) inNext = in[(i + 1) * N * N + j * N + k];
    __syncthreads();
    if (i >= 1 && i < depth - 1 && j >= 1 && j < N - 1 && k >= 1 && k < N - 1)
      if (threadIdx.y >= 1 && threadIdx.y < 31 && threadIdx.x >= 1 && threadIdx.x < 31)
        out[i * N * N + j * N + k] =
            0.4f * inCurr +
            0.1f * (inCurr_s[threadIdx.y][threadIdx.x - 1] + inCurr_s[threadIdx.y][threadIdx.x + 1] +
                    inCurr_s[threadIdx.y + 1][threadIdx.x] + inCurr_s[threadIdx.y - 1][threadIdx.x] + inPrev +
                    inNext);
    __syncthreads();
    inPrev = inCurr;
    inCurr = inNext;
    inCurr_s[threadIdx.y][threadIdx.x] = inNext;
  }
}

__global__ void k_ideal_gas(const double* density, const double* energy, double* pressure, double* soundspeed,
                            int nx, int ny) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (column >= nx || row >= ny) return;
  int at = row * nx + column;
  double v = 1.0 / density[at];
  double p = (1.4 - 1.0) * density[at] * energy[at];
  double pressurebyenergy = (1.4 - 1.0) * density[at];
  double pressurebyvolume = -density[at] * p;
  double sound_speed_squared = v * v * (p * pressurebyenergy - pressurebyvolume);
  pressure[at] = p;
  soundspeed[at] = sqrt(sound_speed_squared);
}

// A string of 1,024 points, all its steps in one block
__global__ void k_string_one_block(double* u, int steps, double c2) {
  __shared__ double now[1026];
  int t = threadIdx.x;
  double before = u[t], mine = u[t];
  now[t + 1] = mine;
  if (t == 0) now[0] = now[1025] = 0;
  __syncthreads();
  for (int s = 0; s < steps; ++s) {
    double next = 2 * mine - before + c2 * (now[t] - 2 * mine + now[t + 2]);
    before = mine;
    mine = next;
    __syncthreads();
    now[t + 1] = mine;
    __syncthreads();
  }
  u[t] = mine;
}

// One half of a step of Yee's: a field from the turn of the other
__global__ void k_curl(const float* __restrict__ ex, const float* __restrict__ ey,
                       const float* __restrict__ ez, float* hx, float* hy, float* hz, int nx, int ny, int nz,
                       float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= nx - 1 || j >= ny - 1) return;
  for (int k = blockIdx.z; k < nz - 1; k += gridDim.z) {
    int at = (k * ny + j) * nx + i, up = at + nx * ny, north = at + nx, east = at + 1;
    float x = ex[at], y = ey[at], z = ez[at];
    hx[at] += dt * (ey[up] - y - ez[north] + z);
    hy[at] += dt * (ez[east] - z - ex[up] + x);
    hz[at] += dt * (ex[north] - x - ey[east] + y);
  }
}

struct Water {
  float h, hu, hv;
};

__device__ inline Water along_x(Water w) {
  float u = w.hu / w.h;
  return {w.hu, w.hu * u + 4.905f * w.h * w.h, w.hv * u};
}

__device__ inline Water along_y(Water w) {
  float v = w.hv / w.h;
  return {w.hv, w.hu * v, w.hv * v + 4.905f * w.h * w.h};
}

__global__ void k_shallow_water(const Water* in, Water* out, int nx, int ny, float ratio) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= nx - 1 || y >= ny - 1) return;
  Water e = in[y * nx + x + 1], w = in[y * nx + x - 1], n = in[(y + 1) * nx + x], s = in[(y - 1) * nx + x];
  Water fe = along_x(e), fw = along_x(w), fn = along_y(n), fs = along_y(s);
  out[y * nx + x] = {0.25f * (e.h + w.h + n.h + s.h) - ratio * (fe.h - fw.h + fn.h - fs.h),
                     0.25f * (e.hu + w.hu + n.hu + s.hu) - ratio * (fe.hu - fw.hu + fn.hu - fs.hu),
                     0.25f * (e.hv + w.hv + n.hv + s.hv) - ratio * (fe.hv - fw.hv + fn.hv - fs.hv)};
}

// Each thread goes down a column, three rows in registers, neighbours by shuffles.
__global__ void k_five_points_down(const double* in, double* out, int nx, int ny, int rows) {
  int lane = threadIdx.x % 32;
  int x = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 30 + lane;
  int first = 1 + blockIdx.y * rows, end = min(first + rows, ny - 1);
  bool there = x < nx;
  double above = there ? in[(first - 1) * nx + x] : 0, here = there ? in[first * nx + x] : 0;
  for (int y = first; y < end; ++y) {
    double below = there ? in[(y + 1) * nx + x] : 0;
    double left = __shfl_up_sync(EVERY_LANE, here, 1), right = __shfl_down_sync(EVERY_LANE, here, 1);
    if (lane > 0 && lane < 31 && x < nx - 1) out[y * nx + x] = 0.2 * (above + below + left + right + here);
    above = here;
    here = below;
  }
}

// ---- Matrix products ----

__global__ void k_gemm_coalesced(int M, int N, int K, const float* A, const float* B, float* C) {
  const int cRow = blockIdx.x * 32 + (threadIdx.x / 32);
  const int cCol = blockIdx.y * 32 + (threadIdx.x % 32);
  if (cRow < M && cCol < N) {
    float tmp = 0.0;
    for (int i = 0; i < K; ++i) tmp += A[cRow * K + i] * B[i * N + cCol];
    C[cRow * N + cCol] = tmp;
  }
}

// 64x64 of the product a block; eight numbers of a column a thread
__global__ void k_gemm_eight_a_thread(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[64 * 8], Bs[8 * 64];
  const int threadCol = threadIdx.x % 64, threadRow = threadIdx.x / 64;
  A += blockIdx.y * 64 * K;
  B += blockIdx.x * 64;
  C += blockIdx.y * 64 * N + blockIdx.x * 64;
  const int innerColA = threadIdx.x % 8, innerRowA = threadIdx.x / 8;
  float threadResults[8] = {0.0};
  for (int bkIdx = 0; bkIdx < K; bkIdx += 8) {
    As[innerRowA * 8 + innerColA] = A[innerRowA * K + innerColA];
    Bs[threadRow * 64 + threadCol] = B[threadRow * N + threadCol];
    __syncthreads();
    A += 8;
    B += 8 * N;
    for (int dotIdx = 0; dotIdx < 8; ++dotIdx) {
      float tmpB = Bs[dotIdx * 64 + threadCol];
      for (int resIdx = 0; resIdx < 8; ++resIdx)
        threadResults[resIdx] += As[(threadRow * 8 + resIdx) * 8 + dotIdx] * tmpB;
    }
    __syncthreads();
  }
  for (int resIdx = 0; resIdx < 8; ++resIdx)
    C[(threadRow * 8 + resIdx) * N + threadCol] = threadResults[resIdx];
}

// 128x128 a block, 8x8 a thread, everything by four
__global__ void __launch_bounds__(256) k_gemm_vectors(int M, int N, int K, const float* __restrict__ A,
                                                      const float* __restrict__ B, float* __restrict__ C) {
  __shared__ __align__(16) float As[8][128], Bs[8][128];
  const int row = blockIdx.y * 128, col = blockIdx.x * 128, t = threadIdx.x;
  const int ty = t / 16 * 8, tx = t % 16 * 8;
  float acc[8][8] = {};
  for (int k0 = 0; k0 < K; k0 += 8) {
    float4 a = *reinterpret_cast<const float4*>(A + (row + t / 2) * K + k0 + t % 2 * 4);
    As[t % 2 * 4 + 0][t / 2] = a.x;
    As[t % 2 * 4 + 1][t / 2] = a.y;
    As[t % 2 * 4 + 2][t / 2] = a.z;
    As[t % 2 * 4 + 3][t / 2] = a.w;
    *reinterpret_cast<float4*>(&Bs[t / 32][t % 32 * 4]) =
        *reinterpret_cast<const float4*>(B + (k0 + t / 32) * N + col + t % 32 * 4);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      float4 a0 = *reinterpret_cast<float4*>(&As[k][ty]), a1 = *reinterpret_cast<float4*>(&As[k][ty + 4]);
      float4 b0 = *reinterpret_cast<float4*>(&Bs[k][tx]), b1 = *reinterpret_cast<float4*>(&Bs[k][tx + 4]);
      float ra[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
      float rb[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    float4* to = reinterpret_cast<float4*>(C + (row + ty + i) * N + col + tx);
    to[0] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
    to[1] = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
  }
}

// Bytes by four: A has rows, B has columns of packed words.
__global__ void k_gemm_dp4a(const int* A, const int* B, int* C, int N, int K4) {
  __shared__ int a[16][17], b[16][17];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x, sum = 0;
  for (int k = 0; k < K4; k += 16) {
    a[threadIdx.y][threadIdx.x] = A[row * K4 + k + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[(blockIdx.x * 16 + threadIdx.y) * K4 + k + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) sum = __dp4a(a[threadIdx.y][j], b[threadIdx.x][j], sum);
    __syncthreads();
  }
  C[row * N + col] = sum;
}

__global__ void k_complex_product(const float2* A, const float2* B, float2* C, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n) return;
  float2 sum = {0, 0};
  for (int k = 0; k < n; k++) {
    float2 a = A[row * n + k], b = B[k * n + col];
    sum.x += a.x * b.x - a.y * b.y;
    sum.y += a.x * b.y + a.y * b.x;
  }
  C[row * n + col] = sum;
}

// The products of eight columns with each other, over very many rows
__global__ void k_gram_8(const float4* __restrict__ a, float* gram, int rows) {
  float acc[36] = {};
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    float4 l = a[2 * r], h = a[2 * r + 1];
    float v[8] = {l.x, l.y, l.z, l.w, h.x, h.y, h.z, h.w};
    int at = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
      for (int j = i; j < 8; ++j) acc[at++] += v[i] * v[j];
  }
#pragma unroll
  for (int i = 0; i < 36; ++i) {
    float sum = warp_add(acc[i]);
    if (threadIdx.x % 32 == 0) atomicAdd(gram + i, sum);
  }
}

// One block a pair of small matrices, one thread a number of the product
template <int N>
__global__ void k_small_products(const double* a, const double* b, double* c) {
  __shared__ double sa[N][N], sb[N][N];
  int x = threadIdx.x, y = threadIdx.y, first = blockIdx.x * N * N;
  sa[y][x] = a[first + y * N + x];
  sb[y][x] = b[first + y * N + x];
  __syncthreads();
  double sum = 0;
#pragma unroll
  for (int k = 0; k < N; ++k) sum += sa[y][k] * sb[k][x];
  c[first + y * N + x] = sum;
}

__global__ void k_gemv_thread_row(const float* A, const float* x, float* y, int m, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < m) {
    float dot = 0.0f;
    for (int j = 0; j < n; j++) dot += A[i * n + j] * x[j];
    y[i] = dot;
  }
}

// Weights of four bits in blocks of 32 with a scale, a warp a row
struct Q4 {
  __half scale[2];
  unsigned nibbles[4];
};

__global__ void k_gemv_q4(const Q4* __restrict__ weight, const float* __restrict__ x, float* __restrict__ y,
                          int blocks, int rows) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0.f;
  for (int b = threadIdx.x / 4; b < blocks; b += 8) {
    const Q4& q = weight[row * blocks + b];
    unsigned w = q.nibbles[threadIdx.x % 4];
    const float* xs = x + b * 32 + threadIdx.x % 4 * 8;
    float part = 0.f;
#pragma unroll
    for (int j = 0; j < 8; ++j) part += (static_cast<int>(w >> 4 * j & 15) - 8) * xs[j];
    sum += __half2float(q.scale[0]) * part;
  }
  sum = warp_add(sum);
  if (threadIdx.x == 0) y[row] = sum;
}

__global__ void k_gemv_transposed(const double* A, const double* x, double* parts, int m, int n, int slab) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  double sum = 0;
#pragma unroll 4
  for (int i = blockIdx.y * slab; i < min(m, (blockIdx.y + 1) * slab); ++i) sum += A[i * n + j] * x[i];
  parts[blockIdx.y * n + j] = sum;
}

// ---- Networks ----

// Rows below the diagonal: one warp a row, the sum kept up as the maximum grows
__global__ void k_softmax_causal(float* out, float inv_temperature, const float* inp, int N, int T) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int idx = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (idx >= N * T) return;
  int own_pos = idx % T, pos_by_4 = own_pos / 4;
  const float* x = inp + idx * T;
  float maxval = -1e30f, sumval = 0.0f;
  const float4* x_vec = reinterpret_cast<const float4*>(x);
  for (int i = warp.thread_rank(); i < pos_by_4; i += 32) {
    float4 v = x_vec[i];
    float old_maxval = maxval;
    maxval = fmaxf(maxval, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    sumval *= expf(inv_temperature * (old_maxval - maxval));
    sumval += expf(inv_temperature * (v.x - maxval)) + expf(inv_temperature * (v.y - maxval)) +
              expf(inv_temperature * (v.z - maxval)) + expf(inv_temperature * (v.w - maxval));
  }
  if (4 * pos_by_4 + warp.thread_rank() <= own_pos) {
    float old_maxval = maxval;
    maxval = fmaxf(maxval, x[4 * pos_by_4 + warp.thread_rank()]);
    sumval *= expf(inv_temperature * (old_maxval - maxval));
    sumval += expf(inv_temperature * (x[4 * pos_by_4 + warp.thread_rank()] - maxval));
  }
  float global_maxval = warp_most(maxval);
  sumval *= expf(inv_temperature * (maxval - global_maxval));
  float norm = 1.f / warp.shfl(warp_add(sumval), 0);
  for (int i = warp.thread_rank(); i <= own_pos; i += 32)
    out[idx * T + i] = expf(inv_temperature * (x[i] - global_maxval)) * norm;
}

__global__ void k_layernorm_two_passes(float* out, float* mean, float* rstd, const float* inp,
                                       const float* weight, const float* bias, int N, int C) {
  int idx = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (idx >= N) return;
  const float* x = inp + idx * C;
  float sum = 0.0f;
  for (int i = lane; i < C; i += 32) sum += x[i];
  float m = __shfl_sync(EVERY_LANE, warp_add(sum), 0) / C;
  if (lane == 0) mean[idx] = m;
  sum = 0.0f;
  for (int i = lane; i < C; i += 32) {
    float diff = x[i] - m;
    sum += diff * diff;
  }
  float s = rsqrtf(__shfl_sync(EVERY_LANE, warp_add(sum), 0) / C + 1e-5f);
  if (lane == 0) rstd[idx] = s;
  for (int c = lane; c < C; c += 32) out[idx * C + c] = s * (x[c] - m) * weight[c] + bias[c];
}

// The gradients of weight and bias meet in shared memory, by atomics, then in global memory.
__global__ void k_layernorm_backward(float* dinp, float* dweight, float* dbias, const float* dout,
                                     const float* inp, const float* weight, const float* mean,
                                     const float* rstd, int N, int C) {
  extern __shared__ float shared[];
  float *dbias_shared = shared, *dweight_shared = shared + C;
  for (int i = threadIdx.x; i < C; i += blockDim.x) dbias_shared[i] = dweight_shared[i] = 0.0f;
  __syncthreads();
  int idx = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (idx < N) {
    const float *dout_bt = dout + idx * C, *inp_bt = inp + idx * C;
    float m = mean[idx], s = rstd[idx], dnorm_mean = 0, dnorm_norm_mean = 0;
    for (int i = lane; i < C; i += 32) {
      float norm = (inp_bt[i] - m) * s, dnorm = weight[i] * dout_bt[i];
      dnorm_mean += dnorm;
      dnorm_norm_mean += dnorm * norm;
    }
    dnorm_mean = __shfl_sync(EVERY_LANE, warp_add(dnorm_mean), 0) / C;
    dnorm_norm_mean = __shfl_sync(EVERY_LANE, warp_add(dnorm_norm_mean), 0) / C;
    for (int i = lane; i < C; i += 32) {
      float dout_i = dout_bt[i], norm = (inp_bt[i] - m) * s, dnorm = weight[i] * dout_i;
      atomicAdd(&dbias_shared[i], dout_i);
      atomicAdd(&dweight_shared[i], norm * dout_i);
      dinp[idx * C + i] += (dnorm - dnorm_mean - norm * dnorm_norm_mean) * s;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < C; i += blockDim.x) {
    atomicAdd(&dbias[i], dbias_shared[i]);
    atomicAdd(&dweight[i], dweight_shared[i]);
  }
}

__global__ void k_gelu_backward(float* dinp, const float* inp, const float* dout, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    float x = inp[i];
    float cube = 0.044715f * x * x * x;
    float tanh_arg = 0.7978845608f * (x + cube);
    float tanh_out = tanhf(tanh_arg);
    float cosh_out = coshf(tanh_arg);
    float sech_out = 1.0f / (cosh_out * cosh_out);
    float local =
        0.5f * (1.0f + tanh_out) + x * 0.5f * sech_out * 0.7978845608f * (1 + 3 * 0.044715f * x * x);
    dinp[i] = local * dout[i];
  }
}

__global__ void k_token_and_place(float4* out, const int* tokens, const float4* wte, const float4* wpe, int B,
                                  int T, int C4) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= B * T * C4) return;
  int bt = idx / C4, c4 = idx % C4;
  float4 a = wte[tokens[bt] * C4 + c4], b = wpe[bt % T * C4 + c4];
  out[idx] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ void k_scores_naive(float* preatt, const float* inp, int B, int T, int C, int NH) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= B * NH * T * T) return;
  int t2 = idx % T, t = idx / T % T;
  if (t2 > t) {
    preatt[idx] = -INFINITY;
    return;
  }
  int h = idx / (T * T) % NH, b = idx / (NH * T * T), hs = C / NH;
  const float* query_t = inp + b * T * C * 3 + t * C * 3 + h * hs;
  const float* key_t2 = inp + b * T * C * 3 + t2 * C * 3 + h * hs + C;
  float val = 0.0f;
  for (int i = 0; i < hs; i++) val += query_t[i] * key_t2[i];
  preatt[idx] = val * rsqrtf(static_cast<float>(hs));
}

// One warp a head: 32 queries, the keys by 32, the sums kept in global memory
template <int D>
__global__ void k_flash_minimal(const float* Q, const float* K, const float* V, int N, float scale, float* l,
                                float* m, float* O) {
  __shared__ float Qi[32 * D], Kj[32 * D], Vj[32 * D], S[32 * 32];
  int tx = threadIdx.x, qkv = blockIdx.x * N * D, lm = blockIdx.x * N;
  for (int j = 0; j < N / 32; j++) {
    for (int x = 0; x < D; x++) {
      Kj[tx * D + x] = K[qkv + 32 * D * j + tx * D + x];
      Vj[tx * D + x] = V[qkv + 32 * D * j + tx * D + x];
    }
    __syncthreads();
    for (int i = 0; i < N / 32; i++) {
      for (int x = 0; x < D; x++) Qi[tx * D + x] = Q[qkv + 32 * D * i + tx * D + x];
      float row_m_prev = m[lm + 32 * i + tx], row_l_prev = l[lm + 32 * i + tx], row_m = -INFINITY;
      for (int y = 0; y < 32; y++) {
        float sum = 0;
        for (int x = 0; x < D; x++) sum += Qi[tx * D + x] * Kj[y * D + x];
        sum *= scale;
        S[32 * tx + y] = sum;
        if (sum > row_m) row_m = sum;
      }
      float row_l = 0;
      for (int y = 0; y < 32; y++) {
        S[32 * tx + y] = __expf(S[32 * tx + y] - row_m);
        row_l += S[32 * tx + y];
      }
      float row_m_new = max(row_m_prev, row_m);
      float was = __expf(row_m_prev - row_m_new), is = __expf(row_m - row_m_new);
      float row_l_new = was * row_l_prev + is * row_l;
      for (int x = 0; x < D; x++) {
        float pv = 0;
        for (int y = 0; y < 32; y++) pv += S[32 * tx + y] * Vj[y * D + x];
        float* o = O + qkv + 32 * D * i + tx * D + x;
        *o = 1 / row_l_new * (row_l_prev * was * *o + is * pv);
      }
      m[lm + 32 * i + tx] = row_m_new;
      l[lm + 32 * i + tx] = row_l_new;
    }
    __syncthreads();
  }
}

__constant__ float Filter[5][5];

// The rim comes from the caches, only the middle from shared memory.
__global__ void k_convolve_cached_rim(const float* N, float* P, int width, int height) {
  __shared__ float N_s[32][32];
  int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  N_s[threadIdx.y][threadIdx.x] = row < height && col < width ? N[row * width + col] : 0.f;
  __syncthreads();
  if (col >= width || row >= height) return;
  float Pvalue = 0.0f;
  for (int fRow = 0; fRow < 5; fRow++)
    for (int fCol = 0; fCol < 5; fCol++) {
      int x = threadIdx.x - 2 + fCol, y = threadIdx.y - 2 + fRow;
      if (x >= 0 && x < 32 && y >= 0 && y < 32) {
        Pvalue += Filter[fRow][fCol] * N_s[y][x];
      } else {
        int c = col - 2 + fCol, r = row - 2 + fRow;
        if (r >= 0 && r < height && c >= 0 && c < width) Pvalue += Filter[fRow][fCol] * N[r * width + c];
      }
    }
  P[row * width + col] = Pvalue;
}

__global__ void k_dilated_taps(const float* in, const float* weight, float* out, int channels, int steps,
                               int dilation) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y;
  if (t >= steps) return;
  float acc = 0;
  for (int c = 0; c < channels; ++c)
    for (int k = 0; k < 3; ++k) {
      int from = t - k * dilation;
      if (from >= 0) acc += weight[(o * channels + c) * 3 + k] * in[c * steps + from];
    }
  out[o * steps + t] = acc > 0 ? acc : 0.1f * acc;
}

__global__ void k_convolve_transposed(const float* in, const float* weight, float* out, int ci, int co, int h,
                                      int w, int k, int stride, int pad) {
  int oh = (h - 1) * stride - 2 * pad + k, ow = (w - 1) * stride - 2 * pad + k;
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= co * oh * ow) return;
  int x = idx % ow, y = idx / ow % oh, o = idx / (ow * oh);
  float acc = 0;
  for (int c = 0; c < ci; ++c)
    for (int ky = 0; ky < k; ++ky) {
      int sy = y + pad - ky;
      if (sy < 0 || sy % stride || sy / stride >= h) continue;
      for (int kx = 0; kx < k; ++kx) {
        int sx = x + pad - kx;
        if (sx < 0 || sx % stride || sx / stride >= w) continue;
        acc += in[(c * h + sy / stride) * w + sx / stride] * weight[((c * co + o) * k + ky) * k + kx];
      }
    }
  out[idx] = acc;
}

// Means of 7x7 numbers, eight lanes each
__global__ void k_pool_49(const float* in, float* out, int planes) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int plane = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
  if (plane >= planes) return;
  float sum = 0;
  for (int i = tile.thread_rank(); i < 49; i += 8) sum += in[plane * 49 + i];
  for (int d = 4; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0) out[plane] = sum / 49;
}

__global__ void k_group_norm(const float* in, const float* gamma, const float* beta, float* out, int channels,
                             int groups, int pixels) {
  int group = blockIdx.x % groups, per = channels / groups, n = per * pixels;
  const float* x = in + static_cast<size_t>(blockIdx.x) * n;
  float s = 0, ss = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float v = x[i];
    s += v;
    ss += v * v;
  }
  float mean = block_add(s) / n;
  float inv = rsqrtf(block_add(ss) / n - mean * mean + 1e-5f);
  float* y = out + static_cast<size_t>(blockIdx.x) * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int c = group * per + i / pixels;
    y[i] = (x[i] - mean) * inv * gamma[c] + beta[c];
  }
}

__global__ void k_classifier_backward(const float* logits, float* dlogits, float* losses, const int* targets,
                                      int V, float dloss) {
  int row = blockIdx.x, target = targets[row];
  const float* x = logits + row * V;
  float best = -INFINITY, sum = 0.f;
  for (int i = threadIdx.x; i < V; i += blockDim.x) {
    float v = x[i], top = fmaxf(best, v);
    sum = sum * expf(best - top) + expf(v - top);
    best = top;
  }
  __shared__ float tops[32];
  float top = warp_most(best);
  if (threadIdx.x % 32 == 0) tops[threadIdx.x / 32] = top;
  __syncthreads();
  top = threadIdx.x % 32 < blockDim.x / 32 ? tops[threadIdx.x % 32] : -INFINITY;
  top = warp_most(top);
  float all = block_add(sum * expf(best - top));
  if (threadIdx.x == 0) losses[row] = -(x[target] - top - logf(all));
  for (int i = threadIdx.x; i < V; i += blockDim.x)
    dlogits[row * V + i] = (expf(x[i] - top) / all - (i == target ? 1.f : 0.f)) * dloss;
}

// A channel a thread, along time
__global__ void k_wkv(int B, int T, int C, const float* _w, const float* _u, const float* _k, const float* _v,
                      float* _y) {
  const int idx = blockIdx.x * blockDim.x + threadIdx.x;
  const int _b = idx / C, _c = idx % C, _offset = _b * T * C + _c;
  float u = _u[_c], w = _w[_c];
  const float *k = _k + _offset, *v = _v + _offset;
  float* y = _y + _offset;
  float p = 0, q = 0, o = -1e38f;
  for (int i = 0; i < T; i++) {
    const int ii = i * C;
    float no = max(o, u + k[ii]);
    float A = expf(o - no), B_ = expf(u + k[ii] - no);
    y[ii] = (A * p + B_ * v[ii]) / (A * q + B_);
    no = max(w + o, k[ii]);
    A = expf(w + o - no);
    B_ = expf(k[ii] - no);
    p = A * p + B_ * v[ii];
    q = A * q + B_;
    o = no;
  }
}

// ---- Sparse matrices, meshes, trees ----

__global__ void k_csr_transposed(const int* start, const int* column, const float* value, const float* x,
                                 float* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float xr = x[r];
  for (int j = start[r]; j < start[r + 1]; ++j) atomicAdd(y + column[j], value[j] * xr);
}

// The inner products of rows of two dense matrices, where the sparse one has entries
__global__ void k_sampled_products(const int* row, const int* column, const float2* a, const float2* b,
                                   float* out, int entries) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  int warps = gridDim.x * blockDim.x >> 5;
  for (int e = warp; e < entries; e += warps) {
    float2 p = a[row[e] * 32 + lane], q = b[column[e] * 32 + lane];
    float sum = warp_add(p.x * q.x + p.y * q.y);
    if (lane == 0) out[e] = sum;
  }
}

// How many columns a row of the product has: a table of 512 places for each warp
__global__ void k_product_row_sizes(const int* start, const int* column, int* size, int rows) {
  __shared__ int table[4][512];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, r = blockIdx.x * 4 + warp;
  for (int i = lane; i < 512; i += 32) table[warp][i] = -1;
  __syncwarp();
  if (r >= rows) return;
  int found = 0;
  for (int j = start[r]; j < start[r + 1]; ++j) {
    int middle = column[j];
    for (int k = start[middle] + lane; k < start[middle + 1]; k += 32) {
      int c = column[k], at = c * 107 & 511;
      for (;;) {
        int old = atomicCAS(&table[warp][at], -1, c);
        if (old == -1) ++found;
        if (old == -1 || old == c) break;
        at = at + 1 & 511;
      }
    }
  }
  for (int d = 16; d; d /= 2) found += __shfl_down_sync(EVERY_LANE, found, d);
  if (lane == 0) size[r] = found;
}

// A round of Bellman and Ford's
__global__ void k_relax_edges(const int* from, const int* to, const int* weight, const int* before, int* dist,
                              int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  int d = before[from[e]];
  if (d == 0x3fffffff) return;
  int through = d + weight[e];
  if (through < before[to[e]]) atomicMin(dist + to[e], through);
}

// Jones and Plassmann's: who has the largest number among uncoloured neighbours gets the colour
__global__ void k_colour_round(const int* start, const int* neighbour, const int* before, int* colour,
                               int now, int n) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += gridDim.x * blockDim.x) {
    if (before[v] != -1) continue;
    bool largest = true;
    unsigned mine = wang(v);
    for (int j = start[v]; j < start[v + 1]; ++j) {
      int u = neighbour[j];
      if (u == v || before[u] != -1) continue;
      if (wang(u) >= mine) {
        largest = false;
        break;
      }
    }
    if (largest) colour[v] = now;
  }
}

__global__ void k_peel(const int* start, const int* neighbour, const unsigned char* leaves, int* degree,
                       int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && leaves[v])
    for (int j = start[v]; j < start[v + 1]; ++j) atomicSub(degree + neighbour[j], 1);
}

__global__ void k_triangle_gradients(const int3* corner, const float2* at, const float* u, float2* gradient,
                                     float* area, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  int3 c = corner[t];
  float2 p = at[c.x], q = at[c.y], r = at[c.z];
  float a = u[c.x], b = u[c.y], d = u[c.z];
  float twice = (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
  float inv = twice != 0 ? 1.f / twice : 0.f;
  gradient[t] = make_float2(((q.y - r.y) * a + (r.y - p.y) * b + (p.y - q.y) * d) * inv,
                            ((r.x - q.x) * a + (p.x - r.x) * b + (q.x - p.x) * d) * inv);
  area[t] = 0.5f * fabsf(twice);
}

struct Split {
  short feature;
  short leaf;
  float limit;
};

// Trees as heaps, one after another
__global__ void k_forest(const Split* nodes, const float* features, float* score, int trees, int depth, int n,
                         int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int t = 0; t < trees; ++t) {
    const Split* tree = nodes + t * (1 << depth);
    int at = 1;
    while (at < 1 << (depth - 1)) {
      Split s = tree[at];
      if (s.leaf) break;
      at = 2 * at + (features[i * width + s.feature] > s.limit);
    }
    sum += tree[at].limit;
  }
  score[i] = sum / trees;
}

// Sixteen lanes look at sixteen keys of a node at once.
__global__ void k_btree_find(const int* keys, const int* wanted, int* place, int levels, int n) {
  int q = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16, half = threadIdx.x % 32 / 16;
  if (q >= n) return;
  int want = wanted[q], node = 0, first = 0, width = 1;
  for (int level = 0; level < levels; ++level) {
    int key = keys[(first + node) * 16 + lane];
    unsigned below = __ballot_sync(0xffffu << 16 * half, key <= want) >> 16 * half & 0xffff;
    node = node * 16 + max(__popc(below) - 1, 0);
    first += width;
    width *= 16;
  }
  if (lane == 0) place[q] = node;
}

// ---- Linear systems ----

// A tridiagonal system a thread, interleaved
__global__ void k_thomas(const float* a, const float* b, const float* c, float* d, float* cp, int n,
                         int systems) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  float prev_c = c[s] / b[s], prev_d = d[s] / b[s];
  cp[s] = prev_c;
  d[s] = prev_d;
  for (int i = 1; i < n; ++i) {
    int at = i * systems + s;
    float m = 1.0f / (b[at] - a[at] * prev_c);
    cp[at] = prev_c = c[at] * m;
    d[at] = prev_d = (d[at] - a[at] * prev_d) * m;
  }
  for (int i = n - 2; i >= 0; --i) {
    int at = i * systems + s;
    d[at] = prev_d = d[at] - cp[at] * prev_d;
  }
}

// Cyclic reduction in parallel: a system of N a block
template <int N>
__global__ void k_cyclic_reduction(const float* ga, const float* gb, const float* gc, const float* gd,
                                   float* gx) {
  __shared__ float a[N], b[N], c[N], d[N];
  int i = threadIdx.x, at = blockIdx.x * N + i;
  float ai = i > 0 ? ga[at] : 0, bi = gb[at], ci = i < N - 1 ? gc[at] : 0, di = gd[at];
  for (int s = 1; s < N; s *= 2) {
    a[i] = ai;
    b[i] = bi;
    c[i] = ci;
    d[i] = di;
    __syncthreads();
    float k1 = i >= s ? ai / b[i - s] : 0, k2 = i + s < N ? ci / b[i + s] : 0;
    float na = 0, nb = bi, nc = 0, nd = di;
    if (i >= s) {
      na = -a[i - s] * k1;
      nb -= c[i - s] * k1;
      nd -= d[i - s] * k1;
    }
    if (i + s < N) {
      nc = -c[i + s] * k2;
      nb -= a[i + s] * k2;
      nd -= d[i + s] * k2;
    }
    __syncthreads();
    ai = na;
    bi = nb;
    ci = nc;
    di = nd;
  }
  gx[at] = di / bi;
}

// Gauss and Jordan's elimination of 32 by 33 numbers, a block a system
__global__ void k_gauss_jordan(const double* systems, double* x) {
  __shared__ double m[32][33], factor[32];
  const double* from = systems + blockIdx.x * 32 * 33;
  int t = threadIdx.x;
  for (int i = t; i < 32 * 33; i += blockDim.x) m[i / 33][i % 33] = from[i];
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    if (t < 32) factor[t] = m[t][k] / m[k][k];
    __syncthreads();
    for (int i = t; i < 32 * 33; i += blockDim.x) {
      int r = i / 33, c = i % 33;
      if (r != k && c >= k) m[r][c] -= factor[r] * m[k][c];
    }
    __syncthreads();
  }
  if (t < 32) x[blockIdx.x * 32 + t] = m[t][32] / m[t][t];
}

// ---- Particles and chance ----

__constant__ float4 Atoms[512];

// Potentials of a slice of the grid, four points of a row a thread
__global__ void k_coulomb_slice(float* energygrid, int width, float spacing, float z, int atoms) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4, j = blockIdx.y * blockDim.y + threadIdx.y;
  float x = spacing * i, y = spacing * j, e0 = 0, e1 = 0, e2 = 0, e3 = 0;
  for (int n = 0; n < atoms; ++n) {
    float dx0 = x - Atoms[n].x, dx1 = dx0 + spacing, dx2 = dx0 + 2 * spacing, dx3 = dx0 + 3 * spacing;
    float dy = y - Atoms[n].y, dz = z - Atoms[n].z, rest = dy * dy + dz * dz, charge = Atoms[n].w;
    e0 += charge / sqrtf(dx0 * dx0 + rest);
    e1 += charge / sqrtf(dx1 * dx1 + rest);
    e2 += charge / sqrtf(dx2 * dx2 + rest);
    e3 += charge / sqrtf(dx3 * dx3 + rest);
  }
  energygrid[j * width + i] += e0;
  energygrid[j * width + i + 1] += e1;
  energygrid[j * width + i + 2] += e2;
  energygrid[j * width + i + 3] += e3;
}

// Particles near each other, from the 27 cells around
__global__ void k_cell_contacts(const float4* at, const int* start, float4* push, int side, float radius,
                                int n) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  float4 me = at[p], sum = make_float4(0, 0, 0, 0);
  int cx = me.x * side, cy = me.y * side, cz = me.z * side;
  for (int z = max(cz - 1, 0); z <= min(cz + 1, side - 1); ++z)
    for (int y = max(cy - 1, 0); y <= min(cy + 1, side - 1); ++y)
      for (int x = max(cx - 1, 0); x <= min(cx + 1, side - 1); ++x) {
        int cell = (z * side + y) * side + x;
        for (int q = start[cell]; q < start[cell + 1]; ++q) {
          if (q == p) continue;
          float4 you = at[q];
          float dx = me.x - you.x, dy = me.y - you.y, dz = me.z - you.z;
          float d2 = dx * dx + dy * dy + dz * dz;
          if (d2 >= radius * radius) continue;
          float k = (radius - sqrtf(d2)) * rsqrtf(d2 + 1e-12f);
          sum.x += k * dx;
          sum.y += k * dy;
          sum.z += k * dz;
          sum.w += 1;
        }
      }
  push[p] = sum;
}

// Lists of neighbours, one below another
__global__ void k_neighbour_list(float4* force, const float4* position, int neighCount, const int* neighList,
                                 float cutsq, float lj1, float lj2, int inum) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= inum) return;
  float4 ipos = position[idx], f = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int j = 0; j < neighCount; j++) {
    int jidx = neighList[j * inum + idx];
    float4 jpos = position[jidx];
    float delx = ipos.x - jpos.x, dely = ipos.y - jpos.y, delz = ipos.z - jpos.z;
    float r2inv = delx * delx + dely * dely + delz * delz;
    if (r2inv < cutsq && r2inv > 0) {
      r2inv = 1.0f / r2inv;
      float r6inv = r2inv * r2inv * r2inv;
      float k = r2inv * r6inv * (lj1 * r6inv - lj2);
      f.x += delx * k;
      f.y += dely * k;
      f.z += delz * k;
    }
  }
  force[idx] = f;
}

// One colour of the board; the numbers of chance come from the place and the step.
__global__ void k_ising(signed char* black, const signed char* white, int nx, int ny, unsigned step,
                        unsigned limit4, unsigned limit8) {
  int tid = blockDim.x * blockIdx.x + threadIdx.x;
  int i = tid / ny, j = tid % ny;
  if (i >= nx) return;
  int ipp = i + 1 < nx ? i + 1 : 0, inn = i > 0 ? i - 1 : nx - 1;
  int jpp = j + 1 < ny ? j + 1 : 0, jnn = j > 0 ? j - 1 : ny - 1;
  int joff = i % 2 ? jpp : jnn;
  int sum = white[inn * ny + j] + white[i * ny + j] + white[ipp * ny + j] + white[i * ny + joff];
  int gain = sum * black[i * ny + j];
  unsigned chance = wang(tid * 2654435761u + step);
  if (gain <= 0 || chance < (gain == 2 ? limit4 : limit8)) black[i * ny + j] = -black[i * ny + j];
}

// Walks until each leaves its disc
__global__ void k_walk_out(int* steps, int radius, int most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned state = wang(i + 1) | 1;
  int x = 0, y = 0, taken = 0;
  while (x * x + y * y < radius * radius && taken < most) {
    unsigned r = xorshift(state) >> 30;
    x += r == 0 ? 1 : r == 1 ? -1 : 0;
    y += r == 2 ? 1 : r == 3 ? -1 : 0;
    ++taken;
  }
  steps[i] = taken;
}

// Prices of an option by chance: a linear generator, Box and Muller's pairs, 64 threads a block
__global__ void k_option_by_chance(double* sums, double s0, double strike, double rate, double vol,
                                   int paths) {
  __shared__ double part[64];
  unsigned long long state =
      6364136223846793005ull * (blockIdx.x * 64 + threadIdx.x + 1) + 1442695040888963407ull;
  double sum = 0;
  for (int p = 0; p < paths; ++p) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    float u = ((state >> 40) + 1) * 5.9604645e-8f;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    float v = (state >> 40) * 5.9604645e-8f;
    float size = sqrtf(-2 * logf(u)), turn = 6.2831853f * v;
    double up = s0 * exp(rate - 0.5 * vol * vol + vol * size * cosf(turn));
    double down = s0 * exp(rate - 0.5 * vol * vol + vol * size * sinf(turn));
    sum += fmax(up - strike, 0.0) + fmax(down - strike, 0.0);
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 32; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

// ---- Integers ----

__global__ void k_fnv_words(const unsigned char* text, const int* start, unsigned long long* hash,
                            int words) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w >= words) return;
  unsigned long long h = 14695981039346656037ull;
  for (int i = start[w]; i < start[w + 1]; ++i) {
    h ^= text[i];
    h *= 1099511628211ull;
  }
  hash[w] = h;
}

#define MD5_STEP(f, a, b, c, d, x, t, s) \
  (a) += f + (x) + t;                    \
  (a) = __funnelshift_l(a, a, s) + (b);

// Half of the rounds of a digest, over keys counted from the thread's number
__global__ void k_digest_search(unsigned first, unsigned wanted, unsigned mask, unsigned* found) {
  unsigned key = first + blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  unsigned x[4] = {key, wang(key), key ^ 0x80u, 64};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    MD5_STEP((d ^ (b & (c ^ d))), a, b, c, d, x[i], 0xd76aa478 + 77 * i, 7)
    MD5_STEP((c ^ (a & (b ^ c))), d, a, b, c, x[(i + 1) % 4], 0xe8c7b756 + 91 * i, 12)
    MD5_STEP((b ^ (d & (a ^ b))), c, d, a, b, x[(i + 2) % 4], 0x242070db + 13 * i, 17)
    MD5_STEP((a ^ (c & (d ^ a))), b, c, d, a, x[(i + 3) % 4], 0xc1bdceee + 29 * i, 22)
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    MD5_STEP((b ^ c ^ d), a, b, c, d, x[(3 * i) % 4], 0xfffa3942 + 3 * i, 4)
    MD5_STEP((a ^ b ^ c), d, a, b, c, x[(3 * i + 1) % 4], 0x8771f681 + 5 * i, 11)
    MD5_STEP((d ^ a ^ b), c, d, a, b, x[(3 * i + 2) % 4], 0x6d9d6122 + 7 * i, 16)
    MD5_STEP((c ^ d ^ a), b, c, d, a, x[(3 * i + 3) % 4], 0xfde5380c + 9 * i, 23)
  }
  if ((a & mask) == wanted) atomicAdd(found, 1u);
}

__global__ void k_xtea(uint2* blocks, uint4 key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned k[4] = {key.x, key.y, key.z, key.w};
  uint2 v = blocks[i];
  unsigned sum = 0;
  for (int r = 0; r < 32; r++) {
    v.x += (((v.y << 4) ^ (v.y >> 5)) + v.y) ^ (sum + k[sum & 3]);
    sum += 0x9e3779b9;
    v.y += (((v.x << 4) ^ (v.x >> 5)) + v.x) ^ (sum + k[(sum >> 11) & 3]);
  }
  blocks[i] = v;
}

// A small machine: each thread runs the program with a stack of its own.
__global__ void k_bytecode(const uchar2* program, int length, int* result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int stack[16], top = 0, steps = 0;
  for (int& s : stack) s = 0;
  stack[0] = i;
  for (int pc = 0; pc < length && steps < 400; ++pc, ++steps) {
    uchar2 op = program[pc];
    switch (op.x) {
      case 0:
        top = (top + 1) & 15;
        stack[top] = op.y;
        break;
      case 1:
        stack[(top - 1) & 15] += stack[top];
        top = (top - 1) & 15;
        break;
      case 2:
        stack[(top - 1) & 15] *= stack[top] | 1;
        top = (top - 1) & 15;
        break;
      case 3: {
        int v = stack[(top - op.y) & 15];
        top = (top + 1) & 15;
        stack[top] = v;
        break;
      }
      case 4:
        if ((stack[top] >> 3 & 7) == (op.y & 7)) pc = max(pc - op.y % 16, -1);
        break;
      default:
        stack[top] = stack[top] ^ (stack[top] >> 5) ^ op.y;
    }
  }
  result[i] = stack[top];
}

// The round trip of nine towns in the order that the thread's number means
__global__ void k_tours(const int* distance, int* best, int tours) {
  __shared__ int d[81];
  for (int i = threadIdx.x; i < 81; i += blockDim.x) d[i] = distance[i];
  __syncthreads();
  int t = blockIdx.x * blockDim.x + threadIdx.x, length = 1 << 30;
  if (t < tours) {
    int town[8], rest = t, at = 0;
    for (int i = 0; i < 8; ++i) town[i] = i + 1;
    length = 0;
    for (int left = 8; left > 0; --left) {
      int pick = rest % left;
      rest /= left;
      int next = town[pick];
      for (int j = pick; j < left - 1; ++j) town[j] = town[j + 1];
      length += d[at * 9 + next];
      at = next;
    }
    length += d[at * 9];
  }
  for (int s = 16; s; s /= 2) length = min(length, __shfl_xor_sync(EVERY_LANE, length, s));
  if (threadIdx.x % 32 == 0) atomicMin(best, length);
}

__global__ void k_find_text(const char* text, int length, const char* pattern, int m, int* hits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > length - m) return;
  int j = 0;
  while (j < m && text[i + j] == pattern[j]) ++j;
  if (j == m) atomicAdd(hits, 1);
}

// ---- Arithmetic and registers ----

// Sums of 40 powers and products, all kept in registers, or not
template <int B, int M>
__global__ void __launch_bounds__(B, M) k_many_sums(const float2* in, float* out, int each) {
  float sum[40];
#pragma unroll
  for (int k = 0; k < 40; ++k) sum[k] = 0;
  int t = blockIdx.x * B + threadIdx.x;
  for (int i = 0; i < each; ++i) {
    float2 v = in[i * gridDim.x * B + t];
#pragma unroll
    for (int k = 0; k < 40; ++k) sum[k] = fmaf(sum[k], v.x, v.y * (k % 7 + 1));
  }
#pragma unroll
  for (int k = 0; k < 40; ++k) out[k * gridDim.x * B + t] = sum[k];
}

// Inverses of 6x6 matrices, one a thread
__global__ void __launch_bounds__(64) k_inverse_6(const float* in, float* out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  float m[6][6];
#pragma unroll
  for (int r = 0; r < 6; ++r)
#pragma unroll
    for (int c = 0; c < 6; ++c) m[r][c] = in[(r * 6 + c) * n + t] + (r == c ? 4.f : 0.f);
#pragma unroll
  for (int k = 0; k < 6; ++k) {
    float p = 1.f / m[k][k];
    m[k][k] = 1.f;
#pragma unroll
    for (int c = 0; c < 6; ++c) m[k][c] *= p;
#pragma unroll
    for (int r = 0; r < 6; ++r)
      if (r != k) {
        float f = m[r][k];
        m[r][k] = 0.f;
#pragma unroll
        for (int c = 0; c < 6; ++c) m[r][c] -= f * m[k][c];
      }
  }
#pragma unroll
  for (int r = 0; r < 6; ++r)
#pragma unroll
    for (int c = 0; c < 6; ++c) out[(r * 6 + c) * n + t] = m[r][c];
}

struct alignas(16) Orbit {
  double x, y, z, w;
};

// A planet about its star, by Runge and Kutta's
__global__ void k_orbits(Orbit* state, int steps, double dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Orbit s = state[i];
  auto slope = [](Orbit p) {
    double r2 = p.x * p.x + p.y * p.y, k = -1.0 / (r2 * sqrt(r2));
    return Orbit{p.z, p.w, k * p.x, k * p.y};
  };
  auto add = [](Orbit a, Orbit b, double f) {
    return Orbit{a.x + f * b.x, a.y + f * b.y, a.z + f * b.z, a.w + f * b.w};
  };
  for (int step = 0; step < steps; ++step) {
    Orbit k1 = slope(s), k2 = slope(add(s, k1, dt / 2)), k3 = slope(add(s, k2, dt / 2)),
          k4 = slope(add(s, k3, dt));
    s = add(add(add(add(s, k1, dt / 6), k2, dt / 3), k3, dt / 3), k4, dt / 6);
  }
  state[i] = s;
}

__global__ void k_newton_fractal(unsigned char* root, int w, int h, int most) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  float x = 4.f * px / w - 2.f, y = 4.f * py / h - 2.f;
  int i = 0;
  for (; i < most; ++i) {
    float x2 = x * x, y2 = y * y, r = x2 + y2;
    float inv = 1.f / (3.f * r * r + 1e-20f);
    float nx = 2.f / 3.f * x + (x2 - y2) * inv, ny = 2.f / 3.f * y - 2.f * x * y * inv;
    float moved = (nx - x) * (nx - x) + (ny - y) * (ny - y);
    x = nx;
    y = ny;
    if (moved < 1e-10f) break;
  }
  root[py * w + px] = i * 3 + (x > 0 ? 0 : y > 0 ? 1 : 2);
}

__global__ void k_horner_half(const half2* x, half2* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    half2 v = x[i], acc = __float2half2_rn(0.01f);
#pragma unroll
    for (int k = 0; k < 24; ++k) acc = __hfma2(acc, v, __float2half2_rn(0.1f * (k % 5)));
    y[i] = acc;
  }
}

// Only the first eight lanes of a warp have work, and each depends on its last load.
__global__ void k_eight_lanes(const int* next, int* out, int hops) {
  int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (lane < 8) {
    int at = warp * 8 + lane;
    for (int h = 0; h < hops; ++h) at = next[at];
    out[warp * 8 + lane] = at;
  }
}

__global__ void k_sum_one_thread(const float* x, float* out, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  *out = s;
}

// ---- Images of bytes ----

__global__ void k_sepia(const uchar3* in, uchar3* out, int pixels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  uchar3 p = in[i];
  out[i].x = min(255.f, p.x * .393f + p.y * .769f + p.z * .189f);
  out[i].y = min(255.f, p.x * .349f + p.y * .686f + p.z * .168f);
  out[i].z = min(255.f, p.x * .272f + p.y * .534f + p.z * .131f);
}

// Five by five with whole weights, the tile and its rim in shared memory
__global__ void k_gauss5(const unsigned char* in, unsigned char* out, int w, int h) {
  __shared__ unsigned char tile[20][36];
  int x0 = blockIdx.x * 32 - 2, y0 = blockIdx.y * 16 - 2;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 20 * 36; i += 512) {
    int x = min(max(x0 + i % 36, 0), w - 1), y = min(max(y0 + i / 36, 0), h - 1);
    tile[i / 36][i % 36] = in[y * w + x];
  }
  __syncthreads();
  const int weight[5] = {1, 4, 6, 4, 1};
  int x = x0 + 2 + threadIdx.x, y = y0 + 2 + threadIdx.y, sum = 0;
#pragma unroll
  for (int j = 0; j < 5; ++j)
#pragma unroll
    for (int i = 0; i < 5; ++i) sum += weight[i] * weight[j] * tile[threadIdx.y + j][threadIdx.x + i];
  if (x < w && y < h) out[y * w + x] = (sum + 128) >> 8;
}

__global__ void k_demosaic(const unsigned char* raw, uchar4* rgb, int w, int h) {
  int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2) return;
  auto at = [&](int i, int j) { return static_cast<int>(raw[(y + j) * w + x + i]); };
  rgb[y * w + x] = make_uchar4(at(0, 0), (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)) / 4,
                               (at(-1, -1) + at(1, -1) + at(-1, 1) + at(1, 1)) / 4, 255);
  rgb[y * w + x + 1] = make_uchar4((at(0, 0) + at(2, 0)) / 2, at(1, 0), (at(1, -1) + at(1, 1)) / 2, 255);
  rgb[(y + 1) * w + x] = make_uchar4((at(0, 0) + at(0, 2)) / 2, at(0, 1), (at(-1, 1) + at(1, 1)) / 2, 255);
  rgb[(y + 1) * w + x + 1] = make_uchar4((at(0, 0) + at(2, 0) + at(0, 2) + at(2, 2)) / 4,
                                         (at(0, 1) + at(2, 1) + at(1, 0) + at(1, 2)) / 4, at(1, 1), 255);
}

// Above the mean of the window around, from sums over all that is left and above
__global__ void k_threshold_window(const unsigned char* in, const unsigned* integral, unsigned char* out,
                                   int w, int h, int half) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w || y >= h) return;
  int x0 = max(x - half, 0), x1 = min(x + half, w - 1), y0 = max(y - half, 0), y1 = min(y + half, h - 1);
  unsigned sum = integral[y1 * w + x1];
  if (x0) sum -= integral[y1 * w + x0 - 1];
  if (y0) sum -= integral[(y0 - 1) * w + x1];
  if (x0 && y0) sum += integral[(y0 - 1) * w + x0 - 1];
  unsigned count = (x1 - x0 + 1) * (y1 - y0 + 1);
  out[y * w + x] = in[y * w + x] * count * 100 > sum * 95 ? 255 : 0;
}

// Errors go on along a row: one thread a row
__global__ void k_dither_rows(const unsigned char* in, unsigned char* out, int w, int h) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  int error = 0;
  for (int x = 0; x < w; ++x) {
    int v = in[y * w + x] + error;
    int to = v > 127 ? 255 : 0;
    error = v - to;
    out[y * w + x] = to;
  }
}
