// Loops whose copies in machine code were counted: docs/measurements/time_model.md, "Loops that are not unrolled". For each kernel the
// number of LDG (of LDS, where it reads shared memory) of
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -cubin loops.cu && nvdisasm loops.cubin
//
// says how often the round stands there: with one load in a round 29 for 16 + 8 + 4 + 1, 5 for 4 + 1, and 1 where nothing was unrolled.
// CUDA 13.0 made one copy of the loops to a loaded bound around __ldg(), a shuffle, a vote, __syncwarp() or __dp4a(), such as bounds_by_ldg,
// and seven if that bound is __restrict__ and around __ldg() (rs_ldg, allr_ldg, sh). Of the sums over rows it unrolled a4, a5, a8, b0, b5, c1,
// d6, e0, e1, e2 and e4 by four alone, and b4, whose step is known at run time, not at all.
#include <cstddef>

__global__ void plain(const int* __restrict__ start, const int* __restrict__ column,
                      const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y,
                      int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = start[r]; i < start[r + 1]; ++i) sum += value[i] * x[column[i]];
  y[r] = sum;
}
__global__ void bounds_by_ldg(const int* start, const int* column, const float* value, const float* x,
                              float* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = start[r]; i < start[r + 1]; ++i) sum += value[i] * __ldg(x + column[i]);
  y[r] = sum;
}
__global__ void noldg(const int* start, const int* column, const float* value, const float* x, float* y,
                      int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = start[r]; i < start[r + 1]; ++i) sum += value[i] * x[column[i]];
  y[r] = sum;
}
__global__ void hoisted(const int* start, const int* column, const float* value, const float* x, float* y,
                        int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  int e = start[r + 1];
  for (int i = start[r]; i < e; ++i) sum += value[i] * __ldg(x + column[i]);
  y[r] = sum;
}
__global__ void onlyldg(const float* x, float* y, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += __ldg(x + i);
  y[threadIdx.x] = sum;
}
__global__ void onlyplain(const float* x, float* y, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  y[threadIdx.x] = sum;
}
__global__ void boundld(const int* start, const float* x, float* y) {
  float sum = 0;
  for (int i = start[0]; i < start[1]; ++i) sum += x[i];
  y[threadIdx.x] = sum;
}
__global__ void boundldr(const int* __restrict__ start, const float* __restrict__ x, float* __restrict__ y) {
  float sum = 0;
  for (int i = start[0]; i < start[1]; ++i) sum += x[i];
  y[threadIdx.x] = sum;
}
__global__ void rs_ldg(const int* __restrict__ start, const int* column, const float* value, const float* x,
                       float* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = start[r]; i < start[r + 1]; ++i) sum += value[i] * __ldg(x + column[i]);
  y[r] = sum;
}
__global__ void allr_ldg(const int* __restrict__ start, const int* __restrict__ column,
                         const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y,
                         int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = start[r]; i < start[r + 1]; ++i) sum += value[i] * __ldg(x + column[i]);
  y[r] = sum;
}
__global__ void bound_ldg(const int* start, const int* column, const float* value, const float* x, float* y,
                          int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = __ldg(start + r); i < __ldg(start + r + 1); ++i) sum += value[i] * x[column[i]];
  y[r] = sum;
}
__global__ void bound_ldg2(const int* start, const int* column, const float* value, const float* x, float* y,
                           int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = __ldg(start + r); i < __ldg(start + r + 1); ++i) sum += value[i] * __ldg(x + column[i]);
  y[r] = sum;
}
__global__ void param_ptr(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < *n; ++i) sum += __ldg(x + i);
  y[threadIdx.x] = sum;
}
__global__ void shfl_bound(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += __shfl_down_sync(~0u, x[i], 1);
  y[threadIdx.x] = sum;
}
__global__ void expf_bound(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += expf(x[i]);
  y[threadIdx.x] = sum;
}
__global__ void half_bound(const int* n, const unsigned* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += __popc(x[i]);
  y[threadIdx.x] = sum;
}
__global__ void step_ldg(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = threadIdx.x; i < n[0]; i += 32) sum += __ldg(x + i);
  y[threadIdx.x] = sum;
}
__global__ void step_no(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = threadIdx.x; i < n[0]; i += 32) sum += x[i];
  y[threadIdx.x] = sum;
}
__global__ void shared_bound(const float* x, float* y) {
  __shared__ int n;
  if (threadIdx.x == 0) n = (int)x[0];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  y[threadIdx.x] = sum;
}
__global__ void shared_bound_ldg(const float* x, float* y) {
  __shared__ int n;
  if (threadIdx.x == 0) n = (int)x[0];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += __ldg(x + i);
  y[threadIdx.x] = sum;
}
__global__ void shared_sum_bound(const float* x, const int* n, float* y) {
  __shared__ float s[256];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += s[i];
  y[threadIdx.x] = sum;
}
struct P {
  const int* start;
  const int* col;
  const float* val;
};
__global__ void struct_bound(P p, const float* x, float* y) {
  float sum = 0;
  for (int i = p.start[0]; i < p.start[1]; ++i) sum += p.val[i] * x[p.col[i]];
  y[threadIdx.x] = sum;
}
__global__ void sa(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += __shfl_down_sync(~0u, x[i], 1);
  y[threadIdx.x] = sum;
}
__global__ void sb(const int* __restrict__ n, const float* __restrict__ x, float* __restrict__ y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += __shfl_down_sync(~0u, x[i], 1);
  y[threadIdx.x] = sum;
}
__global__ void sc(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += __ballot_sync(~0u, x[i] > 0) ? x[i] : 0.f;
  y[threadIdx.x] = sum;
}
__global__ void sd(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) {
    sum += x[i];
    __syncwarp();
  }
  y[threadIdx.x] = sum;
}
__global__ void se(int n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += __shfl_down_sync(~0u, x[i], 1);
  y[threadIdx.x] = sum;
}
__global__ void sf(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += __reduce_add_sync(~0u, (int)x[i]);
  y[threadIdx.x] = sum;
}
__global__ void sg(const int* n, const float* x, float* y) {
  float sum = 0;
  int e = n[0];
  for (int i = 0; i < e; ++i) sum += __ldg(x + i);
  y[threadIdx.x] = sum;
}
__global__ void sh(const int* __restrict__ n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += __ldg(x + i);
  y[threadIdx.x] = sum;
}
__global__ void si(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += __popc(__activemask()) * x[i];
  y[threadIdx.x] = sum;
}
__global__ void sj(const int* n, const float* x, float* y) {
  float sum = 0;
  for (int i = 0; i < n[0]; ++i) sum += __dp4a(1, 2, (int)x[i]);
  y[threadIdx.x] = sum;
}

// Sums over rows: a begins at 0 or first, in 32 or 64 bits.
#define K(name, args, init, body)                                                                       \
  __global__ void name(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ y, \
                       int rows, int columns, int strip) {                                              \
    int c = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * strip;                          \
    if (c >= columns) return;                                                                           \
    float sum = 0;                                                                                      \
    init;                                                                                               \
    body;                                                                                               \
    y[c] = sum;                                                                                         \
  }
K(a0, , , for (int r = 0; r < rows; ++r) sum += a[r * columns + c])
K(a1, , , for (int r = 0; r < rows; ++r) sum += a[(std::size_t)r * columns + c])
K(a2, , , for (int r = 0; r < rows; ++r) sum += a[(std::size_t)r * columns + c] * x[r])
K(a3, , , for (int r = 0; r < rows; ++r) sum += a[r * columns + c] * x[r])
K(a4, , , for (int r = first; r < rows; ++r) sum += a[(std::size_t)r * columns + c])
K(a5, , , for (int r = first; r < min(rows, first + strip); ++r) sum += a[(std::size_t)r * columns + c])
K(a6, , , for (int r = first; r < min(rows, first + strip); ++r) sum += a[r * columns + c])
K(a7, , const float* p = a + c, for (int r = 0; r < rows; ++r, p += columns) sum += *p)
K(a8, , std::size_t n = columns, for (std::size_t r = 0; r < rows; ++r) sum += a[r * n + c])
K(a9, , , for (int r = first; r < first + strip; ++r) sum += a[r * columns + c] * x[r])
K(b0, , , for (int r = first; r < first + strip; ++r) sum += a[(std::size_t)r * columns + c] * x[r])
K(b1, , , for (int r = 0; r < rows; ++r) sum += a[(long long)r * columns + c])
K(
    b2, , , for (int r = 0; r < rows; ++r) {
      float d = a[(std::size_t)r * columns + c];
      sum += d * d;
    })
K(
    b3, , float m = -1, for (int r = 0; r < rows; ++r) {
      float d = a[(std::size_t)r * columns + c];
      m = fmaxf(m, d);
    } sum = m)
K(b4, , , for (int r = threadIdx.y; r < rows; r += blockDim.y) sum += a[(std::size_t)r * columns + c])
K(b5, , , for (int r = threadIdx.y; r < rows; r += 8) sum += a[(std::size_t)r * columns + c])
K(b6, , , for (int r = threadIdx.y; r < rows; r += 8) sum += a[r * columns + c])
K(b7, , , for (int r = 0; r < rows; ++r) sum += a[(std::size_t)c * rows + r])
K(b8, , , for (int r = 0; r < rows; ++r) sum += a[(std::size_t)c * rows + r] * x[r])
K(b9, , ,
  for (int r = 0; r < rows; ++r) sum += a[(std::size_t)c * rows + r] * x[(std::size_t)r * columns + c])
K(c0, , , for (unsigned r = 0; r < rows; ++r) sum += a[(std::size_t)r * columns + c])
K(c1, , , for (unsigned r = 0; r < rows; ++r) sum += a[r * columns + c])
K(d0, , , for (int r = first; r < rows; ++r) sum += a[(std::size_t)r * 64 + c])
K(d1, , , for (int r = first; r < rows; ++r) sum += a[(std::size_t)c * rows + r])
K(d2, , std::size_t n = columns, for (int r = first; r < rows; ++r) sum += a[n * c + r])
K(d3, , , for (int r = first; r < rows; ++r) sum += a[(std::size_t)(r * 3 + 1) * columns + c])
K(d4, , , for (int r = 1; r < rows; ++r) sum += a[(std::size_t)r * columns + c])
K(d5, , const float* p = a + (std::size_t)first * columns + c,
  for (int r = first; r < rows; ++r, p += columns) sum += *p)
K(d6, , , for (int r = first; r < rows; r += 2) sum += a[(std::size_t)r * columns + c])
K(d7, , , for (int r = rows - 1; r >= first; --r) sum += a[(std::size_t)r * columns + c])
K(d8, , , for (int r = first; r < rows; ++r) sum += x[r] * r)
K(d9, , , for (long long r = first; r < rows; ++r) sum += a[r * columns + c])
K(e0, , , for (std::size_t r = 0; r < (std::size_t)rows; ++r) sum += a[r * columns + c])
K(e1, , , for (std::size_t r = 0; r < (std::size_t)rows; ++r) sum += a[r])
K(e2, , , for (long long r = 0; r < rows; ++r) sum += a[r])
K(e3, , std::size_t end = first + strip, for (std::size_t r = first; r < end; ++r) sum += a[r])
K(e4, , std::size_t n = (std::size_t)rows * columns, for (std::size_t r = 0; r < n; ++r) sum += a[r])
K(e5, , , for (int r = first; r < rows; ++r) sum += a[((std::size_t)blockIdx.z * rows + r) * columns + c])
K(e6, , , for (int r = 0; r < rows; ++r) sum += a[((std::size_t)blockIdx.z * rows + r) * columns + c])

// Steps, indices and values: docs/measurements/time_model.md, "How large a round is". What stands behind a name is how many copies of the round
// CUDA 13.0 made in the largest loop.
#define SUM(name, loop)                                                                                \
  __global__ void name(const float* a, const int* start, float* y, int n, int w, int step, unsigned u, \
                       unsigned v) {                                                                   \
    int t = threadIdx.x, grid = blockDim.x * gridDim.x, first = blockIdx.x * blockDim.x + threadIdx.x; \
    unsigned lane = threadIdx.x;                                                                       \
    float sum = 0;                                                                                     \
    loop;                                                                                              \
    y[t] = sum + grid + first + lane;                                                                  \
  }
SUM(by_grid_4, for (int k = first; k < n; k += grid) sum += a[k])
SUM(by_parameter_4, for (int k = t; k < n; k += step) sum += a[k])
SUM(by_long_grid_4, for (long long k = first; k < (long long)n; k += (long long)grid) sum += a[k])
SUM(by_unsigned_grid_1, for (int k = first; k < n; k += blockDim.x * gridDim.x) sum += a[k])
SUM(all_unsigned_1, for (unsigned k = lane; k < u; k += v) sum += a[k])
SUM(to_the_bound_itself_1, for (int k = t; k <= n; k += step) sum += a[k])
SUM(down_by_parameter_1, for (int k = n - t; k >= 0; k -= step) sum += a[k])
SUM(store_by_grid_4, for (int k = first; k < n; k += grid) y[k] = -1)
SUM(guarded_by_grid_4, for (int k = first; k < n; k += grid) if (a[k] > 0) y[k] = 1)
SUM(count_by_grid_1, for (int k = first; k < n; k += grid) atomicAdd(y + start[k], 1.f))
SUM(
    barrier_by_grid_1, for (int k = first; k < n; k += grid) {
      sum += a[k];
      __syncthreads();
    })
SUM(ldg_by_grid_1, for (int k = first; k < n; k += grid) sum += __ldg(a + k))
SUM(
    with_an_exit_1, for (int k = first; k < n; k += grid) {
      if (a[k] < 0) break;
      sum += a[k];
    })
SUM(from_an_outer_counter_1, for (int i = t; i < w; i += 256) for (int k = i; k < n; k += w) sum += a[k])
SUM(from_what_is_loaded_4, for (int k = start[t]; k < start[t + 1]; k += step) sum += a[k])
SUM(down_16, for (int k = n - 1; k >= 0; --k) sum += a[k * w + t])
SUM(down_with_stores_16, for (int k = n - 1; k >= 0; --k) y[k * w + t] = sum = a[k * w + t] + sum * 2)
SUM(unsigned_product_16, for (unsigned k = 0; k < u; ++k) sum += a[k * v])
SUM(unsigned_multiple_4, for (unsigned k = 0; k < u; ++k) sum += a[k * 12])
SUM(unsigned_multiple_and_5_4, for (unsigned k = 0; k < u; ++k) sum += a[k * 12 + 5])
SUM(unsigned_product_and_lane_4, for (unsigned k = 0; k < u; ++k) sum += a[k * v + lane])
SUM(unsigned_and_lane_4, for (unsigned k = 0; k < u; ++k) sum += a[k + lane])
SUM(unsigned_from_lane_16, for (unsigned k = lane; k < u; ++k) sum += a[k * 12 + 5])

__global__ void float4_16(const float4* in, float4* out, int n) {
  for (int k = threadIdx.x; k < n; k += 256) {
    float4 v = in[k];
    out[k] = make_float4(v.x * 2, v.y + 1, v.z, v.w);
  }
}
__constant__ float weights[64];
__global__ void window_of_shared_16(const float* in, float* out, int n) {
  __shared__ float tile[512];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += tile[threadIdx.x + k] * weights[k];
  out[threadIdx.x] = sum;
}
