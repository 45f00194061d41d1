// Intrinsics of integers. CUDA Math API, "Integer Intrinsics".
#pragma once

#include "simt_qualifiers.h"

__device__ __forceinline__ int __popc(unsigned x) { return __builtin_popcount(x); }
__device__ __forceinline__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__device__ __forceinline__ int __ffs(int x) { return __builtin_ffs(x); }
__device__ __forceinline__ int __ffsll(long long x) { return __builtin_ffsll(x); }
__device__ __forceinline__ int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
__device__ __forceinline__ int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
__device__ __forceinline__ unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__device__ __forceinline__ unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}
// Multiplies the low 24 bits of each, signed. The product may have more than 32 bits, of which the lower 32 are the result.
__device__ __forceinline__ int __mul24(int a, int b) {
  const int x = static_cast<int>(static_cast<unsigned>(a) << 8) >> 8;
  const int y = static_cast<int>(static_cast<unsigned>(b) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned>(x) * static_cast<unsigned>(y));
}
__device__ __forceinline__ int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
__device__ __forceinline__ unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}

__device__ __forceinline__ unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xFFFFFFU) * (b & 0xFFFFFFU);
}
__device__ __forceinline__ long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
__device__ __forceinline__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}

// Each of the selector's four digits names one of the eight bytes of y:x; a digit's bit 3 spreads that byte's
// sign.
__device__ __forceinline__ unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned picked = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned digit = selector >> 4 * i & 15U;
    auto byte = static_cast<unsigned>(bytes >> 8 * (digit & 7U)) & 0xFFU;
    if ((digit & 8U) != 0) byte = (byte & 0x80U) != 0 ? 0xFFU : 0;
    picked |= byte << 8 * i;
  }
  return picked;
}

// high:low shifted, of which the left shift keeps the upper word and the right shift the lower. _l and _r
// take the shift modulo 32, _lc and _rc at most 32.
__device__ __forceinline__ unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  const unsigned by = shift & 31U;
  return by == 0 ? high : high << by | low >> (32U - by);
}
__device__ __forceinline__ unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  const unsigned by = shift & 31U;
  return by == 0 ? low : low >> by | high << (32U - by);
}
__device__ __forceinline__ unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
__device__ __forceinline__ unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

// The position of the offset-th set bit of the mask, counted up from bit `base` (or down, of a negative
// offset); offset 0 asks for the bit itself. 0xFFFFFFFF: there is none (CUDA Math API, "Integer Intrinsics").
__device__ __forceinline__ unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return (mask >> base & 1U) != 0 ? base : 0xFFFFFFFFU;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step) {
    if ((mask >> bit & 1U) != 0 && --left == 0) return static_cast<unsigned>(bit);
  }
  return 0xFFFFFFFFU;
}

// Averages without overflow: h rounds down, rh rounds up.
__device__ __forceinline__ int __hadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
__device__ __forceinline__ int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
__device__ __forceinline__ unsigned __uhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
__device__ __forceinline__ unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}

__device__ __forceinline__ unsigned __usad(unsigned a, unsigned b, unsigned sum) {
  return (a < b ? b - a : a - b) + sum;
}
__device__ __forceinline__ unsigned __sad(int a, int b, unsigned sum) {
  const auto x = static_cast<unsigned>(a);
  const auto y = static_cast<unsigned>(b);
  return (a < b ? y - x : x - y) + sum;
}
