// 16-bit floating-point numbers: __half and __nv_bfloat16 are two formats of one class. CUDA Math API, "FP16
// Arithmetic Functions", "Bfloat16 Arithmetic Functions".
//
// A number moves as one 2-byte access. Arithmetic is exact and then rounded once, to nearest even, as the GPU
// does it. Functions are friends: found by their arguments' type, with the conversions of CUDA's overloads.
#pragma once

#include "../simt_conversions.h"
#include "../simt_rounded_arithmetic.h"
#include "../simt_vector_types.h"

namespace simt_short {

using simt_rounding::Rounding;

// The bits alone: __half_raw.
template <class Format>
struct Raw {
  unsigned short x;
};

template <class Format>
class Float {
 public:
  Float() = default;
  __host__ __device__ __forceinline__ Float(const Raw<Format>& raw) : __x(raw.x) {}
  __host__ __device__ __forceinline__ Float(float x)
      : __x(simt_rounding::encode<Format>(static_cast<double>(x))) {}
  __host__ __device__ __forceinline__ Float(double x) : __x(simt_rounding::encode<Format>(x)) {}
  __host__ __device__ __forceinline__ Float(short x) : Float(static_cast<double>(x)) {}
  __host__ __device__ __forceinline__ Float(unsigned short x) : Float(static_cast<double>(x)) {}
  __host__ __device__ __forceinline__ Float(int x) : Float(static_cast<double>(x)) {}
  __host__ __device__ __forceinline__ Float(unsigned x) : Float(static_cast<double>(x)) {}
  __host__ __device__ __forceinline__ Float(long x) : Float(from(x, Rounding::nearest_even)) {}
  __host__ __device__ __forceinline__ Float(unsigned long x) : Float(from(x, Rounding::nearest_even)) {}
  __host__ __device__ __forceinline__ Float(long long x) : Float(from(x, Rounding::nearest_even)) {}
  __host__ __device__ __forceinline__ Float(unsigned long long x) : Float(from(x, Rounding::nearest_even)) {}
  template <class Other>
  __host__ __device__ __forceinline__ explicit Float(Float<Other> x) : Float(x.value()) {}

  __host__ __device__ __forceinline__ operator Raw<Format>() const { return {__x}; }
  __host__ __device__ __forceinline__ operator float() const { return value(); }
  __host__ __device__ __forceinline__ operator bool() const { return (__x & 0x7FFFU) != 0; }
  __host__ __device__ __forceinline__ operator char() const { return to<char>(Rounding::toward_zero); }
  __host__ __device__ __forceinline__ operator signed char() const {
    return to<signed char>(Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator unsigned char() const {
    return to<unsigned char>(Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator short() const { return to<short>(Rounding::toward_zero); }
  __host__ __device__ __forceinline__ operator unsigned short() const {
    return to<unsigned short>(Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator int() const { return to<int>(Rounding::toward_zero); }
  __host__ __device__ __forceinline__ operator unsigned() const {
    return to<unsigned>(Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator long() const { return to<long>(Rounding::toward_zero); }
  __host__ __device__ __forceinline__ operator unsigned long() const {
    return to<unsigned long>(Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator long long() const {
    return to<long long>(Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator unsigned long long() const {
    return to<unsigned long long>(Rounding::toward_zero);
  }

  // The machine's own.
  __host__ __device__ __forceinline__ static Float of_bits(unsigned short bits) {
    Float x;
    x.__x = bits;
    return x;
  }
  __host__ __device__ __forceinline__ unsigned short bits() const { return __x; }
  __host__ __device__ __forceinline__ float value() const { return simt_rounding::decode<Format>(__x); }
  __host__ __device__ __forceinline__ static Float rounded(double x, Rounding rounding) {
    return of_bits(simt_rounding::encode<Format>(x, rounding));
  }
  template <class Integer>
  __host__ __device__ __forceinline__ static Float from(Integer x, Rounding rounding) {
    const simt_rounding::Sum exact = simt_rounding::exact_sum_of(x);
    return rounded(simt_rounding::to_odd(exact.sum, exact.residual), rounding);
  }
  template <class Integer>
  __host__ __device__ __forceinline__ Integer to(Rounding rounding) const {
    return simt_rounding::to_integer<Integer>(value(), rounding);
  }

  friend __host__ __device__ __forceinline__ Float __hadd(Float a, Float b) { return a.value() + b.value(); }
  friend __host__ __device__ __forceinline__ Float __hsub(Float a, Float b) { return a.value() - b.value(); }
  friend __host__ __device__ __forceinline__ Float __hmul(Float a, Float b) { return a.value() * b.value(); }
  friend __host__ __device__ __forceinline__ Float __hdiv(Float a, Float b) {
    return simt_rounding::to_odd(a.wide() / b.wide(),
                                 simt_rounding::quotient_residual(a.wide() / b.wide(), a.wide(), b.wide()));
  }
  friend __host__ __device__ __forceinline__ Float __hfma(Float a, Float b, Float c) {
    const double product = a.wide() * b.wide();
    // An infinity or a NaN has no residual.
    return isfinite(product) && isfinite(c.wide()) ? simt_rounding::odd_sum(product, c.wide())
                                                   : product + c.wide();
  }
  friend __host__ __device__ __forceinline__ Float __hadd_rn(Float a, Float b) { return __hadd(a, b); }
  friend __host__ __device__ __forceinline__ Float __hsub_rn(Float a, Float b) { return __hsub(a, b); }
  friend __host__ __device__ __forceinline__ Float __hmul_rn(Float a, Float b) { return __hmul(a, b); }
  friend __host__ __device__ __forceinline__ Float __hadd_sat(Float a, Float b) {
    return saturated(__hadd(a, b).value());
  }
  friend __host__ __device__ __forceinline__ Float __hsub_sat(Float a, Float b) {
    return saturated(__hsub(a, b).value());
  }
  friend __host__ __device__ __forceinline__ Float __hmul_sat(Float a, Float b) {
    return saturated(__hmul(a, b).value());
  }
  friend __host__ __device__ __forceinline__ Float __hfma_sat(Float a, Float b, Float c) {
    return saturated(__hfma(a, b, c).value());
  }
  friend __host__ __device__ __forceinline__ Float __hfma_relu(Float a, Float b, Float c) {
    const Float x = __hfma(a, b, c);
    return __hisnan(x) || x.value() > 0 ? x : Float(0.0F);
  }
  friend __host__ __device__ __forceinline__ Float __hneg(Float a) {
    return of_bits(static_cast<unsigned short>(a.__x ^ 0x8000U));
  }
  friend __host__ __device__ __forceinline__ Float __habs(Float a) { return of_bits(a.__x & 0x7FFFU); }

  friend __host__ __device__ __forceinline__ bool __heq(Float a, Float b) { return a.value() == b.value(); }
  friend __host__ __device__ __forceinline__ bool __hne(Float a, Float b) {
    return a.value() < b.value() || a.value() > b.value();
  }
  friend __host__ __device__ __forceinline__ bool __hlt(Float a, Float b) { return a.value() < b.value(); }
  friend __host__ __device__ __forceinline__ bool __hle(Float a, Float b) { return a.value() <= b.value(); }
  friend __host__ __device__ __forceinline__ bool __hgt(Float a, Float b) { return a.value() > b.value(); }
  friend __host__ __device__ __forceinline__ bool __hge(Float a, Float b) { return a.value() >= b.value(); }
  // "Unordered": true of a NaN.
  friend __host__ __device__ __forceinline__ bool __hequ(Float a, Float b) { return !__hne(a, b); }
  friend __host__ __device__ __forceinline__ bool __hneu(Float a, Float b) { return !__heq(a, b); }
  friend __host__ __device__ __forceinline__ bool __hltu(Float a, Float b) { return !__hge(a, b); }
  friend __host__ __device__ __forceinline__ bool __hleu(Float a, Float b) { return !__hgt(a, b); }
  friend __host__ __device__ __forceinline__ bool __hgtu(Float a, Float b) { return !__hle(a, b); }
  friend __host__ __device__ __forceinline__ bool __hgeu(Float a, Float b) { return !__hlt(a, b); }
  friend __host__ __device__ __forceinline__ bool __hisnan(Float a) {
    return (a.__x & 0x7FFFU) > Format::kInfinity;
  }
  friend __host__ __device__ __forceinline__ int __hisinf(Float a) {
    return (a.__x & 0x7FFFU) != Format::kInfinity ? 0 : a.__x == Format::kInfinity ? 1 : -1;
  }
  // The greater of a number and a NaN is the number, or with _nan the NaN. +0 is above -0.
  friend __host__ __device__ __forceinline__ Float __hmax(Float a, Float b) {
    if (__hisnan(a) && __hisnan(b)) return of_bits(static_cast<unsigned short>(Format::kNaN));
    if (__hisnan(a) || __hisnan(b)) return __hisnan(a) ? b : a;
    return a.order() < b.order() ? b : a;
  }
  friend __host__ __device__ __forceinline__ Float __hmin(Float a, Float b) {
    return __hneg(__hmax(__hneg(a), __hneg(b))).canonical();
  }
  friend __host__ __device__ __forceinline__ Float __hmax_nan(Float a, Float b) {
    return __hisnan(a) || __hisnan(b) ? of_bits(static_cast<unsigned short>(Format::kNaN)) : __hmax(a, b);
  }
  friend __host__ __device__ __forceinline__ Float __hmin_nan(Float a, Float b) {
    return __hisnan(a) || __hisnan(b) ? of_bits(static_cast<unsigned short>(Format::kNaN)) : __hmin(a, b);
  }

  friend __host__ __device__ __forceinline__ Float operator+(const Float& a, const Float& b) {
    return __hadd(a, b);
  }
  friend __host__ __device__ __forceinline__ Float operator-(const Float& a, const Float& b) {
    return __hsub(a, b);
  }
  friend __host__ __device__ __forceinline__ Float operator*(const Float& a, const Float& b) {
    return __hmul(a, b);
  }
  friend __host__ __device__ __forceinline__ Float operator/(const Float& a, const Float& b) {
    return __hdiv(a, b);
  }
  friend __host__ __device__ __forceinline__ Float& operator+=(Float& a, const Float& b) {
    return a = __hadd(a, b);
  }
  friend __host__ __device__ __forceinline__ Float& operator-=(Float& a, const Float& b) {
    return a = __hsub(a, b);
  }
  friend __host__ __device__ __forceinline__ Float& operator*=(Float& a, const Float& b) {
    return a = __hmul(a, b);
  }
  friend __host__ __device__ __forceinline__ Float& operator/=(Float& a, const Float& b) {
    return a = __hdiv(a, b);
  }
  friend __host__ __device__ __forceinline__ Float& operator++(Float& a) { return a = __hadd(a, Float(1)); }
  friend __host__ __device__ __forceinline__ Float& operator--(Float& a) { return a = __hsub(a, Float(1)); }
  friend __host__ __device__ __forceinline__ Float operator++(Float& a, int) {
    const Float before = a;
    ++a;
    return before;
  }
  friend __host__ __device__ __forceinline__ Float operator--(Float& a, int) {
    const Float before = a;
    --a;
    return before;
  }
  friend __host__ __device__ __forceinline__ Float operator+(const Float& a) { return a; }
  friend __host__ __device__ __forceinline__ Float operator-(const Float& a) { return __hneg(a); }
  friend __host__ __device__ __forceinline__ bool operator==(const Float& a, const Float& b) {
    return __heq(a, b);
  }
  friend __host__ __device__ __forceinline__ bool operator!=(const Float& a, const Float& b) {
    return __hneu(a, b);
  }
  friend __host__ __device__ __forceinline__ bool operator<(const Float& a, const Float& b) {
    return __hlt(a, b);
  }
  friend __host__ __device__ __forceinline__ bool operator<=(const Float& a, const Float& b) {
    return __hle(a, b);
  }
  friend __host__ __device__ __forceinline__ bool operator>(const Float& a, const Float& b) {
    return __hgt(a, b);
  }
  friend __host__ __device__ __forceinline__ bool operator>=(const Float& a, const Float& b) {
    return __hge(a, b);
  }

  // Approximations on the GPU, within a unit or two of the last place of these.
  friend __host__ __device__ __forceinline__ Float hsqrt(Float a) { return sqrt(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hrsqrt(Float a) { return 1.0 / sqrt(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hrcp(Float a) { return 1.0 / a.wide(); }
  friend __host__ __device__ __forceinline__ Float hexp(Float a) { return exp(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hexp2(Float a) { return exp2(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hexp10(Float a) { return exp10(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hlog(Float a) { return log(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hlog2(Float a) { return log2(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hlog10(Float a) { return log10(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hsin(Float a) { return sin(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hcos(Float a) { return cos(a.wide()); }
  friend __host__ __device__ __forceinline__ Float htanh(Float a) { return tanh(a.wide()); }
  friend __host__ __device__ __forceinline__ Float htanh_approx(Float a) { return tanh(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hfloor(Float a) { return floor(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hceil(Float a) { return ceil(a.wide()); }
  friend __host__ __device__ __forceinline__ Float htrunc(Float a) { return trunc(a.wide()); }
  friend __host__ __device__ __forceinline__ Float hrint(Float a) { return rint(a.wide()); }

 private:
  __host__ __device__ __forceinline__ double wide() const { return static_cast<double>(value()); }
  __host__ __device__ __forceinline__ Float canonical() const {
    return __hisnan(*this) ? of_bits(static_cast<unsigned short>(Format::kNaN)) : *this;
  }
  __host__ __device__ __forceinline__ static float saturated(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
  // Compares as the number does, -0 below +0.
  __host__ __device__ __forceinline__ int order() const {
    return (__x & 0x8000U) != 0 ? 0x7FFF - __x : __x + 1;
  }

  unsigned short __x;
};

}  // namespace simt_short
