// Pairs of 16-bit floating-point numbers: __half2 or __nv_bfloat162, as simt_short_number.h has the numbers. The name of the pair is
// SIMT_PAIR. A pair moves as one 4-byte access.

struct alignas(4) SIMT_PAIR {
  SIMT_NUMBER x;
  SIMT_NUMBER y;

  SIMT_PAIR() = default;
  __host__ __device__ __forceinline__ SIMT_PAIR(const SIMT_NUMBER& a, const SIMT_NUMBER& b) : x(a), y(b) {}
  __host__ __device__ __forceinline__ SIMT_PAIR(const simt_short::Raw2<SIMT_FORMAT>& raw)
      : x(SIMT_NUMBER::of_bits(raw.x)), y(SIMT_NUMBER::of_bits(raw.y)) {}
  __host__ __device__ __forceinline__ operator simt_short::Raw2<SIMT_FORMAT>() const {
    return {x.bits(), y.bits()};
  }
};

__host__ __device__ __forceinline__ SIMT_PAIR __hadd2(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hadd(a.x, b.x), __hadd(a.y, b.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hadd2_rn(SIMT_PAIR a, SIMT_PAIR b) { return __hadd2(a, b); }
__host__ __device__ __forceinline__ SIMT_PAIR __hadd2_sat(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hsub2(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hsub(a.x, b.x), __hsub(a.y, b.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hsub2_rn(SIMT_PAIR a, SIMT_PAIR b) { return __hsub2(a, b); }
__host__ __device__ __forceinline__ SIMT_PAIR __hsub2_sat(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hmul2(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hmul(a.x, b.x), __hmul(a.y, b.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hmul2_rn(SIMT_PAIR a, SIMT_PAIR b) { return __hmul2(a, b); }
__host__ __device__ __forceinline__ SIMT_PAIR __hmul2_sat(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __h2div(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hfma2(SIMT_PAIR a, SIMT_PAIR b, SIMT_PAIR c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hfma2_sat(SIMT_PAIR a, SIMT_PAIR b, SIMT_PAIR c) {
  return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hfma2_relu(SIMT_PAIR a, SIMT_PAIR b, SIMT_PAIR c) {
  return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hneg2(SIMT_PAIR a) { return {__hneg(a.x), __hneg(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR __habs2(SIMT_PAIR a) { return {__habs(a.x), __habs(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR __hmax2(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hmax(a.x, b.x), __hmax(a.y, b.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hmax2_nan(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hmin2(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hmin(a.x, b.x), __hmin(a.y, b.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR __hmin2_nan(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)};
}

// 1 or 0 for each; a mask of ones; and whether it holds for both.
__host__ __device__ __forceinline__ SIMT_PAIR __heq2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__heq(a.x, b.x), __heq(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __heq2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__heq(a.x, b.x), __heq(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hbeq2(SIMT_PAIR a, SIMT_PAIR b) {
  return __heq(a.x, b.x) && __heq(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hne2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hne(a.x, b.x), __hne(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hne2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hne(a.x, b.x), __hne(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hbne2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hne(a.x, b.x) && __hne(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hlt2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hlt(a.x, b.x), __hlt(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hlt2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hlt(a.x, b.x), __hlt(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hblt2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hlt(a.x, b.x) && __hlt(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hle2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hle(a.x, b.x), __hle(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hle2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hle(a.x, b.x), __hle(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hble2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hle(a.x, b.x) && __hle(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hgt2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hgt(a.x, b.x), __hgt(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hgt2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hgt(a.x, b.x), __hgt(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hbgt2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hgt(a.x, b.x) && __hgt(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hge2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hge(a.x, b.x), __hge(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hge2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hge(a.x, b.x), __hge(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hbge2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hge(a.x, b.x) && __hge(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hequ2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hequ(a.x, b.x), __hequ(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hequ2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hequ(a.x, b.x), __hequ(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hbequ2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hequ(a.x, b.x) && __hequ(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hneu2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hneu(a.x, b.x), __hneu(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hneu2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hneu(a.x, b.x), __hneu(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hbneu2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hneu(a.x, b.x) && __hneu(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hltu2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hltu(a.x, b.x), __hltu(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hltu2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hltu(a.x, b.x), __hltu(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hbltu2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hltu(a.x, b.x) && __hltu(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hleu2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hleu(a.x, b.x), __hleu(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hleu2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hleu(a.x, b.x), __hleu(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hbleu2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hleu(a.x, b.x) && __hleu(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hgtu2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hgtu(a.x, b.x), __hgtu(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hgtu2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hgtu(a.x, b.x), __hgtu(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hbgtu2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hgtu(a.x, b.x) && __hgtu(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hgeu2(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::truth<SIMT_PAIR>(__hgeu(a.x, b.x), __hgeu(a.y, b.y));
}
__host__ __device__ __forceinline__ unsigned __hgeu2_mask(SIMT_PAIR a, SIMT_PAIR b) {
  return simt_short::mask(__hgeu(a.x, b.x), __hgeu(a.y, b.y));
}
__host__ __device__ __forceinline__ bool __hbgeu2(SIMT_PAIR a, SIMT_PAIR b) {
  return __hgeu(a.x, b.x) && __hgeu(a.y, b.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR __hisnan2(SIMT_PAIR a) {
  return simt_short::truth<SIMT_PAIR>(__hisnan(a.x), __hisnan(a.y));
}
__host__ __device__ __forceinline__ SIMT_PAIR operator+(const SIMT_PAIR& a, const SIMT_PAIR& b) {
  return __hadd2(a, b);
}
__host__ __device__ __forceinline__ SIMT_PAIR& operator+=(SIMT_PAIR& a, const SIMT_PAIR& b) {
  return a = __hadd2(a, b);
}
__host__ __device__ __forceinline__ SIMT_PAIR operator-(const SIMT_PAIR& a, const SIMT_PAIR& b) {
  return __hsub2(a, b);
}
__host__ __device__ __forceinline__ SIMT_PAIR& operator-=(SIMT_PAIR& a, const SIMT_PAIR& b) {
  return a = __hsub2(a, b);
}
__host__ __device__ __forceinline__ SIMT_PAIR operator*(const SIMT_PAIR& a, const SIMT_PAIR& b) {
  return __hmul2(a, b);
}
__host__ __device__ __forceinline__ SIMT_PAIR& operator*=(SIMT_PAIR& a, const SIMT_PAIR& b) {
  return a = __hmul2(a, b);
}
__host__ __device__ __forceinline__ SIMT_PAIR operator/(const SIMT_PAIR& a, const SIMT_PAIR& b) {
  return __h2div(a, b);
}
__host__ __device__ __forceinline__ SIMT_PAIR& operator/=(SIMT_PAIR& a, const SIMT_PAIR& b) {
  return a = __h2div(a, b);
}
__host__ __device__ __forceinline__ SIMT_PAIR& operator++(SIMT_PAIR& a) {
  return a = SIMT_PAIR(++a.x, ++a.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR& operator--(SIMT_PAIR& a) {
  return a = SIMT_PAIR(--a.x, --a.y);
}
__host__ __device__ __forceinline__ SIMT_PAIR operator+(const SIMT_PAIR& a) { return a; }
__host__ __device__ __forceinline__ SIMT_PAIR operator-(const SIMT_PAIR& a) { return __hneg2(a); }
__host__ __device__ __forceinline__ bool operator==(const SIMT_PAIR& a, const SIMT_PAIR& b) {
  return __hbeq2(a, b);
}
__host__ __device__ __forceinline__ bool operator!=(const SIMT_PAIR& a, const SIMT_PAIR& b) {
  return __hbneu2(a, b);
}
__host__ __device__ __forceinline__ bool operator<(const SIMT_PAIR& a, const SIMT_PAIR& b) {
  return __hblt2(a, b);
}
__host__ __device__ __forceinline__ bool operator<=(const SIMT_PAIR& a, const SIMT_PAIR& b) {
  return __hble2(a, b);
}
__host__ __device__ __forceinline__ bool operator>(const SIMT_PAIR& a, const SIMT_PAIR& b) {
  return __hbgt2(a, b);
}
__host__ __device__ __forceinline__ bool operator>=(const SIMT_PAIR& a, const SIMT_PAIR& b) {
  return __hbge2(a, b);
}
__host__ __device__ __forceinline__ SIMT_PAIR h2sqrt(SIMT_PAIR a) { return {hsqrt(a.x), hsqrt(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2rsqrt(SIMT_PAIR a) { return {hrsqrt(a.x), hrsqrt(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2rcp(SIMT_PAIR a) { return {hrcp(a.x), hrcp(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2exp(SIMT_PAIR a) { return {hexp(a.x), hexp(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2exp2(SIMT_PAIR a) { return {hexp2(a.x), hexp2(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2exp10(SIMT_PAIR a) { return {hexp10(a.x), hexp10(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2log(SIMT_PAIR a) { return {hlog(a.x), hlog(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2log2(SIMT_PAIR a) { return {hlog2(a.x), hlog2(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2log10(SIMT_PAIR a) { return {hlog10(a.x), hlog10(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2sin(SIMT_PAIR a) { return {hsin(a.x), hsin(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2cos(SIMT_PAIR a) { return {hcos(a.x), hcos(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2tanh(SIMT_PAIR a) { return {htanh(a.x), htanh(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2tanh_approx(SIMT_PAIR a) {
  return {htanh_approx(a.x), htanh_approx(a.y)};
}
__host__ __device__ __forceinline__ SIMT_PAIR h2floor(SIMT_PAIR a) { return {hfloor(a.x), hfloor(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2ceil(SIMT_PAIR a) { return {hceil(a.x), hceil(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2trunc(SIMT_PAIR a) { return {htrunc(a.x), htrunc(a.y)}; }
__host__ __device__ __forceinline__ SIMT_PAIR h2rint(SIMT_PAIR a) { return {hrint(a.x), hrint(a.y)}; }
__host__ __device__ __forceinline__ float __low2float(SIMT_PAIR a) { return a.x.value(); }
__host__ __device__ __forceinline__ float __high2float(SIMT_PAIR a) { return a.y.value(); }
__host__ __device__ __forceinline__ SIMT_PAIR __lowhigh2highlow(SIMT_PAIR a) { return {a.y, a.x}; }
