#include <cuda_runtime.h>

extern "C" __global__ void bits(const unsigned* in, int* out) {
  const unsigned x = in[threadIdx.x];
  out[0] = __popc(x);
  out[1] = __ffs(static_cast<int>(x));
  out[2] = __clz(static_cast<int>(x));
  out[3] = static_cast<int>(__brev(x));
  out[4] = __popcll(0xFF00FF00FF00FF00ULL) + __ffsll(8) + __clzll(1);
  out[5] = __mul24(-3, 5) + __mulhi(1 << 30, 8) + static_cast<int>(__umulhi(1U << 31, 4));
  out[6] = __float_as_int(__int_as_float(1234567)) + __clz(0) + __ffs(0);
  out[7] = __mul24(x == 0 ? 0 : 0x7FFFFF, 0x7FFFFF);  // the product has 46 bits
}

extern "C" __global__ void fast_math(float* out) {
  out[0] = rsqrtf(4.0F) + __fdividef(1.0F, 4.0F) + __saturatef(7.0F) + __saturatef(-7.0F);
  out[1] =
      __expf(0.0F) + __logf(1.0F) + __sinf(0.0F) + __cosf(0.0F) + __powf(2.0F, 3.0F) + __fmaf_rn(2, 3, 4);
}

extern "C" __global__ void counts(int* out) {
  const int third = threadIdx.x % 3 == 0;
  const int many = __syncthreads_count(third);
  const int any = __syncthreads_or(threadIdx.x == 77);
  const int all = __syncthreads_and(threadIdx.x < 96);
  const int none = __syncthreads_or(threadIdx.x > 96);
  __threadfence();
  out[threadIdx.x] = many * 1000 + any * 100 + all * 10 + none;
}

// nvcc has this function for host code only, and so has simtcc. What clang makes of it must be right all the same.
#undef __builtin_mul_overflow

extern "C" __global__ void wide_products(const long long* factors, const int* shifts, int* overflows,
                                         long long* products) {
  const int i = threadIdx.x;
  const __int128 a = static_cast<__int128>(factors[2 * i]) << shifts[2 * i];
  const __int128 b = static_cast<__int128>(factors[2 * i + 1]) << shifts[2 * i + 1];
  __int128 product = 0;
  overflows[i] = __builtin_mul_overflow(a, b, &product);
  products[2 * i] = static_cast<long long>(product);
  products[2 * i + 1] = static_cast<long long>(product >> 64);
}
