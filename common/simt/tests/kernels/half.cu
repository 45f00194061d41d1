#include <cuda_fp16.h>

extern "C" __global__ void widen(const half* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __half2float(in[i]);
}

// `out` has a part for each rounding.
extern "C" __global__ void narrow(const float* in, half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = __float2half_rn(in[i]);
  out[n + i] = __float2half_rz(in[i]);
  out[2 * n + i] = __float2half_ru(in[i]);
  out[3 * n + i] = __float2half_rd(in[i]);
}

extern "C" __global__ void narrow_doubles(const double* in, half* out) {
  out[threadIdx.x] = __double2half(in[threadIdx.x]);
}

extern "C" __global__ void arithmetic(const half* a, const half* b, const half* c, half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = a[i] + b[i];
  out[n + i] = __hsub(a[i], b[i]);
  out[2 * n + i] = a[i] * b[i];
  out[3 * n + i] = __hdiv(a[i], b[i]);
  out[4 * n + i] = __hfma(a[i], b[i], c[i]);
  out[5 * n + i] = hsqrt(__habs(a[i]));
}

extern "C" __global__ void compare(const half* a, const half* b, int* out) {
  const half x = a[threadIdx.x];
  const half y = b[threadIdx.x];
  out[threadIdx.x] = (x == y) | (x != y) << 1 | (x < y) << 2 | (x <= y) << 3 | (x > y) << 4 | (x >= y) << 5 |
                     __hequ(x, y) << 6 | __hltu(x, y) << 7 | __hne(x, y) << 8 | __hisnan(x) << 9 |
                     (__hisinf(x) + 1) << 10;
}

extern "C" __global__ void extremes(const half* a, const half* b, half* out) {
  const half x = a[threadIdx.x];
  const half y = b[threadIdx.x];
  out[threadIdx.x] = __hmax(x, y);
  out[32 + threadIdx.x] = __hmin(x, y);
  out[64 + threadIdx.x] = __hmax_nan(x, y);
  out[96 + threadIdx.x] = __hmin_nan(x, y);
}

extern "C" __global__ void integers(const half* in, int* out, half* back) {
  const half x = in[threadIdx.x];
  int* const row = out + 8 * threadIdx.x;
  row[0] = __half2int_rn(x);
  row[1] = __half2int_rz(x);
  row[2] = __half2int_ru(x);
  row[3] = __half2int_rd(x);
  row[4] = __half2short_rn(x);
  row[5] = static_cast<int>(__half2uint_rn(x));
  row[6] = static_cast<int>(x);
  row[7] = __half2ll_rz(x) == 0;
  back[threadIdx.x] = __int2half_rn(2049 + static_cast<int>(threadIdx.x));
  back[32 + threadIdx.x] = __ull2half_rz(~0ULL - threadIdx.x);
}

// As CUDA's headers let one write it.
extern "C" __global__ void conversions(const half* in, half* out) {
  half x = in[threadIdx.x];
  const float as_float = x;
  const double as_double = x;
  x = 2.0F;
  x += half(as_float);
  x = x * half(as_double);
  if (x) ++x;
  x = -x;
  out[threadIdx.x] = x > half(0) ? x : half(1);
  out[32 + threadIdx.x] = __ushort_as_half(__half_as_ushort(x));
  const half one = 1;
  out[64 + threadIdx.x] = one;
}

extern "C" __global__ void copy(const half* in, half* out) {
  out[threadIdx.x] = in[threadIdx.x];  // copy 2 bytes
}
extern "C" __global__ void copy_pairs(const half2* in, half2* out) {
  out[threadIdx.x] = in[threadIdx.x];  // copy 4 bytes
}

extern "C" __global__ void axpy(const half2* x, half2* y, float a) {
  const half2 factor = __float2half2_rn(a);
  const half2 old = y[threadIdx.x];              // load y
  const half2 value = x[threadIdx.x];            // load x
  y[threadIdx.x] = __hfma2(factor, value, old);  // store y
}

extern "C" __global__ void pairs(const half2* a, const half2* b, half2* out, unsigned* masks, float* floats) {
  const half2 x = a[threadIdx.x];
  const half2 y = b[threadIdx.x];
  out[threadIdx.x] = x + y;
  out[32 + threadIdx.x] = __hmul2(x, y);
  out[64 + threadIdx.x] = __lowhigh2highlow(x);
  out[96 + threadIdx.x] = __halves2half2(__high2half(x), __low2half(y));
  out[128 + threadIdx.x] = make_half2(__hmax(x.x, y.x), y.y);
  out[160 + threadIdx.x] = __floats2half2_rn(__low2float(x), __high2float(y));
  out[192 + threadIdx.x] = __hlt2(x, y);
  masks[threadIdx.x] = __hgt2_mask(x, y);
  const float2 wide = __half22float2(x);
  floats[threadIdx.x] = wide.x + wide.y + __hbeq2(x, x);
}

// 8 halves as one vector, as fast kernels load them.
extern "C" __global__ void sums_of_eight(const half* in, float* out) {
  const float4 packed = reinterpret_cast<const float4*>(in)[threadIdx.x];  // load 8 halves
  const half2* const two = reinterpret_cast<const half2*>(&packed);
  float sum = 0;
  for (int i = 0; i < 4; ++i) sum += __low2float(two[i]) + __high2float(two[i]);
  out[threadIdx.x] = sum;
}

extern "C" __global__ void through_shared(const half2* in, half2* out) {
  __shared__ half2 tile[32];
  tile[threadIdx.x] = in[threadIdx.x];  // store pair
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];  // load pair
}

extern "C" __global__ void halves_share_banks(const half* in, half* out) {
  __shared__ half tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  tile[32 + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[2 * threadIdx.x];  // every other half
}

extern "C" __global__ void warp_sum(const half2* in, half2* out) {
  half2 sum = in[threadIdx.x];
  for (int delta = 16; delta > 0; delta /= 2) sum = sum + __shfl_down_sync(0xFFFFFFFFU, sum, delta);
  if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void functions(const half* in, half* out) {
  const half x = in[threadIdx.x];
  out[threadIdx.x] = hexp(x);
  out[32 + threadIdx.x] = hlog(x);
  out[64 + threadIdx.x] = hrsqrt(x);
  out[96 + threadIdx.x] = htanh(x);
  out[128 + threadIdx.x] = hfloor(x);
  out[160 + threadIdx.x] = hrcp(x);
}
