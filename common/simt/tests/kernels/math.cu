#include <cuda_runtime.h>

extern "C" __global__ void floats(const float* in, float* out, int* exponents) {
  const float x = in[threadIdx.x];
  float* const row = out + 24 * threadIdx.x;
  row[0] = sinf(x) + cosf(x) + tanf(x);
  row[1] = expf(x) + exp2f(x) + log1pf(x);
  row[2] = sqrt(x) + abs(-x) + pow(x, 2.0F);
  row[3] = rsqrtf(x);
  row[4] = rcbrtf(x);
  row[5] = hypotf(x, 2) + rhypotf(x, 2);
  row[6] = norm3df(x, 1, 2) + rnorm4df(x, 1, 2, 3);
  row[7] = fminf(x, NAN) + fmaxf(NAN, x) + min(x, NAN) + max(NAN, x);
  row[8] = sinpif(x) + cospif(x);
  row[9] = exp10f(x) + normcdff(x) + erff(x);
  sincosf(x, row + 10, row + 11);  // two stores
  sincospif(x, row + 12, row + 13);
  row[14] = modff(-x, row + 15);
  row[16] = frexpf(x, exponents + 2 * threadIdx.x);
  row[17] = remquof(x, 0.75F, exponents + 2 * threadIdx.x + 1);
  row[18] = __fdividef(x, 3) + fdividef(x, 4) + __saturatef(x) + __expf(x) + __log2f(x) + __tanf(x);
  row[19] = rsqrt(x) + static_cast<float>(rsqrt(static_cast<double>(x)));
  row[20] = isnan(x) + isinf(x) + isfinite(x) + signbit(-x) + copysignf(1, -x);
  row[21] = fmaf(x, x, -1) + __fmaf_rn(x, x, 1) + fmodf(x, 0.3F) + floorf(x) + rintf(x);
  row[22] =
      static_cast<float>(max(3U, 2)) + static_cast<float>(min(7LL, 9LL)) + static_cast<float>(umax(3, 4));
  row[23] = normf(3, in);
}

extern "C" __global__ void inverses(const double* in, double* out) {
  const double y = in[threadIdx.x];
  double* const row = out + 4 * threadIdx.x;
  row[0] = erfc(erfcinv(y));
  row[1] = erf(erfinv(y - 1));
  row[2] = normcdf(normcdfinv(y / 2));
  row[3] = erfcx(y) - static_cast<double>(erfcxf(static_cast<float>(y)));
}

// For each rounding a part of 13.
#define DIRECTED(suffix, part)                           \
  {                                                      \
    float* const row = floats + (4 * i + (part)) * 7;    \
    double* const wide = doubles + (4 * i + (part)) * 6; \
    row[0] = __fadd_##suffix(x, y);                      \
    row[1] = __fsub_##suffix(x, y);                      \
    row[2] = __fmul_##suffix(x, y);                      \
    row[3] = __fdiv_##suffix(x, y);                      \
    row[4] = __frcp_##suffix(y);                         \
    row[5] = __fsqrt_##suffix(fabsf(x));                 \
    row[6] = __fmaf_##suffix(x, y, z);                   \
    wide[0] = __dadd_##suffix(dx, dy);                   \
    wide[1] = __dsub_##suffix(dx, dy);                   \
    wide[2] = __dmul_##suffix(dx, dy);                   \
    wide[3] = __ddiv_##suffix(dx, dy);                   \
    wide[4] = __drcp_##suffix(dy);                       \
    wide[5] = __dsqrt_##suffix(fabs(dx));                \
  }
extern "C" __global__ void directed(const double* in, float* floats, double* doubles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double dx = in[3 * i];
  const double dy = in[3 * i + 1];
  const float x = static_cast<float>(dx);
  const float y = static_cast<float>(dy);
  const float z = static_cast<float>(in[3 * i + 2]);
  DIRECTED(rn, 0)
  DIRECTED(rz, 1)
  DIRECTED(ru, 2)
  DIRECTED(rd, 3)
}

#define CASTS(suffix, part)                                    \
  {                                                            \
    long long* const row = out + (4 * i + (part)) * 8;         \
    row[0] = __float2int_##suffix(x);                          \
    row[1] = __float2uint_##suffix(x);                         \
    row[2] = __float2ll_##suffix(x);                           \
    row[3] = static_cast<long long>(__float2ull_##suffix(x));  \
    row[4] = __double2int_##suffix(d);                         \
    row[5] = __double2uint_##suffix(d);                        \
    row[6] = __double2ll_##suffix(d);                          \
    row[7] = static_cast<long long>(__double2ull_##suffix(d)); \
  }
extern "C" __global__ void to_integers(const double* in, long long* out) {
  const int i = threadIdx.x;
  const double d = in[i];
  const float x = static_cast<float>(d);
  CASTS(rn, 0)
  CASTS(rz, 1)
  CASTS(ru, 2)
  CASTS(rd, 3)
}

#define FROM_INTEGERS(suffix, part)                                     \
  {                                                                     \
    double* const row = out + (4 * i + (part)) * 7;                     \
    row[0] = __int2float_##suffix(static_cast<int>(n));                 \
    row[1] = __uint2float_##suffix(static_cast<unsigned>(n));           \
    row[2] = __ll2float_##suffix(n);                                    \
    row[3] = __ull2float_##suffix(static_cast<unsigned long long>(n));  \
    row[4] = __ll2double_##suffix(n);                                   \
    row[5] = __ull2double_##suffix(static_cast<unsigned long long>(n)); \
    row[6] = __double2float_##suffix(static_cast<double>(n) * 0.1);     \
  }
extern "C" __global__ void from_integers(const long long* in, double* out) {
  const int i = threadIdx.x;
  const long long n = in[i];
  FROM_INTEGERS(rn, 0)
  FROM_INTEGERS(rz, 1)
  FROM_INTEGERS(ru, 2)
  FROM_INTEGERS(rd, 3)
}

extern "C" __global__ void bits(unsigned* out) {
  out[0] = __float_as_uint(1.0F);
  out[1] = static_cast<unsigned>(__double2hiint(-2.5));
  out[2] = static_cast<unsigned>(__double_as_longlong(__hiloint2double(0x40040000, 7)) & 0xFF);
  out[3] = __byte_perm(0x33221100U, 0x77665544U, 0x7250U);
  out[4] = __byte_perm(0x00008000U, 0, 0x9999U);
  out[5] = __funnelshift_l(0x80000001U, 0x12345678U, 36);
  out[6] = __funnelshift_r(0x80000001U, 0x12345678U, 36);
  out[7] = __funnelshift_lc(0x80000001U, 0x12345678U, 36);
  out[8] = static_cast<unsigned>(__brevll(1) >> 32);
  out[9] =
      static_cast<unsigned>(__rhadd(-4, 3)) + __uhadd(0xFFFFFFFFU, 3) + static_cast<unsigned>(__hadd(-4, 3));
  out[10] = __sad(-2000000000, 2000000000, 5) + __usad(3, 10, 1);
  out[11] = static_cast<unsigned>(__mul64hi(-1, 1)) + static_cast<unsigned>(__umul64hi(1ULL << 63, 6));
  out[12] = static_cast<unsigned>(__dp4a(0x01FF02FE, 0x02020202, 100));
  out[13] = __dp4a(0x01FF02FEU, 0x02020202U, 100U);
  out[14] =
      __fns(0x00F0F000U, 0, 5) + 100 * __fns(0x00F0F000U, 31, -1) + 10000 * (__fns(1, 0, 2) == 0xFFFFFFFFU);
  out[15] = static_cast<unsigned>(__popc(0xF00F1234U) + 100 * __popcll(~0ULL));
  out[16] = __umul24(0xFF000003U, 5);
  out[17] = static_cast<unsigned>(__dp4a(char4{-2, 2, -1, 1}, char4{2, 2, 2, -128}, 100));
  out[18] = __dp4a(uchar4{254, 2, 255, 1}, uchar4{2, 2, 2, 2}, 100U);
  out[19] = static_cast<unsigned>(__dp2a_lo(0x0003FFFE, 0x7F80FD05, 100));
  out[20] = static_cast<unsigned>(__dp2a_hi(short2{-2, 3}, char4{5, -3, -128, 127}, 100));
  out[21] = __dp2a_lo(0x0003FFFEU, 0x7F80FD05U, 100U);
  out[22] = __dp2a_hi(ushort2{65534, 3}, uchar4{5, 253, 128, 127}, 100U);
}

// Sines and cosines of multiples of pi: of numbers that are known only when the kernel runs, and of constants.
extern "C" __global__ void half_turns(const double* in, double* out) {
  const double x = in[threadIdx.x];
  double* const row = out + 4 * threadIdx.x;
  row[0] = sinpi(x);
  row[1] = cospi(x);
  row[2] = sinpif(static_cast<float>(x));
  row[3] = cospif(static_cast<float>(x));
}
extern "C" __global__ void constant_half_turns(double* out) {
  out[0] = sinpi(-2.0);
  out[1] = cospi(0.5);
  out[2] = sinpi(1e300);
  out[3] = sinpi(-INFINITY);
  out[4] = cospif(INFINITY);
  out[5] = sinpif(-2.0F);
  out[6] = cospif(1.5F);
  out[7] = sinpi(-0.5);
}
