// One of the 16-bit floating-point numbers, __half or __nv_bfloat16: included once for each, with its name as SIMT_NUMBER and its
// format as SIMT_FORMAT. CUDA's are structs, which other libraries declare for themselves, so that no template can stand for both.
//
// A number moves as one 2-byte access. Arithmetic is exact and then rounded once, to nearest even, as the GPU does it.

struct SIMT_NUMBER {
 public:
  SIMT_NUMBER() = default;
  __host__ __device__ __forceinline__ SIMT_NUMBER(const simt_short::Raw<SIMT_FORMAT>& raw) : __x(raw.x) {}
  __host__ __device__ __forceinline__ SIMT_NUMBER(float x)
      : __x(simt_rounding::encode<SIMT_FORMAT>(static_cast<double>(x))) {}
  __host__ __device__ __forceinline__ SIMT_NUMBER(double x) : __x(simt_rounding::encode<SIMT_FORMAT>(x)) {}
  __host__ __device__ __forceinline__ SIMT_NUMBER(short x) : SIMT_NUMBER(static_cast<double>(x)) {}
  __host__ __device__ __forceinline__ SIMT_NUMBER(unsigned short x) : SIMT_NUMBER(static_cast<double>(x)) {}
  __host__ __device__ __forceinline__ SIMT_NUMBER(int x) : SIMT_NUMBER(static_cast<double>(x)) {}
  __host__ __device__ __forceinline__ SIMT_NUMBER(unsigned x) : SIMT_NUMBER(static_cast<double>(x)) {}
  __host__ __device__ __forceinline__ SIMT_NUMBER(long x)
      : SIMT_NUMBER(from(x, simt_rounding::Rounding::nearest_even)) {}
  __host__ __device__ __forceinline__ SIMT_NUMBER(unsigned long x)
      : SIMT_NUMBER(from(x, simt_rounding::Rounding::nearest_even)) {}
  __host__ __device__ __forceinline__ SIMT_NUMBER(long long x)
      : SIMT_NUMBER(from(x, simt_rounding::Rounding::nearest_even)) {}
  __host__ __device__ __forceinline__ SIMT_NUMBER(unsigned long long x)
      : SIMT_NUMBER(from(x, simt_rounding::Rounding::nearest_even)) {}
  template <class Other, class = typename Other::simt_format>  // the other 16-bit type
  __host__ __device__ __forceinline__ explicit SIMT_NUMBER(Other x) : SIMT_NUMBER(x.value()) {}

  __host__ __device__ __forceinline__ operator simt_short::Raw<SIMT_FORMAT>() const { return {__x}; }
  __host__ __device__ __forceinline__ operator simt_short::Raw<SIMT_FORMAT>() const volatile { return {__x}; }
  __host__ __device__ __forceinline__ operator float() const { return value(); }
  __host__ __device__ __forceinline__ operator bool() const { return (__x & 0x7FFFU) != 0; }
  __host__ __device__ __forceinline__ operator char() const {
    return to<char>(simt_rounding::Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator signed char() const {
    return to<signed char>(simt_rounding::Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator unsigned char() const {
    return to<unsigned char>(simt_rounding::Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator short() const {
    return to<short>(simt_rounding::Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator unsigned short() const {
    return to<unsigned short>(simt_rounding::Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator int() const {
    return to<int>(simt_rounding::Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator unsigned() const {
    return to<unsigned>(simt_rounding::Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator long() const {
    return to<long>(simt_rounding::Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator unsigned long() const {
    return to<unsigned long>(simt_rounding::Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator long long() const {
    return to<long long>(simt_rounding::Rounding::toward_zero);
  }
  __host__ __device__ __forceinline__ operator unsigned long long() const {
    return to<unsigned long long>(simt_rounding::Rounding::toward_zero);
  }

  // The machine's own.
  using simt_format = SIMT_FORMAT;
  __host__ __device__ __forceinline__ static SIMT_NUMBER of_bits(unsigned short bits) {
    SIMT_NUMBER x;
    x.__x = bits;
    return x;
  }
  __host__ __device__ __forceinline__ unsigned short bits() const { return __x; }
  __host__ __device__ __forceinline__ float value() const { return simt_rounding::decode<SIMT_FORMAT>(__x); }
  __host__ __device__ __forceinline__ static SIMT_NUMBER rounded(double x, simt_rounding::Rounding rounding) {
    return of_bits(simt_rounding::encode<SIMT_FORMAT>(x, rounding));
  }
  template <class Integer>
  __host__ __device__ __forceinline__ static SIMT_NUMBER from(Integer x, simt_rounding::Rounding rounding) {
    const simt_rounding::Sum exact = simt_rounding::exact_sum_of(x);
    return rounded(simt_rounding::to_odd(exact.sum, exact.residual), rounding);
  }
  template <class Integer>
  __host__ __device__ __forceinline__ Integer to(simt_rounding::Rounding rounding) const {
    return simt_rounding::to_integer<Integer>(value(), rounding);
  }

  __host__ __device__ __forceinline__ double wide() const { return static_cast<double>(value()); }
  __host__ __device__ __forceinline__ bool is_nan() const { return (__x & 0x7FFFU) > SIMT_FORMAT::kInfinity; }
  __host__ __device__ __forceinline__ static SIMT_NUMBER nan() {
    return of_bits(static_cast<unsigned short>(SIMT_FORMAT::kNaN));
  }
  // Compares as the number does, -0 below +0.
  __host__ __device__ __forceinline__ int order() const {
    return (__x & 0x8000U) != 0 ? 0x7FFF - __x : __x + 1;
  }

 protected:
  unsigned short __x;  // by this name, libcu++ derives from CUDA's types to reach the bits
};

__host__ __device__ __forceinline__ SIMT_NUMBER __hadd(SIMT_NUMBER a, SIMT_NUMBER b) {
  return a.value() + b.value();
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hsub(SIMT_NUMBER a, SIMT_NUMBER b) {
  return a.value() - b.value();
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hmul(SIMT_NUMBER a, SIMT_NUMBER b) {
  return a.value() * b.value();
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hdiv(SIMT_NUMBER a, SIMT_NUMBER b) {
  return simt_rounding::to_odd(a.wide() / b.wide(),
                               simt_rounding::quotient_residual(a.wide() / b.wide(), a.wide(), b.wide()));
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hfma(SIMT_NUMBER a, SIMT_NUMBER b, SIMT_NUMBER c) {
  const double product = a.wide() * b.wide();
  // An infinity or a NaN has no residual.
  return isfinite(product) && isfinite(c.wide()) ? simt_rounding::odd_sum(product, c.wide())
                                                 : product + c.wide();
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hadd_rn(SIMT_NUMBER a, SIMT_NUMBER b) {
  return __hadd(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hsub_rn(SIMT_NUMBER a, SIMT_NUMBER b) {
  return __hsub(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hmul_rn(SIMT_NUMBER a, SIMT_NUMBER b) {
  return __hmul(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hadd_sat(SIMT_NUMBER a, SIMT_NUMBER b) {
  return simt_short::saturated(__hadd(a, b).value());
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hsub_sat(SIMT_NUMBER a, SIMT_NUMBER b) {
  return simt_short::saturated(__hsub(a, b).value());
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hmul_sat(SIMT_NUMBER a, SIMT_NUMBER b) {
  return simt_short::saturated(__hmul(a, b).value());
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hfma_sat(SIMT_NUMBER a, SIMT_NUMBER b, SIMT_NUMBER c) {
  return simt_short::saturated(__hfma(a, b, c).value());
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hfma_relu(SIMT_NUMBER a, SIMT_NUMBER b, SIMT_NUMBER c) {
  const SIMT_NUMBER x = __hfma(a, b, c);
  return x.is_nan() || x.value() > 0 ? x : SIMT_NUMBER(0.0F);
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hneg(SIMT_NUMBER a) {
  return SIMT_NUMBER::of_bits(static_cast<unsigned short>(a.bits() ^ 0x8000U));
}
__host__ __device__ __forceinline__ SIMT_NUMBER __habs(SIMT_NUMBER a) {
  return SIMT_NUMBER::of_bits(a.bits() & 0x7FFFU);
}
__host__ __device__ __forceinline__ bool __heq(SIMT_NUMBER a, SIMT_NUMBER b) {
  return a.value() == b.value();
}
__host__ __device__ __forceinline__ bool __hne(SIMT_NUMBER a, SIMT_NUMBER b) {
  return a.value() < b.value() || a.value() > b.value();
}
__host__ __device__ __forceinline__ bool __hlt(SIMT_NUMBER a, SIMT_NUMBER b) { return a.value() < b.value(); }
__host__ __device__ __forceinline__ bool __hle(SIMT_NUMBER a, SIMT_NUMBER b) {
  return a.value() <= b.value();
}
__host__ __device__ __forceinline__ bool __hgt(SIMT_NUMBER a, SIMT_NUMBER b) { return a.value() > b.value(); }
__host__ __device__ __forceinline__ bool __hge(SIMT_NUMBER a, SIMT_NUMBER b) {
  return a.value() >= b.value();
}

// "Unordered": true of a NaN.
__host__ __device__ __forceinline__ bool __hequ(SIMT_NUMBER a, SIMT_NUMBER b) { return !__hne(a, b); }
__host__ __device__ __forceinline__ bool __hneu(SIMT_NUMBER a, SIMT_NUMBER b) { return !__heq(a, b); }
__host__ __device__ __forceinline__ bool __hltu(SIMT_NUMBER a, SIMT_NUMBER b) { return !__hge(a, b); }
__host__ __device__ __forceinline__ bool __hleu(SIMT_NUMBER a, SIMT_NUMBER b) { return !__hgt(a, b); }
__host__ __device__ __forceinline__ bool __hgtu(SIMT_NUMBER a, SIMT_NUMBER b) { return !__hle(a, b); }
__host__ __device__ __forceinline__ bool __hgeu(SIMT_NUMBER a, SIMT_NUMBER b) { return !__hlt(a, b); }
__host__ __device__ __forceinline__ bool __hisnan(SIMT_NUMBER a) { return a.is_nan(); }
__host__ __device__ __forceinline__ int __hisinf(SIMT_NUMBER a) {
  return (a.bits() & 0x7FFFU) != SIMT_FORMAT::kInfinity ? 0 : a.bits() == SIMT_FORMAT::kInfinity ? 1 : -1;
}

// The greater of a number and a NaN is the number, or with _nan the NaN. +0 is above -0.
__host__ __device__ __forceinline__ SIMT_NUMBER __hmax(SIMT_NUMBER a, SIMT_NUMBER b) {
  if (__hisnan(a) && __hisnan(b)) return SIMT_NUMBER::nan();
  if (__hisnan(a) || __hisnan(b)) return __hisnan(a) ? b : a;
  return a.order() < b.order() ? b : a;
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hmin(SIMT_NUMBER a, SIMT_NUMBER b) {
  const SIMT_NUMBER x = __hneg(__hmax(__hneg(a), __hneg(b)));
  return x.is_nan() ? SIMT_NUMBER::nan() : x;
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hmax_nan(SIMT_NUMBER a, SIMT_NUMBER b) {
  return __hisnan(a) || __hisnan(b) ? SIMT_NUMBER::nan() : __hmax(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER __hmin_nan(SIMT_NUMBER a, SIMT_NUMBER b) {
  return __hisnan(a) || __hisnan(b) ? SIMT_NUMBER::nan() : __hmin(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER operator+(const SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return __hadd(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER operator-(const SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return __hsub(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER operator*(const SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return __hmul(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER operator/(const SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return __hdiv(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER& operator+=(SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return a = __hadd(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER& operator-=(SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return a = __hsub(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER& operator*=(SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return a = __hmul(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER& operator/=(SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return a = __hdiv(a, b);
}
__host__ __device__ __forceinline__ SIMT_NUMBER& operator++(SIMT_NUMBER& a) {
  return a = __hadd(a, SIMT_NUMBER(1));
}
__host__ __device__ __forceinline__ SIMT_NUMBER& operator--(SIMT_NUMBER& a) {
  return a = __hsub(a, SIMT_NUMBER(1));
}
__host__ __device__ __forceinline__ SIMT_NUMBER operator++(SIMT_NUMBER& a, int) {
  const SIMT_NUMBER before = a;
  ++a;
  return before;
}
__host__ __device__ __forceinline__ SIMT_NUMBER operator--(SIMT_NUMBER& a, int) {
  const SIMT_NUMBER before = a;
  --a;
  return before;
}
__host__ __device__ __forceinline__ SIMT_NUMBER operator+(const SIMT_NUMBER& a) { return a; }
__host__ __device__ __forceinline__ SIMT_NUMBER operator-(const SIMT_NUMBER& a) { return __hneg(a); }
__host__ __device__ __forceinline__ bool operator==(const SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return __heq(a, b);
}
__host__ __device__ __forceinline__ bool operator!=(const SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return __hneu(a, b);
}
__host__ __device__ __forceinline__ bool operator<(const SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return __hlt(a, b);
}
__host__ __device__ __forceinline__ bool operator<=(const SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return __hle(a, b);
}
__host__ __device__ __forceinline__ bool operator>(const SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return __hgt(a, b);
}
__host__ __device__ __forceinline__ bool operator>=(const SIMT_NUMBER& a, const SIMT_NUMBER& b) {
  return __hge(a, b);
}

// Approximations on the GPU, within a unit or two of the last place of these.
__host__ __device__ __forceinline__ SIMT_NUMBER hsqrt(SIMT_NUMBER a) { return sqrt(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hrsqrt(SIMT_NUMBER a) { return 1.0 / sqrt(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hrcp(SIMT_NUMBER a) { return 1.0 / a.wide(); }
__host__ __device__ __forceinline__ SIMT_NUMBER hexp(SIMT_NUMBER a) { return exp(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hexp2(SIMT_NUMBER a) { return exp2(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hexp10(SIMT_NUMBER a) { return exp10(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hlog(SIMT_NUMBER a) { return log(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hlog2(SIMT_NUMBER a) { return log2(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hlog10(SIMT_NUMBER a) { return log10(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hsin(SIMT_NUMBER a) { return sin(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hcos(SIMT_NUMBER a) { return cos(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER htanh(SIMT_NUMBER a) { return tanh(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER htanh_approx(SIMT_NUMBER a) { return tanh(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hfloor(SIMT_NUMBER a) { return floor(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hceil(SIMT_NUMBER a) { return ceil(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER htrunc(SIMT_NUMBER a) { return trunc(a.wide()); }
__host__ __device__ __forceinline__ SIMT_NUMBER hrint(SIMT_NUMBER a) { return rint(a.wide()); }
