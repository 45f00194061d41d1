// Pairs of 16-bit floating-point numbers: __half2 and __nv_bfloat162. A pair moves as one 4-byte access.
#pragma once

#include "simt_short_float.h"

namespace simt_short {

template <class Format>
struct alignas(4) Raw2 {
  unsigned short x;
  unsigned short y;
};

template <class Format>
struct alignas(4) Float2 {
  using Number = Float<Format>;

  Number x;
  Number y;

  Float2() = default;
  __host__ __device__ __forceinline__ Float2(const Number& a, const Number& b) : x(a), y(b) {}
  __host__ __device__ __forceinline__ Float2(const Raw2<Format>& raw)
      : x(Number::of_bits(raw.x)), y(Number::of_bits(raw.y)) {}
  __host__ __device__ __forceinline__ operator Raw2<Format>() const { return {x.bits(), y.bits()}; }

  friend __host__ __device__ __forceinline__ Float2 __hadd2(Float2 a, Float2 b) {
    return {__hadd(a.x, b.x), __hadd(a.y, b.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hadd2_rn(Float2 a, Float2 b) { return __hadd2(a, b); }
  friend __host__ __device__ __forceinline__ Float2 __hadd2_sat(Float2 a, Float2 b) {
    return {__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hsub2(Float2 a, Float2 b) {
    return {__hsub(a.x, b.x), __hsub(a.y, b.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hsub2_rn(Float2 a, Float2 b) { return __hsub2(a, b); }
  friend __host__ __device__ __forceinline__ Float2 __hsub2_sat(Float2 a, Float2 b) {
    return {__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hmul2(Float2 a, Float2 b) {
    return {__hmul(a.x, b.x), __hmul(a.y, b.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hmul2_rn(Float2 a, Float2 b) { return __hmul2(a, b); }
  friend __host__ __device__ __forceinline__ Float2 __hmul2_sat(Float2 a, Float2 b) {
    return {__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __h2div(Float2 a, Float2 b) {
    return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hfma2(Float2 a, Float2 b, Float2 c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hfma2_sat(Float2 a, Float2 b, Float2 c) {
    return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hfma2_relu(Float2 a, Float2 b, Float2 c) {
    return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hneg2(Float2 a) { return {__hneg(a.x), __hneg(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 __habs2(Float2 a) { return {__habs(a.x), __habs(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 __hmax2(Float2 a, Float2 b) {
    return {__hmax(a.x, b.x), __hmax(a.y, b.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hmax2_nan(Float2 a, Float2 b) {
    return {__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hmin2(Float2 a, Float2 b) {
    return {__hmin(a.x, b.x), __hmin(a.y, b.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 __hmin2_nan(Float2 a, Float2 b) {
    return {__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)};
  }

  // 1 or 0 for each; a mask of ones; and whether it holds for both.
  friend __host__ __device__ __forceinline__ Float2 __heq2(Float2 a, Float2 b) {
    return truth(__heq(a.x, b.x), __heq(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __heq2_mask(Float2 a, Float2 b) {
    return mask(__heq(a.x, b.x), __heq(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hbeq2(Float2 a, Float2 b) {
    return __heq(a.x, b.x) && __heq(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hne2(Float2 a, Float2 b) {
    return truth(__hne(a.x, b.x), __hne(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hne2_mask(Float2 a, Float2 b) {
    return mask(__hne(a.x, b.x), __hne(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hbne2(Float2 a, Float2 b) {
    return __hne(a.x, b.x) && __hne(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hlt2(Float2 a, Float2 b) {
    return truth(__hlt(a.x, b.x), __hlt(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hlt2_mask(Float2 a, Float2 b) {
    return mask(__hlt(a.x, b.x), __hlt(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hblt2(Float2 a, Float2 b) {
    return __hlt(a.x, b.x) && __hlt(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hle2(Float2 a, Float2 b) {
    return truth(__hle(a.x, b.x), __hle(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hle2_mask(Float2 a, Float2 b) {
    return mask(__hle(a.x, b.x), __hle(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hble2(Float2 a, Float2 b) {
    return __hle(a.x, b.x) && __hle(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hgt2(Float2 a, Float2 b) {
    return truth(__hgt(a.x, b.x), __hgt(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hgt2_mask(Float2 a, Float2 b) {
    return mask(__hgt(a.x, b.x), __hgt(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hbgt2(Float2 a, Float2 b) {
    return __hgt(a.x, b.x) && __hgt(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hge2(Float2 a, Float2 b) {
    return truth(__hge(a.x, b.x), __hge(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hge2_mask(Float2 a, Float2 b) {
    return mask(__hge(a.x, b.x), __hge(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hbge2(Float2 a, Float2 b) {
    return __hge(a.x, b.x) && __hge(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hequ2(Float2 a, Float2 b) {
    return truth(__hequ(a.x, b.x), __hequ(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hequ2_mask(Float2 a, Float2 b) {
    return mask(__hequ(a.x, b.x), __hequ(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hbequ2(Float2 a, Float2 b) {
    return __hequ(a.x, b.x) && __hequ(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hneu2(Float2 a, Float2 b) {
    return truth(__hneu(a.x, b.x), __hneu(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hneu2_mask(Float2 a, Float2 b) {
    return mask(__hneu(a.x, b.x), __hneu(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hbneu2(Float2 a, Float2 b) {
    return __hneu(a.x, b.x) && __hneu(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hltu2(Float2 a, Float2 b) {
    return truth(__hltu(a.x, b.x), __hltu(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hltu2_mask(Float2 a, Float2 b) {
    return mask(__hltu(a.x, b.x), __hltu(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hbltu2(Float2 a, Float2 b) {
    return __hltu(a.x, b.x) && __hltu(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hleu2(Float2 a, Float2 b) {
    return truth(__hleu(a.x, b.x), __hleu(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hleu2_mask(Float2 a, Float2 b) {
    return mask(__hleu(a.x, b.x), __hleu(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hbleu2(Float2 a, Float2 b) {
    return __hleu(a.x, b.x) && __hleu(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hgtu2(Float2 a, Float2 b) {
    return truth(__hgtu(a.x, b.x), __hgtu(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hgtu2_mask(Float2 a, Float2 b) {
    return mask(__hgtu(a.x, b.x), __hgtu(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hbgtu2(Float2 a, Float2 b) {
    return __hgtu(a.x, b.x) && __hgtu(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hgeu2(Float2 a, Float2 b) {
    return truth(__hgeu(a.x, b.x), __hgeu(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ unsigned __hgeu2_mask(Float2 a, Float2 b) {
    return mask(__hgeu(a.x, b.x), __hgeu(a.y, b.y));
  }
  friend __host__ __device__ __forceinline__ bool __hbgeu2(Float2 a, Float2 b) {
    return __hgeu(a.x, b.x) && __hgeu(a.y, b.y);
  }
  friend __host__ __device__ __forceinline__ Float2 __hisnan2(Float2 a) {
    return truth(__hisnan(a.x), __hisnan(a.y));
  }

  friend __host__ __device__ __forceinline__ Float2 operator+(const Float2& a, const Float2& b) {
    return __hadd2(a, b);
  }
  friend __host__ __device__ __forceinline__ Float2& operator+=(Float2& a, const Float2& b) {
    return a = __hadd2(a, b);
  }
  friend __host__ __device__ __forceinline__ Float2 operator-(const Float2& a, const Float2& b) {
    return __hsub2(a, b);
  }
  friend __host__ __device__ __forceinline__ Float2& operator-=(Float2& a, const Float2& b) {
    return a = __hsub2(a, b);
  }
  friend __host__ __device__ __forceinline__ Float2 operator*(const Float2& a, const Float2& b) {
    return __hmul2(a, b);
  }
  friend __host__ __device__ __forceinline__ Float2& operator*=(Float2& a, const Float2& b) {
    return a = __hmul2(a, b);
  }
  friend __host__ __device__ __forceinline__ Float2 operator/(const Float2& a, const Float2& b) {
    return __h2div(a, b);
  }
  friend __host__ __device__ __forceinline__ Float2& operator/=(Float2& a, const Float2& b) {
    return a = __h2div(a, b);
  }
  friend __host__ __device__ __forceinline__ Float2& operator++(Float2& a) {
    return a = Float2(++a.x, ++a.y);
  }
  friend __host__ __device__ __forceinline__ Float2& operator--(Float2& a) {
    return a = Float2(--a.x, --a.y);
  }
  friend __host__ __device__ __forceinline__ Float2 operator+(const Float2& a) { return a; }
  friend __host__ __device__ __forceinline__ Float2 operator-(const Float2& a) { return __hneg2(a); }
  friend __host__ __device__ __forceinline__ bool operator==(const Float2& a, const Float2& b) {
    return __hbeq2(a, b);
  }
  friend __host__ __device__ __forceinline__ bool operator!=(const Float2& a, const Float2& b) {
    return __hbneu2(a, b);
  }
  friend __host__ __device__ __forceinline__ bool operator<(const Float2& a, const Float2& b) {
    return __hblt2(a, b);
  }
  friend __host__ __device__ __forceinline__ bool operator<=(const Float2& a, const Float2& b) {
    return __hble2(a, b);
  }
  friend __host__ __device__ __forceinline__ bool operator>(const Float2& a, const Float2& b) {
    return __hbgt2(a, b);
  }
  friend __host__ __device__ __forceinline__ bool operator>=(const Float2& a, const Float2& b) {
    return __hbge2(a, b);
  }

  friend __host__ __device__ __forceinline__ Float2 h2sqrt(Float2 a) { return {hsqrt(a.x), hsqrt(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2rsqrt(Float2 a) { return {hrsqrt(a.x), hrsqrt(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2rcp(Float2 a) { return {hrcp(a.x), hrcp(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2exp(Float2 a) { return {hexp(a.x), hexp(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2exp2(Float2 a) { return {hexp2(a.x), hexp2(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2exp10(Float2 a) { return {hexp10(a.x), hexp10(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2log(Float2 a) { return {hlog(a.x), hlog(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2log2(Float2 a) { return {hlog2(a.x), hlog2(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2log10(Float2 a) { return {hlog10(a.x), hlog10(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2sin(Float2 a) { return {hsin(a.x), hsin(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2cos(Float2 a) { return {hcos(a.x), hcos(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2tanh(Float2 a) { return {htanh(a.x), htanh(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2tanh_approx(Float2 a) {
    return {htanh_approx(a.x), htanh_approx(a.y)};
  }
  friend __host__ __device__ __forceinline__ Float2 h2floor(Float2 a) { return {hfloor(a.x), hfloor(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2ceil(Float2 a) { return {hceil(a.x), hceil(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2trunc(Float2 a) { return {htrunc(a.x), htrunc(a.y)}; }
  friend __host__ __device__ __forceinline__ Float2 h2rint(Float2 a) { return {hrint(a.x), hrint(a.y)}; }

  friend __host__ __device__ __forceinline__ float __low2float(Float2 a) { return a.x.value(); }
  friend __host__ __device__ __forceinline__ float __high2float(Float2 a) { return a.y.value(); }
  friend __host__ __device__ __forceinline__ Float2 __lowhigh2highlow(Float2 a) { return {a.y, a.x}; }

 private:
  __host__ __device__ __forceinline__ static Float2 truth(bool low, bool high) {
    return {Number(low ? 1 : 0), Number(high ? 1 : 0)};
  }
  __host__ __device__ __forceinline__ static unsigned mask(bool low, bool high) {
    return (low ? 0x0000FFFFU : 0) | (high ? 0xFFFF0000U : 0);
  }
};

// CUDA's pairs have copy constructors of their own, so nvcc does not take their bits. Here they are plain structs, which clang
// copies in one access; the rule is kept by what follows.
template <class T>
constexpr bool is_pair = false;
template <class Format>
constexpr bool is_pair<Float2<Format>> = true;

template <class To, class From>
__host__ __device__ __forceinline__ constexpr const From& with_bits(const From& from) {
  static_assert(!is_pair<To> && !is_pair<From>,
                "type must be trivially copyable, and __half2 and __nv_bfloat162 are not: write "
                "*reinterpret_cast<unsigned*>(&pair)");
  return from;  // NOLINT(bugprone-return-const-ref-from-parameter): read in the same expression
}

}  // namespace simt_short

#define __builtin_bit_cast(To, ...) __builtin_bit_cast(To, (::simt_short::with_bits<To>(__VA_ARGS__)))
