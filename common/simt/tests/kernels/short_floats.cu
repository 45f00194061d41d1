// Kernels for both 16-bit types, as half_widen and bfloat16_widen, and those that only one of them has.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// CUDA's functions whose names contain the type.
struct Half {
  using Number = __half;
  using Pair = __half2;
  __device__ static float wide(Number x) { return __half2float(x); }
  __device__ static float2 wide(Pair v) { return __half22float2(v); }
  __device__ static Number nearest(float x) { return __float2half_rn(x); }
  __device__ static Number toward_zero(float x) { return __float2half_rz(x); }
  __device__ static Number up(float x) { return __float2half_ru(x); }
  __device__ static Number down(float x) { return __float2half_rd(x); }
  __device__ static Number low(Pair v) { return __low2half(v); }
  __device__ static Number high(Pair v) { return __high2half(v); }
  __device__ static Pair twice(Number x) { return __half2half2(x); }
  __device__ static Pair twice(float x) { return __float2half2_rn(x); }
  __device__ static Pair pair_of(Number x, Number y) { return __halves2half2(x, y); }
  __device__ static Pair pair_of(float x, float y) { return __floats2half2_rn(x, y); }
  __device__ static Pair made_of(Number x, Number y) { return make_half2(x, y); }
};
struct Bfloat16 {
  using Number = __nv_bfloat16;
  using Pair = __nv_bfloat162;
  __device__ static float wide(Number x) { return __bfloat162float(x); }
  __device__ static float2 wide(Pair v) { return __bfloat1622float2(v); }
  __device__ static Number nearest(float x) { return __float2bfloat16(x); }
  __device__ static Number toward_zero(float x) { return __float2bfloat16_rz(x); }
  __device__ static Number up(float x) { return __float2bfloat16_ru(x); }
  __device__ static Number down(float x) { return __float2bfloat16_rd(x); }
  __device__ static Number low(Pair v) { return __low2bfloat16(v); }
  __device__ static Number high(Pair v) { return __high2bfloat16(v); }
  __device__ static Pair twice(Number x) { return __bfloat162bfloat162(x); }
  __device__ static Pair twice(float x) { return __float2bfloat162_rn(x); }
  __device__ static Pair pair_of(Number x, Number y) { return __halves2bfloat162(x, y); }
  __device__ static Pair pair_of(float x, float y) { return __floats2bfloat162_rn(x, y); }
  __device__ static Pair made_of(Number x, Number y) { return make_bfloat162(x, y); }
};

template <class Type>
struct Kernels {
  using Number = typename Type::Number;
  using Pair = typename Type::Pair;

  __device__ static void widen(const Number* in, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = Type::wide(in[i]);
  }

  // `out` has a part for each rounding.
  __device__ static void narrow(const float* in, Number* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = Type::nearest(in[i]);
    out[n + i] = Type::toward_zero(in[i]);
    out[2 * n + i] = Type::up(in[i]);
    out[3 * n + i] = Type::down(in[i]);
  }

  __device__ static void arithmetic(const Number* a, const Number* b, const Number* c, Number* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = a[i] + b[i];
    out[n + i] = a[i] - b[i];
    out[2 * n + i] = __hsub(a[i], b[i]);
    out[3 * n + i] = a[i] * b[i];
    out[4 * n + i] = __hmul(a[i], b[i]);
    out[5 * n + i] = a[i] / b[i];
    out[6 * n + i] = __hdiv(a[i], b[i]);
    out[7 * n + i] = hsqrt(__habs(a[i]));
    out[8 * n + i] = __hfma(a[i], b[i], c[i]);
  }

  __device__ static void compare(const Number* a, const Number* b, int* out) {
    const Number x = a[threadIdx.x];
    const Number y = b[threadIdx.x];
    out[threadIdx.x] = (x == y) | (x != y) << 1 | (x < y) << 2 | (x <= y) << 3 | (x > y) << 4 |
                       (x >= y) << 5 | __hequ(x, y) << 6 | __hltu(x, y) << 7 | __hne(x, y) << 8 |
                       __hisnan(x) << 9 | (__hisinf(x) + 1) << 10;
  }

  __device__ static void extremes(const Number* a, const Number* b, Number* out) {
    const Number x = a[threadIdx.x];
    const Number y = b[threadIdx.x];
    out[threadIdx.x] = __hmax(x, y);
    out[32 + threadIdx.x] = __hmin(x, y);
    out[64 + threadIdx.x] = __hmax_nan(x, y);
    out[96 + threadIdx.x] = __hmin_nan(x, y);
  }

  __device__ static void copy(const Number* in, Number* out) {
    out[threadIdx.x] = in[threadIdx.x];  // copy 2 bytes
  }
  __device__ static void copy_pairs(const Pair* in, Pair* out) {
    out[threadIdx.x] = in[threadIdx.x];  // copy 4 bytes
  }

  __device__ static void axpy(const Pair* x, Pair* y, float a) {
    const Pair factor = Type::twice(a);
    const Pair old = y[threadIdx.x];               // load y
    const Pair value = x[threadIdx.x];             // load x
    y[threadIdx.x] = __hfma2(factor, value, old);  // store y
  }

  __device__ static void pairs(const Pair* a, const Pair* b, Pair* out, unsigned* masks, float* floats) {
    const Pair x = a[threadIdx.x];
    const Pair y = b[threadIdx.x];
    out[threadIdx.x] = x + y;
    out[32 + threadIdx.x] = __hmul2(x, y);
    out[64 + threadIdx.x] = __lowhigh2highlow(x);
    out[96 + threadIdx.x] = Type::pair_of(Type::high(x), Type::low(y));
    out[128 + threadIdx.x] = Type::made_of(__hmax(x.x, y.x), y.y);
    out[160 + threadIdx.x] = Type::pair_of(__low2float(x), __high2float(y));
    out[192 + threadIdx.x] = __hlt2(x, y);
    out[224 + threadIdx.x] = __hfma2(x, Type::twice(2.0F), Type::twice(Type::high(x)));
    masks[threadIdx.x] = __hgt2_mask(x, y);
    const float2 wide = Type::wide(x);
    floats[threadIdx.x] = wide.x + wide.y + __hbeq2(x, x);
  }

  // Eight numbers as one vector, as fast kernels load them.
  __device__ static void sums_of_eight(const Number* in, float* out) {
    const float4 packed = reinterpret_cast<const float4*>(in)[threadIdx.x];  // load 8 numbers
    const Pair* const two = reinterpret_cast<const Pair*>(&packed);
    float sum = 0;
    for (int i = 0; i < 4; ++i) sum += __low2float(two[i]) + __high2float(two[i]);
    out[threadIdx.x] = sum;
  }

  __device__ static void through_shared(const Pair* in, Pair* out) {
    __shared__ Pair tile[32];
    tile[threadIdx.x] = in[threadIdx.x];  // store pair
    __syncthreads();
    out[threadIdx.x] = tile[31 - threadIdx.x];  // load pair
  }

  __device__ static void shared_banks(const Number* in, Number* out) {
    __shared__ Number tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    tile[32 + threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[2 * threadIdx.x];  // every other number
  }

  __device__ static void warp_sum(const Pair* in, Pair* out) {
    Pair sum = in[threadIdx.x];
    for (int delta = 16; delta > 0; delta /= 2) sum = sum + __shfl_down_sync(0xFFFFFFFFU, sum, delta);
    if (threadIdx.x == 0) out[0] = sum;
  }

  __device__ static void functions(const Number* in, Number* out) {
    const Number x = in[threadIdx.x];
    out[threadIdx.x] = hexp(x);
    out[32 + threadIdx.x] = hlog(x);
    out[64 + threadIdx.x] = hrsqrt(x);
    out[96 + threadIdx.x] = htanh(x);
    out[128 + threadIdx.x] = hfloor(x);
    out[160 + threadIdx.x] = hrcp(x);
  }

  __device__ static void dot(const Pair* a, const Pair* b, float* out, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
      const float2 x = Type::wide(a[i]);  // load a
      const float2 y = Type::wide(b[i]);  // load b
      sum += x.x * y.x + x.y * y.y;
    }
    for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xFFFFFFFFU, sum, delta);
    if (threadIdx.x == 0) out[0] = sum;
  }
};

#define KERNEL(Type, prefix, name, parameters, arguments) \
  extern "C" __global__ void prefix##_##name parameters { Kernels<Type>::name arguments; }
#define KERNELS(Type, prefix, Number, Pair)                                                                 \
  KERNEL(Type, prefix, widen, (const Number* in, float* out), (in, out))                                    \
  KERNEL(Type, prefix, narrow, (const float* in, Number* out, int n), (in, out, n))                         \
  KERNEL(Type, prefix, arithmetic, (const Number* a, const Number* b, const Number* c, Number* out, int n), \
         (a, b, c, out, n))                                                                                 \
  KERNEL(Type, prefix, compare, (const Number* a, const Number* b, int* out), (a, b, out))                  \
  KERNEL(Type, prefix, extremes, (const Number* a, const Number* b, Number* out), (a, b, out))              \
  KERNEL(Type, prefix, copy, (const Number* in, Number* out), (in, out))                                    \
  KERNEL(Type, prefix, copy_pairs, (const Pair* in, Pair* out), (in, out))                                  \
  KERNEL(Type, prefix, axpy, (const Pair* x, Pair* y, float a), (x, y, a))                                  \
  KERNEL(Type, prefix, pairs, (const Pair* a, const Pair* b, Pair* out, unsigned* masks, float* floats),    \
         (a, b, out, masks, floats))                                                                        \
  KERNEL(Type, prefix, sums_of_eight, (const Number* in, float* out), (in, out))                            \
  KERNEL(Type, prefix, through_shared, (const Pair* in, Pair* out), (in, out))                              \
  KERNEL(Type, prefix, shared_banks, (const Number* in, Number* out), (in, out))                            \
  KERNEL(Type, prefix, warp_sum, (const Pair* in, Pair* out), (in, out))                                    \
  KERNEL(Type, prefix, functions, (const Number* in, Number* out), (in, out))                               \
  KERNEL(Type, prefix, dot, (const Pair* a, const Pair* b, float* out, int n), (a, b, out, n))

KERNELS(Half, half, __half, __half2)
KERNELS(Bfloat16, bfloat16, __nv_bfloat16, __nv_bfloat162)

extern "C" __global__ void half_narrow_doubles(const double* in, half* out) {
  out[threadIdx.x] = __double2half(in[threadIdx.x]);
}

extern "C" __global__ void half_integers(const half* in, int* out, half* back) {
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
extern "C" __global__ void half_conversions(const half* in, half* out) {
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

extern "C" __global__ void bfloat16_integers(const nv_bfloat16* in, int* out, nv_bfloat16* back) {
  out[threadIdx.x] = __bfloat162int_rz(in[threadIdx.x]);
  back[threadIdx.x] = __int2bfloat16_rn(1000003 * static_cast<int>(threadIdx.x));
  // 2^63 + 2^55 + 1 is above a tie, by less than a double can tell.
  back[32 + threadIdx.x] = __ull2bfloat16_rn(0x8080000000000001ULL);
}

extern "C" __global__ void bfloat16_to_others(const nv_bfloat16* in, half* out, float2* floats) {
  out[threadIdx.x] = __float2half(static_cast<float>(in[threadIdx.x]));
  floats[threadIdx.x] = __bfloat1622float2(__floats2bfloat162_rn(1.0F, static_cast<float>(threadIdx.x)));
}
