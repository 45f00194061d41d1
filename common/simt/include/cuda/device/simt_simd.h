// CUDA Math API, "SIMD Intrinsics": two numbers of 16 bits, or four of 8, in one unsigned. And "Integer Mathematical Functions", those
// that CUDA names DPX: sums and the greatest or least of several, for dynamic programming.
#pragma once

#include "simt_qualifiers.h"

namespace simt_simd {

template <unsigned kBits>
struct Lane {
  static constexpr unsigned kMask = (1U << kBits) - 1;
  static constexpr int kMost = int((1U << (kBits - 1)) - 1);
  static constexpr int kLeast = -kMost - 1;

  static __host__ __device__ constexpr unsigned shift(unsigned i) { return i * kBits; }
  static __host__ __device__ constexpr int unsigned_of(unsigned word, unsigned i) {
    return int(word >> shift(i) & kMask);
  }
  static __host__ __device__ constexpr int signed_of(unsigned word, unsigned i) {
    return int(word << (32 - kBits - shift(i))) >> (32 - kBits);
  }
};

// The results of `op` for each pair of numbers, which it gets sign-extended or zero-extended.
template <unsigned kBits, bool kSigned, class Op>
__host__ __device__ __forceinline__ unsigned each(unsigned a, unsigned b, Op op) {
  unsigned all = 0;
  for (unsigned i = 0; i < 32 / kBits; ++i) {
    const int x = kSigned ? Lane<kBits>::signed_of(a, i) : Lane<kBits>::unsigned_of(a, i);
    const int y = kSigned ? Lane<kBits>::signed_of(b, i) : Lane<kBits>::unsigned_of(b, i);
    all |= (unsigned(op(x, y)) & Lane<kBits>::kMask) << Lane<kBits>::shift(i);
  }
  return all;
}
// …and their sum.
template <unsigned kBits, bool kSigned>
__host__ __device__ __forceinline__ unsigned sum_of_differences(unsigned a, unsigned b) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 32 / kBits; ++i) {
    const int x = kSigned ? Lane<kBits>::signed_of(a, i) : Lane<kBits>::unsigned_of(a, i);
    const int y = kSigned ? Lane<kBits>::signed_of(b, i) : Lane<kBits>::unsigned_of(b, i);
    sum += unsigned(x < y ? y - x : x - y);
  }
  return sum;
}

template <unsigned kBits>
struct SignedRange {
  static __host__ __device__ constexpr int clamp(int value) {
    return value > Lane<kBits>::kMost    ? Lane<kBits>::kMost
           : value < Lane<kBits>::kLeast ? Lane<kBits>::kLeast
                                         : value;
  }
};
template <unsigned kBits>
struct UnsignedRange {
  static __host__ __device__ constexpr int clamp(int value) {
    return value > int(Lane<kBits>::kMask) ? int(Lane<kBits>::kMask) : value < 0 ? 0 : value;
  }
};

#define SIMT_SIMD_OP(Name, result)                                                      \
  struct Name {                                                                         \
    __host__ __device__ constexpr int operator()(int x, int y) const { return result; } \
  };
SIMT_SIMD_OP(Add, x + y)
SIMT_SIMD_OP(Sub, x - y)
SIMT_SIMD_OP(Magnitude, y < 0 ? -y : y + 0 * x)
SIMT_SIMD_OP(Negative, -y + 0 * x)
SIMT_SIMD_OP(Difference, x < y ? y - x : x - y)
// A half is rounded away from zero: up, but for negative sums.
SIMT_SIMD_OP(RoundedMean, (x + y + (x + y >= 0)) >> 1)
SIMT_SIMD_OP(Mean, (x + y) >> 1)
SIMT_SIMD_OP(Greater, x < y ? y : x)
SIMT_SIMD_OP(Lesser, x < y ? x : y)
SIMT_SIMD_OP(IsEqual, x == y)
SIMT_SIMD_OP(IsOther, x != y)
SIMT_SIMD_OP(IsLess, x < y)
SIMT_SIMD_OP(IsLessOrEqual, x <= y)
SIMT_SIMD_OP(IsGreater, x > y)
SIMT_SIMD_OP(IsGreaterOrEqual, x >= y)
#undef SIMT_SIMD_OP

template <class Is>
struct AllBits {
  __host__ __device__ constexpr int operator()(int x, int y) const { return Is()(x, y) ? -1 : 0; }
};
template <class Op, class Range>
struct Clamped {
  __host__ __device__ constexpr int operator()(int x, int y) const { return Range::clamp(Op()(x, y)); }
};

}  // namespace simt_simd

#define SIMT_SIMD_1(name, bits, Op)                            \
  __device__ __forceinline__ unsigned name(unsigned a) {       \
    return simt_simd::each<bits, true>(0, a, simt_simd::Op()); \
  }
#define SIMT_SIMD_2(name, bits, is_signed, Op)                       \
  __device__ __forceinline__ unsigned name(unsigned a, unsigned b) { \
    return simt_simd::each<bits, is_signed>(a, b, simt_simd::Op());  \
  }
#define SIMT_SIMD_CLAMPED(name, bits, is_signed, Op, Range)                                               \
  __device__ __forceinline__ unsigned name(unsigned a, unsigned b) {                                      \
    return simt_simd::each<bits, is_signed>(a, b,                                                         \
                                            simt_simd::Clamped<simt_simd::Op, simt_simd::Range<bits>>()); \
  }
#define SIMT_SIMD_COMPARED(name, bits, is_signed, Is)                                   \
  __device__ __forceinline__ unsigned __vcmp##name(unsigned a, unsigned b) {            \
    return simt_simd::each<bits, is_signed>(a, b, simt_simd::AllBits<simt_simd::Is>()); \
  }                                                                                     \
  __device__ __forceinline__ unsigned __vset##name(unsigned a, unsigned b) {            \
    return simt_simd::each<bits, is_signed>(a, b, simt_simd::Is());                     \
  }
#define SIMT_SIMD_ALL(n, bits)                                                           \
  SIMT_SIMD_1(__vabs##n, bits, Magnitude)                                                \
  SIMT_SIMD_1(__vneg##n, bits, Negative)                                                 \
  __device__ __forceinline__ unsigned __vabsss##n(unsigned a) {                          \
    return simt_simd::each<bits, true>(                                                  \
        0, a, simt_simd::Clamped<simt_simd::Magnitude, simt_simd::SignedRange<bits>>()); \
  }                                                                                      \
  __device__ __forceinline__ unsigned __vnegss##n(unsigned a) {                          \
    return simt_simd::each<bits, true>(                                                  \
        0, a, simt_simd::Clamped<simt_simd::Negative, simt_simd::SignedRange<bits>>());  \
  }                                                                                      \
  SIMT_SIMD_2(__vadd##n, bits, false, Add)                                               \
  SIMT_SIMD_2(__vsub##n, bits, false, Sub)                                               \
  SIMT_SIMD_CLAMPED(__vaddss##n, bits, true, Add, SignedRange)                           \
  SIMT_SIMD_CLAMPED(__vaddus##n, bits, false, Add, UnsignedRange)                        \
  SIMT_SIMD_CLAMPED(__vsubss##n, bits, true, Sub, SignedRange)                           \
  SIMT_SIMD_CLAMPED(__vsubus##n, bits, false, Sub, UnsignedRange)                        \
  SIMT_SIMD_2(__vabsdiffs##n, bits, true, Difference)                                    \
  SIMT_SIMD_2(__vabsdiffu##n, bits, false, Difference)                                   \
  SIMT_SIMD_2(__vavgs##n, bits, true, RoundedMean)                                       \
  SIMT_SIMD_2(__vavgu##n, bits, false, RoundedMean)                                      \
  SIMT_SIMD_2(__vhaddu##n, bits, false, Mean)                                            \
  SIMT_SIMD_2(__vmaxs##n, bits, true, Greater)                                           \
  SIMT_SIMD_2(__vmaxu##n, bits, false, Greater)                                          \
  SIMT_SIMD_2(__vmins##n, bits, true, Lesser)                                            \
  SIMT_SIMD_2(__vminu##n, bits, false, Lesser)                                           \
  SIMT_SIMD_COMPARED(eq##n, bits, false, IsEqual)                                        \
  SIMT_SIMD_COMPARED(ne##n, bits, false, IsOther)                                        \
  SIMT_SIMD_COMPARED(lts##n, bits, true, IsLess)                                         \
  SIMT_SIMD_COMPARED(ltu##n, bits, false, IsLess)                                        \
  SIMT_SIMD_COMPARED(les##n, bits, true, IsLessOrEqual)                                  \
  SIMT_SIMD_COMPARED(leu##n, bits, false, IsLessOrEqual)                                 \
  SIMT_SIMD_COMPARED(gts##n, bits, true, IsGreater)                                      \
  SIMT_SIMD_COMPARED(gtu##n, bits, false, IsGreater)                                     \
  SIMT_SIMD_COMPARED(ges##n, bits, true, IsGreaterOrEqual)                               \
  SIMT_SIMD_COMPARED(geu##n, bits, false, IsGreaterOrEqual)                              \
  __device__ __forceinline__ unsigned __vsads##n(unsigned a, unsigned b) {               \
    return simt_simd::sum_of_differences<bits, true>(a, b);                              \
  }                                                                                      \
  __device__ __forceinline__ unsigned __vsadu##n(unsigned a, unsigned b) {               \
    return simt_simd::sum_of_differences<bits, false>(a, b);                             \
  }
SIMT_SIMD_ALL(2, 16)
SIMT_SIMD_ALL(4, 8)
#undef SIMT_SIMD_ALL
#undef SIMT_SIMD_COMPARED
#undef SIMT_SIMD_CLAMPED
#undef SIMT_SIMD_2
#undef SIMT_SIMD_1

// ---------------------------------------------------------------------------------------------------------- DPX

namespace simt_simd {

template <class T>
__host__ __device__ constexpr T greater(T a, T b) {
  return a < b ? b : a;
}
template <class T>
__host__ __device__ constexpr T lesser(T a, T b) {
  return a < b ? a : b;
}
__host__ __device__ __forceinline__ unsigned relu2(unsigned a) { return each<16, true>(a, 0, Greater()); }
__host__ __device__ __forceinline__ unsigned add2(unsigned a, unsigned b) {
  return each<16, false>(a, b, Add());
}
__host__ __device__ constexpr int wrapped_sum(int a, int b) { return int(unsigned(a) + unsigned(b)); }

}  // namespace simt_simd

#define SIMT_DPX(name, function, Of2)                                                                      \
  __host__ __device__ __forceinline__ int __viadd##name##_s32(int a, int b, int c) {                       \
    return simt_simd::function(simt_simd::wrapped_sum(a, b), c);                                           \
  }                                                                                                        \
  __host__ __device__ __forceinline__ int __viadd##name##_s32_relu(int a, int b, int c) {                  \
    return simt_simd::greater(__viadd##name##_s32(a, b, c), 0);                                            \
  }                                                                                                        \
  __host__ __device__ __forceinline__ unsigned __viadd##name##_u32(unsigned a, unsigned b, unsigned c) {   \
    return simt_simd::function(a + b, c);                                                                  \
  }                                                                                                        \
  __host__ __device__ __forceinline__ unsigned __viadd##name##_s16x2(unsigned a, unsigned b, unsigned c) { \
    return simt_simd::each<16, true>(simt_simd::add2(a, b), c, simt_simd::Of2());                          \
  }                                                                                                        \
  __host__ __device__ __forceinline__ unsigned __viadd##name##_s16x2_relu(unsigned a, unsigned b,          \
                                                                          unsigned c) {                    \
    return simt_simd::relu2(__viadd##name##_s16x2(a, b, c));                                               \
  }                                                                                                        \
  __host__ __device__ __forceinline__ unsigned __viadd##name##_u16x2(unsigned a, unsigned b, unsigned c) { \
    return simt_simd::each<16, false>(simt_simd::add2(a, b), c, simt_simd::Of2());                         \
  }                                                                                                        \
  __host__ __device__ __forceinline__ int __vi##name##3_s32(int a, int b, int c) {                         \
    return simt_simd::function(simt_simd::function(a, b), c);                                              \
  }                                                                                                        \
  __host__ __device__ __forceinline__ int __vi##name##3_s32_relu(int a, int b, int c) {                    \
    return simt_simd::greater(__vi##name##3_s32(a, b, c), 0);                                              \
  }                                                                                                        \
  __host__ __device__ __forceinline__ unsigned __vi##name##3_u32(unsigned a, unsigned b, unsigned c) {     \
    return simt_simd::function(simt_simd::function(a, b), c);                                              \
  }                                                                                                        \
  __host__ __device__ __forceinline__ unsigned __vi##name##3_s16x2(unsigned a, unsigned b, unsigned c) {   \
    return simt_simd::each<16, true>(simt_simd::each<16, true>(a, b, simt_simd::Of2()), c,                 \
                                     simt_simd::Of2());                                                    \
  }                                                                                                        \
  __host__ __device__ __forceinline__ unsigned __vi##name##3_s16x2_relu(unsigned a, unsigned b,            \
                                                                        unsigned c) {                      \
    return simt_simd::relu2(__vi##name##3_s16x2(a, b, c));                                                 \
  }                                                                                                        \
  __host__ __device__ __forceinline__ unsigned __vi##name##3_u16x2(unsigned a, unsigned b, unsigned c) {   \
    return simt_simd::each<16, false>(simt_simd::each<16, false>(a, b, simt_simd::Of2()), c,               \
                                      simt_simd::Of2());                                                   \
  }                                                                                                        \
  __host__ __device__ __forceinline__ int __vi##name##_s32_relu(int a, int b) {                            \
    return simt_simd::greater(simt_simd::function(a, b), 0);                                               \
  }                                                                                                        \
  __host__ __device__ __forceinline__ unsigned __vi##name##_s16x2_relu(unsigned a, unsigned b) {           \
    return simt_simd::relu2(simt_simd::each<16, true>(a, b, simt_simd::Of2()));                            \
  }
SIMT_DPX(max, greater, Greater)
SIMT_DPX(min, lesser, Lesser)
#undef SIMT_DPX

// …and which of the two it was: true for the first, also where they are equal.
#define SIMT_DPX_CHOICE(name, order)                                                                    \
  __host__ __device__ __forceinline__ int __vib##name##_s32(int a, int b, bool* first) {                \
    *first = a order b;                                                                                 \
    return *first ? a : b;                                                                              \
  }                                                                                                     \
  __host__ __device__ __forceinline__ unsigned __vib##name##_u32(unsigned a, unsigned b, bool* first) { \
    *first = a order b;                                                                                 \
    return *first ? a : b;                                                                              \
  }                                                                                                     \
  __host__ __device__ __forceinline__ unsigned __vib##name##_s16x2(unsigned a, unsigned b, bool* high,  \
                                                                   bool* low) {                         \
    *high = simt_simd::Lane<16>::signed_of(a, 1) order simt_simd::Lane<16>::signed_of(b, 1);            \
    *low = simt_simd::Lane<16>::signed_of(a, 0) order simt_simd::Lane<16>::signed_of(b, 0);             \
    return ((*high ? a : b) & 0xFFFF0000U) | ((*low ? a : b) & 0xFFFFU);                                \
  }                                                                                                     \
  __host__ __device__ __forceinline__ unsigned __vib##name##_u16x2(unsigned a, unsigned b, bool* high,  \
                                                                   bool* low) {                         \
    *high = simt_simd::Lane<16>::unsigned_of(a, 1) order simt_simd::Lane<16>::unsigned_of(b, 1);        \
    *low = simt_simd::Lane<16>::unsigned_of(a, 0) order simt_simd::Lane<16>::unsigned_of(b, 0);         \
    return ((*high ? a : b) & 0xFFFF0000U) | ((*low ? a : b) & 0xFFFFU);                                \
  }
SIMT_DPX_CHOICE(max, >=)
SIMT_DPX_CHOICE(min, <=)
#undef SIMT_DPX_CHOICE
